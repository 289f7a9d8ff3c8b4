// What an account did, found by looking through blocks: the node keeps no index by account. Each
// step back looks through a bounded number of blocks.

import type { ChainEvent } from './eventRange.ts';
import { loadTrails, type PlacedTransaction, type ShownTrails } from './loadTrails.ts';
import { lookBack } from './lookBack.ts';

/** Blocks that are looked through at a time, at most. */
export const HISTORY_BLOCKS = 2000;

export interface HistoryPart extends ShownTrails {
  /** The heights that were looked at, both included. */
  readonly from: number;
  readonly to: number;
  /** Accounts below this one that were seen. */
  readonly subAccounts: readonly string[];
}

export async function readHistory(account: string, to: number): Promise<HistoryPart> {
  const kinds = ['transaction', 'receipt'] as const;
  const { from, events } = await lookBack({ to, blocksMax: HISTORY_BLOCKS, kinds, account });
  const { trails, others } = await loadTrails(listTransactions(events));
  const subAccounts = listNames(events).filter((id) => id.endsWith(`.${account}`));
  return { from, to, trails, others, subAccounts: [...new Set(subAccounts)].sort() };
}

/** Transactions with a part in which the account took part, the newest first. */
function listTransactions(events: readonly ChainEvent[]): PlacedTransaction[] {
  const found = new Map<string, PlacedTransaction>();
  for (const { kind, data } of events) {
    if (kind === 'block') continue;
    const hash = kind === 'transaction' ? data.transaction.hash : data.transaction_hash;
    if (hash === null || found.has(hash)) continue;
    const { block_height: blockHeight, timestamp_nanosec: timestampNanosec } = data;
    found.set(hash, { hash, blockHeight, timestampNanosec });
  }
  return [...found.values()].reverse();
}

function listNames(events: readonly ChainEvent[]): string[] {
  return events.flatMap(({ kind, data }) => {
    if (kind === 'transaction') return [data.transaction.signer_id, data.transaction.receiver_id];
    return kind === 'receipt' ? [data.receipt.predecessor_id, data.receipt.receiver_id] : [];
  });
}
