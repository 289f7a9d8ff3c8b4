// The trace of a transaction: its receipts, executed again, with the host functions that contracts
// called and where a failure happened. Not every node can execute blocks again.

import type { ResultOf } from 'perigee/client';
import { askNode, unlessRefused } from './node.ts';

export type TransactionTrace = ResultOf<'perigee_trace_transaction'>;
export type ReceiptTrace = TransactionTrace['receipts'][number];
type ActionTrace = NonNullable<ReceiptTrace['actions']>[number];
export type HostCall = NonNullable<ActionTrace['host_calls']>[number];
export type TraceFailure = NonNullable<ActionTrace['failure']>;
export type TracedBytes = NonNullable<ActionTrace['result']>;

/** Null if this node has no traces, or not of this transaction. */
export function loadTrace(tx_hash: string): Promise<TransactionTrace | null> {
  return unlessRefused(askNode('perigee_trace_transaction', { tx_hash, level: 'host' }));
}

/** The failure of a receipt with most detail: that of the action, which has the stack. */
export function failureOf({ failure, actions = [] }: ReceiptTrace): TraceFailure | null {
  const failed = actions.find((action) => action.failure?.stack !== undefined) ?? null;
  return failed?.failure ?? failure ?? actions.find((action) => action.failure)?.failure ?? null;
}
