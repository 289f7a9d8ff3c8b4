// Loads transactions by hash, with their receipts and results.

import { askMany } from './node.ts';
import { transactionParams } from './receiptTree.ts';
import { type Trail, trailOfStatus } from './trail.ts';
import type { TransactionStatus } from './wire.ts';

export interface PlacedTransaction {
  readonly hash: string;
  readonly blockHeight: number;
  readonly timestampNanosec: string;
}

export async function loadTrails(placed: readonly PlacedTransaction[]): Promise<Trail[]> {
  const statuses = await askMany<TransactionStatus>(
    placed.map(({ hash }) => ({ method: 'tx_status', params: transactionParams(hash) })),
  );
  return placed.flatMap((place, at) => {
    const status = statuses[at];
    return status?.transaction_outcome === undefined ? [] : [trailOfStatus(status, place)];
  });
}
