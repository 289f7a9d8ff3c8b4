// A local chain whose account bob runs the host calls that its arguments describe.

import type { Hash } from '../../src/base/crypto/hash.ts';
import type { TraceBudget } from '../../src/trace/collect/traceBudget.ts';
import { traceTransaction } from '../../src/trace/traceTransaction.ts';
import type { TraceLevel, TransactionTrace } from '../../src/trace/tree/transactionTrace.ts';
import type { Action } from '../../src/types/action.ts';
import {
  ALICE,
  BOB,
  createLocalChain,
  type LocalChain,
  signTransaction,
  TGAS,
} from '../chain/localChain.ts';
import { type HostCall, hostCalls, recordedContract } from '../support/recordedContracts.ts';
import { createTraceSource } from './traceAll.ts';

export interface TracedChain extends LocalChain {
  /** Sends a transaction of alice to bob and mines until its receipts have been executed. */
  send(actions: readonly Action[], blocks?: number): Promise<Hash>;
  trace(id: Hash, level?: TraceLevel, budget?: TraceBudget): TransactionTrace | null;
}

export async function createTracedChain(shards = 1): Promise<TracedChain> {
  const local = createLocalChain({}, { shards });
  await local.controls.run({
    kind: 'patchState',
    patches: [{ kind: 'SetCode', value: { accountId: BOB, code: recordedContract('hostcall') } }],
  });
  const source = createTraceSource(local.chain);
  return {
    ...local,
    send: async (actions, blocks = 6) => {
      const transaction = signTransaction(local, ALICE, BOB, actions);
      local.producer.submit(transaction);
      await local.controls.run({ kind: 'mine', blocks });
      return transaction.hash;
    },
    trace: (transactionHash, level = 'host', budget) =>
      traceTransaction(source, { transactionHash, level }, budget),
  };
}

export function callHost(...calls: readonly HostCall[]): Action {
  const value = { methodName: 'run', args: hostCalls(...calls), gas: 100n * TGAS, deposit: 0n };
  return { kind: 'FunctionCall', value };
}
