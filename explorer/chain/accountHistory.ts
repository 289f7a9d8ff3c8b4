// The history of an account from the node's index: transactions, newest first, each with the role
// of the account.

import type { ResultOf } from 'perigee/client';
import { loadTrails } from './loadTrails.ts';
import { askMany, askNode } from './node.ts';
import type { Trail } from './trail.ts';
import type { Account } from './wire.ts';

/** The maximum number of entries in one response. */
const PAGE_ENTRIES = 100;
/** A transaction mostly has two entries of an account: what it signed, and the refund. */
const ENTRIES_EACH = 2;
/** A transaction can have many receipts. */
const ENTRIES_EACH_MAX = 100;
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

export interface HistoryRow {
  readonly trail: Trail;
  readonly share: Share;
  /** The blocks in which nothing else concerned the account; null if it shares one. */
  readonly heights: readonly number[] | null;
}

export interface History {
  readonly rows: readonly HistoryRow[];
  /** The blocks of all entries. */
  readonly heights: readonly number[];
  readonly isComplete: boolean;
}

/** The newest transactions, at least this many if they exist. */
export async function readHistory(account_id: string, wanted: number): Promise<History> {
  const entries: HistoryEntry[] = [];
  const hashes = new Set<string | null>();
  const entriesMax = ENTRIES_EACH_MAX * wanted;
  let cursor: string | null = null;
  do {
    const limit = Math.min(PAGE_ENTRIES, ENTRIES_EACH * (wanted - hashes.size));
    const params = { account_id, limit, ...(cursor !== null && { cursor }) };
    const answer: HistoryAnswer = await askNode('perigee_account_history', params);
    entries.push(...answer.entries);
    for (const { transaction_hash } of answer.entries) hashes.add(transaction_hash);
    cursor = answer.cursor;
  } while (cursor !== null && hashes.size < wanted && entries.length < entriesMax);
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
  const ownHeights = heightsOfEach(entries);
  const rows = trails.map((trail) => {
    const { hash } = trail.transaction;
    const share = shares.get(hash) ?? NO_SHARE;
    return { trail, share, heights: ownHeights.get(hash) ?? null };
  });
  const heights = entries.map(({ block_height }) => block_height);
  return { rows, heights, isComplete: cursor === null };
}

/** The blocks of each transaction that it has for itself; none for one that shares a block. */
function heightsOfEach(entries: readonly HistoryEntry[]): Map<string, number[]> {
  const owners = new Map<number, Set<string | null>>();
  for (const { block_height, transaction_hash } of entries) {
    owners.set(block_height, (owners.get(block_height) ?? new Set()).add(transaction_hash));
  }
  const heights = new Map<string, number[]>();
  const shared = new Set<string | null>();
  for (const [height, hashes] of owners) {
    for (const hash of hashes) {
      if (hashes.size > 1 || hash === null) shared.add(hash);
      else heights.set(hash, [...(heights.get(hash) ?? []), height]);
    }
  }
  for (const hash of shared) if (hash !== null) heights.delete(hash);
  return heights;
}

const NO_SHARE: Share = { isSigner: false, isReceiver: false, executed: 0 };

function addShare(known: Share | undefined, { role }: HistoryEntry): Share {
  const { isSigner, isReceiver, executed } = known ?? NO_SHARE;
  return {
    isSigner: isSigner || role === 'signed',
    isReceiver: isReceiver || role === 'received',
    executed: executed + (role === 'executed' ? 1 : 0),
  };
}

export interface SubAccounts {
  readonly names: readonly string[];
  readonly isComplete: boolean;
}

/** Sub-accounts that have a history. */
export async function readSubAccounts(account_id: string): Promise<SubAccounts> {
  const params = { account_id, limit: SUB_ACCOUNTS_MAX };
  const { account_ids } = await askNode('perigee_sub_accounts', params);
  return { names: [...account_ids].sort(), isComplete: account_ids.length < SUB_ACCOUNTS_MAX };
}

/** By name; null for an account that is gone. */
export async function readAccounts(
  names: readonly string[],
): Promise<ReadonlyMap<string, Account | null>> {
  const found = await askMany<Account>(
    names.map((name) => ({
      method: 'query',
      params: { request_type: 'view_account', account_id: name, finality: 'optimistic' },
    })),
  );
  return new Map(names.map((name, at) => [name, found[at] ?? null]));
}
