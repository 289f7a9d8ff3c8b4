// The tasks of the thread for traces, as the service for requests knows them.

import type { RpcContext } from '../../rpc/core/context.ts';
import type { TraceTask } from './traceMessages.ts';

export type Reexecution = Required<
  Pick<RpcContext, 'traceTransaction' | 'profileTransaction' | 'coverBlocks' | 'simulator'>
>;

export function describeReexecution(
  perform: (task: TraceTask) => Promise<string | null>,
): Reexecution {
  return {
    traceTransaction: (request) => perform({ kind: 'trace', ...request }),
    profileTransaction: (request) => perform({ kind: 'profile', ...request }),
    coverBlocks: (request) => perform({ kind: 'coverage', ...request }),
    simulator: {
      simulate: async (request) => (await perform({ kind: 'simulate', ...request })) as string,
      simulateCall: (request) => perform({ kind: 'call', ...request }),
    },
  };
}
