// The errors of methods that execute blocks again.

import { formatHash, type Hash } from '../../base/crypto/hash.ts';
import { string } from '../../codec/primitives.ts';
import { struct } from '../../codec/struct.ts';
import { TraceError } from '../../trace/reexecute/traceError.ts';
import { hash } from '../../types/primitives.ts';
import { type ErrorKind, errorKind, type RpcError } from '../messages/errors.ts';
import type { MethodContext } from './context.ts';

interface Reason {
  readonly errorMessage: string;
}

const Reason = struct({ errorMessage: string });

export const unknownTransaction: ErrorKind<{ readonly requestedTransactionHash: Hash }> = errorKind(
  {
    when: 'No block holds the transaction.',
    info: struct({ requestedTransactionHash: hash }),
    text: ({ requestedTransactionHash }) =>
      `Transaction ${formatHash(requestedTransactionHash)} doesn't exist`,
  },
);

type ReexecutionKind = 'TRACE_UNAVAILABLE' | 'TRACE_DIFFERS';

export const reexecutionErrors: Readonly<Record<ReexecutionKind, ErrorKind<Reason>>> = {
  TRACE_UNAVAILABLE: errorKind({
    when: 'A block cannot be executed again, because it or the state before it was pruned.',
    info: Reason,
    text: ({ errorMessage }: Reason) => errorMessage,
  }),
  TRACE_DIFFERS: errorKind({
    when: 'A receipt came out otherwise than when its block was made, so there is no result.',
    info: Reason,
    text: ({ errorMessage }: Reason) => errorMessage,
  }),
};

type ReexecutionErrors = Readonly<Record<ReexecutionKind, (reason: Reason) => RpcError>>;

/** A difference is a fault of the node, so it is logged. */
export function explainReexecution(
  { reportFailure }: MethodContext,
  errors: ReexecutionErrors,
  error: unknown,
): unknown {
  if (!(error instanceof TraceError)) return error;
  const { message: errorMessage } = error;
  if (error.code === 'trace_unavailable') return errors.TRACE_UNAVAILABLE({ errorMessage });
  reportFailure(error, 'executing blocks again');
  return errors.TRACE_DIFFERS({ errorMessage });
}
