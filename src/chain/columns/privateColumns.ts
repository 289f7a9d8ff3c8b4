// Rows that concern only the node that wrote them.

import { concatBytes } from '../../base/bytes/bytes.ts';
import { sha256 } from '../../base/crypto/hash.ts';
import { defineColumn, encoded, RAW } from '../../store/column.ts';
import { UndoRecord } from '../records/storedRecords.ts';
import { OF_BLOCK, wholeKey } from './columnParts.ts';

const PRIVATE = {
  pruning: 'n/a',
  identity: null,
  required: 'none',
  ofBlock: null,
  isSameFollowed: false,
} as const;

export const undo = defineColumn({
  ...PRIVATE,
  name: 'undo',
  number: 19,
  key: OF_BLOCK,
  value: encoded(UndoRecord),
  about: 'the rows that a block after a snapshot changed, as they were before',
  cluster: null,
  isReverted: true,
});

export const originRow = defineColumn({
  ...PRIVATE,
  name: 'originRow',
  number: 28,
  key: {
    text: '0 and hash of a trie key, or 1 and hash of a prefix',
    blockHash: 'none',
    encode: ([kind, name]: readonly ['row' | 'rows', Uint8Array]) =>
      // Keys of contracts may be longer than those of a store.
      concatBytes(Uint8Array.of(kind === 'row' ? 0 : 1), sha256(name)),
  },
  value: RAW,
  about: 'row, or keys, of the network that a fork began from, as its blocks have read them',
  cluster: { partition: wholeKey, isSelfNamed: false },
  isReverted: false,
});
