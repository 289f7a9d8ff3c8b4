// Which rows of a ring will be wanted after another one. A wrong guess costs a read; a right one
// saves a round of the request.

import { OutcomeRecord } from '../chain/storedRecords.ts';
import { decode } from '../codec/codec.ts';
import { Column } from '../store/columns.ts';
import { hashesBelow } from '../store/ringNodes.ts';
import type { MissingRow } from '../store/rowsMissing.ts';
import { blockMerkleKey, blockShardKey } from '../store/storeKeys.ts';
import { Block } from '../types/block.ts';

const HASH_BYTES = 32;

/** What belongs to the same answer. `isAsked`: it was asked for itself, not brought along. */
export function rowsBeside(
  { column, key }: MissingRow,
  value: Uint8Array,
  isAsked: boolean,
): MissingRow[] {
  switch (column) {
    case Column.transaction:
      return [row(Column.outcome, key), row(Column.block, value.subarray(0, HASH_BYTES))];
    case Column.outcome:
      return besideOutcome(value);
    case Column.block:
      return besideBlock(key, value, isAsked);
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

/** The outcomes of a transaction are asked for together, and its receipts with them. */
function besideOutcome(value: Uint8Array): MissingRow[] {
  const { blockHash, outcome } = decode(OutcomeRecord, value);
  const further = outcome.receiptIds.flatMap((id) => [
    row(Column.outcome, id),
    row(Column.receipt, id),
  ]);
  return [row(Column.block, blockHash), ...further];
}

/** Its leaf in the tree says that it belongs to the chain; the rest is for its own sake. */
function besideBlock(hash: Uint8Array, value: Uint8Array, isAsked: boolean): MissingRow[] {
  const { header, body } = decode(Block, value);
  const { blockOrdinal } = header.rest;
  const leaf =
    blockOrdinal === 0 ? [] : [row(Column.blockMerkle, blockMerkleKey(0, blockOrdinal - 1))];
  if (!isAsked) return leaf;
  const shards = body.chunks.map(({ inner }) => blockShardKey(hash, inner.value.shardId));
  return [
    ...leaf,
    row(Column.blockExtra, hash),
    ...shards.map((key) => row(Column.chunkExtra, key)),
  ];
}

function row(column: Column, key: Uint8Array): MissingRow {
  return { column, key, kind: 'row' };
}
