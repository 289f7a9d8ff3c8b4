// Why a transaction failed, from its trace: with the stack of the contract, and the receipt that
// failed first. Nodes that have no traces are asked in vain, and the outcome has to do.

import { PerigeeError } from '../../base/errors.ts';
import type { Client } from '../../client/createClient.ts';
import { type FirstFailure, findFirstFailure } from '../../trace/text/formatFailure.ts';
import { type TraceFailure, TransactionTrace } from '../../trace/tree/transactionTrace.ts';

export interface TracedFailure {
  /** Of the transaction. */
  readonly failure: TraceFailure;
  /** Null if that is what failed first. */
  readonly first: FirstFailure | null;
}

export async function traceFailure(client: Client, hash: string): Promise<TracedFailure | null> {
  const trace = await traceCalls(client, hash);
  if (trace === null || trace.failure === null) return null;
  const { message } = trace.failure;
  const same = trace.receipts
    .flatMap(({ actions }) => actions.flatMap(({ failure }) => failure ?? []))
    .find((failure) => failure.message === message);
  const first = findFirstFailure(trace);
  const isSame = first === null || first.failure.message === message;
  return { failure: same ?? trace.failure, first: isSame ? null : first };
}

async function traceCalls({ rpc }: Client, hash: string): Promise<TransactionTrace | null> {
  try {
    const params = { tx_hash: hash, level: 'calls' } as const;
    return TransactionTrace.parse(await rpc('perigee_trace_transaction', params));
  } catch (error) {
    if (error instanceof PerigeeError) return null;
    throw error;
  }
}
