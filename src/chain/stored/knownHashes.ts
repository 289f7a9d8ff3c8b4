// The blocks, transactions and receipts whose hashes begin with given digits: rows are in the order
// of their hashes, so few are read, however many there are.

import { base58PrefixRanges } from '../../base/bytes/base58Prefix.ts';
import { HASH_LENGTH, type Hash } from '../../base/crypto/hash.ts';
import type { StoreReader } from '../../store/store.ts';
import { Column } from '../columns/columns.ts';

const COLUMN_OF = {
  block: Column.block,
  transaction: Column.transaction,
  receipt: Column.receipt,
} as const;

export type HashKind = keyof typeof COLUMN_OF;

export function* readHashes(store: StoreReader, kind: HashKind, prefix: string): Generator<Hash> {
  for (const range of base58PrefixRanges(prefix, HASH_LENGTH)) {
    for (const [key] of store.range(COLUMN_OF[kind], range)) yield key.slice();
  }
}
