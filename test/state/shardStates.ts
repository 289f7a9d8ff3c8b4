// States of a shard for tests of splits: their rows differ in length, and their contents have no
// meaning.

import { concatBytes, u64Le, utf8ToBytes } from '../../src/base/bytes/bytes.ts';
import {
  accountTrieKey,
  bandwidthSchedulerStateTrieKey,
  contractCodeTrieKey,
  contractDataTrieKey,
  delayedReceiptIndicesTrieKey,
  TRIE_COLUMN,
} from '../../src/state/trieKey.ts';
import type { TrieChange } from '../../src/trie/trieUpdate.ts';

export function repeat(length: number, byte: number): Uint8Array {
  return new Uint8Array(length).fill(byte);
}

/** The account and one access key for each name, and what every shard has. */
export function shardRows(accounts: readonly string[]): TrieChange[] {
  const rows: TrieChange[] = accounts.flatMap((id) => [
    [accountTrieKey(id), repeat(72, 0x11)],
    [accessKeyRow(id), repeat(9, 0x22)],
  ]);
  rows.push([delayedReceiptIndicesTrieKey(), repeat(16, 0)]);
  rows.push([bandwidthSchedulerStateTrieKey(), repeat(41, 0x44)]);
  return rows;
}

function accessKeyRow(id: string): Uint8Array {
  const column = Uint8Array.of(TRIE_COLUMN.accessKey);
  return concatBytes(column, utf8ToBytes(id), Uint8Array.of(2, 0), repeat(32, 0x33));
}

/** Records of a contract under the keys 00, 01, … */
export function dataRows(id: string, count: number, length: number): TrieChange[] {
  return Array.from({ length: count }, (_, i) => [
    contractDataTrieKey(id, Uint8Array.of(i)),
    repeat(length, 0x66),
  ]);
}

export function codeRow(id: string, length: number): TrieChange {
  return [contractCodeTrieKey(id), repeat(length, 0x55)];
}

/** Receipts that wait: one of a full buffer, and one that is delayed. */
export function queueRows(): TrieChange[] {
  const { bufferedReceiptIndices, bufferedReceipt, delayedReceipt } = TRIE_COLUMN;
  return [
    [Uint8Array.of(bufferedReceiptIndices), repeat(20, 0x77)],
    [concatBytes(Uint8Array.of(bufferedReceipt), u64Le(5), u64Le(0)), repeat(50, 0x88)],
    [concatBytes(Uint8Array.of(delayedReceipt), u64Le(0)), repeat(60, 0x99)],
  ];
}
