// Which rows of a cluster will be needed after another one. A wrong guess costs a read; a right one
// saves a round of the request. Rows of the same family come together and need no guess.

import type { Hash } from '../base/crypto/hash.ts';
import { Column } from '../chain/columns/columns.ts';
import { OutcomeRecord } from '../chain/stored/storedRecords.ts';
import { BorshReader } from '../codec/borsh.ts';
import { decode } from '../codec/codec.ts';
import type { ColumnRow, RangeOptions } from '../store/store.ts';
import { blockMerkleKey } from '../store/storeKeys.ts';
import { ChunkHeader } from '../types/chunk.ts';
import { hashesBelow } from './newStateNodes.ts';
import { decodeBlock } from './verifyRow.ts';

const HASH_BYTES = 32;

/** A row; all rows of a partition, named by its first bytes; or some of those, in their order. */
export type MissingRow = {
  readonly column: Column;
  readonly key: Uint8Array;
  readonly kind: 'row' | 'partition' | 'page';
  /** Of a page. */
  readonly range?: RangeOptions;
};

/** What belongs to the same answer, in a chain with this number of blocks. */
export function rowsBeside({ column, key, value }: ColumnRow, blocks: number): MissingRow[] {
  switch (column) {
    case Column.blockAt:
      return [row(Column.block, value)];
    case Column.transaction:
      return [row(Column.block, value.subarray(0, HASH_BYTES))];
    case Column.outcome:
      return besideOutcome(value);
    case Column.block:
      return besideBlock(key, value, blocks);
    // Who made it follows from the block that it builds on.
    case Column.chunk:
      return [row(Column.blockExtra, chunkParent(value))];
    default:
      return [];
  }
}

/** What a node of a state leads to. */
export function rowsBelow(value: Uint8Array): MissingRow[] {
  try {
    const { nodes, value: ofKey } = hashesBelow(value);
    return [...nodes, ...(ofKey === null ? [] : [ofKey])].map((hash) =>
      row(Column.stateNode, hash),
    );
  } catch {
    // The value of a key is under its hash as well, and is no node.
    return [];
  }
}

/** The outcomes of a transaction are asked for together; receipts stand with theirs. */
function besideOutcome(value: Uint8Array): MissingRow[] {
  const { blockHash, outcome } = decode(OutcomeRecord, value);
  const further = outcome.receiptIds.map((id) => row(Column.outcome, id));
  return [row(Column.block, blockHash), ...further];
}

/** Its leaf in the tree says that it belongs to the chain; the oldest headers have no number. */
function besideBlock(hash: Hash, value: Uint8Array, blocks: number): MissingRow[] {
  const { blockOrdinal } = decodeBlock(hash, value).header.rest;
  if (blockOrdinal === 0 || blockOrdinal > blocks) return [];
  return [row(Column.blockMerkle, blockMerkleKey(0, blockOrdinal - 1))];
}

/** A chunk begins with its header. */
function chunkParent(value: Uint8Array): Hash {
  return ChunkHeader.read(new BorshReader(value)).inner.value.prevBlockHash;
}

function row(column: Column, key: Uint8Array): MissingRow {
  return { column, key, kind: 'row' };
}
