// The two tries that a shard's state becomes when the shard is split at an account. Follows
// core/store/src/trie/ops/resharding.rs of the reference.

import { concatBytes, equalBytes, utf8ToBytes } from '../base/bytes/bytes.ts';
import type { Hash } from '../base/crypto/hash.ts';
import type { NodeReader } from '../trie/nodeReader.ts';
import { type KeyRange, retainRanges } from '../trie/retainRanges.ts';
import type { TrieChanges } from '../trie/trieRebuild.ts';
import type { AccountId } from '../types/accountId.ts';
import { TRIE_COLUMN } from './trieKey.ts';

type ColumnName = keyof typeof TRIE_COLUMN;

/** Who gets the rows of a column; `by account` stands for the child that holds the account. */
const HEIRS: { readonly [Name in ColumnName]: 'by account' | 'both' | 'left' } = {
  account: 'by account',
  contractCode: 'by account',
  accessKey: 'by account',
  receivedData: 'by account',
  postponedReceiptId: 'by account',
  pendingDataCount: 'by account',
  postponedReceipt: 'by account',
  delayedReceipt: 'both',
  contractData: 'by account',
  promiseYieldIndices: 'both',
  promiseYieldTimeout: 'both',
  promiseYieldReceipt: 'by account',
  // What the parent has not sent yet, the left child sends.
  bufferedReceiptIndices: 'left',
  bufferedReceipt: 'left',
  bandwidthSchedulerState: 'both',
  receiptGroupQueue: 'left',
  receiptGroup: 'left',
  globalContractCode: 'both',
  globalContractNonce: 'both',
  promiseYieldStatus: 'by account',
  yieldIdToDataId: 'by account',
  dataIdToYieldId: 'by account',
};

type ShardSide = 'left' | 'right';

/** The new nodes and the root of each child. The parent's nodes that they share stay stored. */
export function splitTrie(
  nodes: NodeReader,
  root: Hash,
  boundary: AccountId,
): Readonly<Record<ShardSide, TrieChanges>> {
  return {
    left: retainRanges(nodes, root, keyRanges(boundary, 'left')),
    right: retainRanges(nodes, root, keyRanges(boundary, 'right')),
  };
}

/**
 * The keys of a child. What follows an account in a key is below every character of an account, so
 * the rows of accounts before the boundary are the keys before the boundary.
 */
function keyRanges(boundary: AccountId, side: ShardSide): KeyRange[] {
  const ranges: KeyRange[] = [];
  for (const [name, heir] of Object.entries(HEIRS) as [ColumnName, string][]) {
    const column = TRIE_COLUMN[name];
    const start = Uint8Array.of(column);
    const end = Uint8Array.of(column + 1);
    const middle = concatBytes(start, utf8ToBytes(boundary));
    if (heir === 'by account') {
      ranges.push(side === 'left' ? { start, end: middle } : { start: middle, end });
    } else if (heir === 'both' || heir === side) {
      ranges.push({ start, end });
    }
  }
  return joinRanges(ranges);
}

/** One range for those of which each begins where the one before ends. */
function joinRanges(ranges: readonly KeyRange[]): KeyRange[] {
  const joined: KeyRange[] = [];
  for (const range of ranges) {
    const last = joined.at(-1);
    if (last !== undefined && equalBytes(last.end, range.start)) {
      joined[joined.length - 1] = { start: last.start, end: range.end };
    } else {
      joined.push(range);
    }
  }
  return joined;
}
