// Which rows of a cluster will be needed after another one. A wrong guess costs a read; a right one
// saves a round trip. Rows of the same family are loaded together and need no guess.

import type { Hash } from '../base/crypto/hash.ts';
import { Column } from '../chain/columns/columns.ts';
import { ChunkPlace, OutcomeRecord, sharedPathKey } from '../chain/records/storedRecords.ts';
import { BorshReader } from '../codec/borsh.ts';
import { decode } from '../codec/codec.ts';
import type { ColumnRow, RangeOptions } from '../store/store.ts';
import { blockMerkleKey } from '../store/storeKeys.ts';
import { ChunkHeader } from '../types/chunk.ts';
import { hashesBelow } from './newStateNodes.ts';
import { decodeBlock } from './verifyRow.ts';

const HASH_BYTES = 32;

/** A row; all rows of a partition, named by its first bytes; or a page of those, in key order. */
export type MissingRow = {
  readonly column: Column;
  readonly key: Uint8Array;
  readonly kind: 'row' | 'partition' | 'page';
  /** For a page. */
  readonly range?: RangeOptions;
};

/** The rows that belong to the same response, in a chain with this number of blocks. */
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
    case Column.emptyChunk:
      return [row(Column.block, decode(ChunkPlace, value).blockHash)];
    // The producer of a chunk is computed from the block that it builds on.
    case Column.chunk:
      return [row(Column.blockExtra, chunkParent(value))];
    default:
      return [];
  }
}

/** The rows that a state node refers to. */
export function rowsBelow(value: Uint8Array): MissingRow[] {
  try {
    const { nodes, value: ofKey } = hashesBelow(value);
    return [...nodes, ...(ofKey === null ? [] : [ofKey])].map((hash) =>
      row(Column.stateNode, hash),
    );
  } catch {
    // Values of keys are stored under their hash as well, and are not nodes.
    return [];
  }
}

/** The outcomes of a transaction are requested together; receipts are in the same family. */
function besideOutcome(value: Uint8Array): MissingRow[] {
  const record = decode(OutcomeRecord, value);
  const further = record.outcome.receiptIds.map((id) => row(Column.outcome, id));
  const path = sharedPathKey(record);
  if (path !== null) further.push(row(Column.outcomePath, path));
  return [row(Column.block, record.blockHash), ...further];
}

/**
 * Its leaf in the Merkle tree proves that it is part of the chain; the oldest headers have no
 * ordinal.
 */
function besideBlock(hash: Hash, value: Uint8Array, blocks: number): MissingRow[] {
  const { blockOrdinal } = decodeBlock(hash, value).header.rest;
  if (blockOrdinal === 0 || blockOrdinal > blocks) return [];
  return [row(Column.blockMerkle, blockMerkleKey(0, blockOrdinal - 1))];
}

/** A chunk starts with its header. */
function chunkParent(value: Uint8Array): Hash {
  return ChunkHeader.read(new BorshReader(value)).inner.value.prevBlockHash;
}

function row(column: Column, key: Uint8Array): MissingRow {
  return { column, key, kind: 'row' };
}
