// What a node keeps that follows a chain without executing it: a flat state instead of a trie, and
// data from its source that nothing proves.

import { bytesToUtf8, utf8ToBytes } from '../../base/bytes/bytes.ts';
import { defineColumn, encoded, NOTHING, RAW } from '../../store/column.ts';
import { authorKey, flatRowKey } from '../../store/storeKeys.ts';
import type { AccountId } from '../../types/accountId.ts';
import { FlatRow, ShownRecord } from '../records/storedRecords.ts';
import {
  accountEnd,
  bytesKeyShape,
  CONTENT_FAMILY,
  firstHash,
  hashKey,
  NUMBER,
  wholeKey,
} from './columnParts.ts';

/**
 * src/follow/rows/followedRows.ts lists the rows of a block; a follower prunes and reverts none.
 */
const FOLLOWED = {
  pruning: 'n/a',
  isReverted: false,
  identity: null,
  required: 'none',
  ofBlock: null,
  isSameFollowed: false,
} as const;

export const author = defineColumn({
  ...FOLLOWED,
  name: 'author',
  number: 21,
  key: {
    text: 'height, and for a chunk its shard',
    blockHash: 'none',
    encode: ([height, shardId]: readonly [height: number, shardId?: number]) =>
      authorKey(height, shardId),
  },
  value: { encode: (accountId: AccountId) => utf8ToBytes(accountId), decode: bytesToUtf8 },
  about: 'account that made the block, or created the chunk',
  cluster: { partition: wholeKey, isSelfNamed: false },
});

export const parent = defineColumn({
  ...FOLLOWED,
  name: 'parent',
  number: 22,
  key: hashKey('receipt id or data id'),
  value: RAW,
  about: 'id of the transaction or receipt that made it',
  cluster: { family: CONTENT_FAMILY, partition: wholeKey, isSelfNamed: false },
});

export const shown = defineColumn({
  ...FOLLOWED,
  name: 'shown',
  number: 23,
  key: hashKey('transaction hash, receipt id or chunk hash'),
  value: encoded(ShownRecord),
  about: 'what a source shows of it and nothing proves',
  cluster: { family: CONTENT_FAMILY, partition: wholeKey, isSelfNamed: false },
  isProbed: true,
});

export const stateKey = defineColumn({
  ...FOLLOWED,
  name: 'stateKey',
  number: 24,
  key: bytesKeyShape('trie key'),
  value: NOTHING,
  about: 'nothing: the key may be listed',
  isProbed: true,
  // All keys of one kind that an account has.
  cluster: { partition: (key) => accountEnd(key, 1), isGrowing: true, isSelfNamed: false },
});

export const stateAt = defineColumn({
  ...FOLLOWED,
  name: 'stateAt',
  number: 25,
  key: {
    text: 'hash of a trie key, height downwards',
    blockHash: 'none',
    encode: ([trieKey, height]: readonly [Uint8Array, number]) => flatRowKey(trieKey, height),
  },
  value: FlatRow,
  about: 'the row of the state from that block on',
  // All versions of a row, the newest first.
  cluster: { partition: firstHash, isSelfNamed: false },
});

export const stateMark = defineColumn({
  ...FOLLOWED,
  name: 'stateMark',
  number: 26,
  key: {
    text: 'account, or nothing for the whole state',
    blockHash: 'none',
    encode: (accountId: AccountId | null) => utf8ToBytes(accountId ?? ''),
  },
  value: NUMBER,
  about: 'height from which on its state is known in full',
  cluster: { partition: wholeKey, isSelfNamed: false },
});
