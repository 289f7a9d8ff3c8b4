// Transactions of which only the hash is known: the node is asked what became of them.

import { askMany } from './node.ts';
import { transactionParams } from './receiptTree.ts';
import { type Trail, trailOfStatus } from './trail.ts';
import type { TransactionStatus } from './wire.ts';

/** As many are asked for; the others are only counted. */
const TRAILS_MAX = 100;

export interface PlacedTransaction {
  readonly hash: string;
  readonly blockHeight: number;
  readonly timestampNanosec: string;
}

export interface ShownTrails {
  readonly trails: readonly Trail[];
  /** How many transactions there were besides. */
  readonly others: number;
}

export async function loadTrails(placed: readonly PlacedTransaction[]): Promise<ShownTrails> {
  const shown = placed.slice(0, TRAILS_MAX);
  const statuses = await askMany<TransactionStatus>(
    shown.map(({ hash }) => ({ method: 'tx_status', params: transactionParams(hash) })),
  );
  const trails = shown.flatMap((place, at) => {
    const status = statuses[at];
    return status?.transaction_outcome === undefined ? [] : [trailOfStatus(status, place)];
  });
  return { trails, others: placed.length - shown.length };
}
