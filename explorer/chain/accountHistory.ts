// The history of an account from the node's index: transactions, newest first, each with the role
// of the account.

import type { ResultOf } from 'perigee/client';
import { loadTrails } from './loadTrails.ts';
import { askNode } from './node.ts';
import type { Trail } from './trail.ts';

/** The maximum number of entries in one response. */
const PAGE_ENTRIES = 100;
const SUB_ACCOUNTS_MAX = 100;

type HistoryAnswer = ResultOf<'perigee_account_history'>;
type HistoryEntry = HistoryAnswer['entries'][number];

/** The role of an account in a transaction. */
export interface Share {
  readonly isSigner: boolean;
  readonly isReceiver: boolean;
  /** Receipts of it that the account executed. */
  readonly executed: number;
}

export interface History {
  readonly trails: readonly Trail[];
  readonly shares: ReadonlyMap<string, Share>;
  readonly isComplete: boolean;
}

/** The newest entries, at least this many if they exist. */
export async function readHistory(account_id: string, entriesMin: number): Promise<History> {
  const entries: HistoryEntry[] = [];
  let cursor: string | null = null;
  do {
    const limit = Math.min(PAGE_ENTRIES, entriesMin - entries.length);
    const params = { account_id, limit, ...(cursor !== null && { cursor }) };
    const answer: HistoryAnswer = await askNode('perigee_account_history', params);
    entries.push(...answer.entries);
    cursor = answer.cursor;
  } while (cursor !== null && entries.length < entriesMin);
  const placed = new Map<string, HistoryEntry>();
  const shares = new Map<string, Share>();
  for (const entry of entries) {
    const { transaction_hash: hash } = entry;
    if (hash === null) continue;
    shares.set(hash, addShare(shares.get(hash), entry));
    // The oldest entry is closest to the transaction itself; the newest determines the order.
    placed.set(hash, entry);
  }
  const trails = await loadTrails(
    [...placed].map(([hash, { block_height: blockHeight, timestamp_nanosec }]) => {
      return { hash, blockHeight, timestampNanosec: timestamp_nanosec };
    }),
  );
  return { trails, shares, isComplete: cursor === null };
}

function addShare(known: Share | undefined, { role }: HistoryEntry): Share {
  const { isSigner, isReceiver, executed } = known ?? {
    isSigner: false,
    isReceiver: false,
    executed: 0,
  };
  return {
    isSigner: isSigner || role === 'signed',
    isReceiver: isReceiver || role === 'received',
    executed: executed + (role === 'executed' ? 1 : 0),
  };
}

/** Sub-accounts that have a history. */
export async function readSubAccounts(account_id: string): Promise<SubAccounts> {
  const params = { account_id, limit: SUB_ACCOUNTS_MAX };
  const { account_ids } = await askNode('perigee_sub_accounts', params);
  return { names: [...account_ids].sort(), isComplete: account_ids.length < SUB_ACCOUNTS_MAX };
}

export interface SubAccounts {
  readonly names: readonly string[];
  readonly isComplete: boolean;
}
