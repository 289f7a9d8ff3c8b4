// Everything that one applied block adds to the store, as one batch: after its commit the block
// exists with all its consequences, before it nothing of it does.

import { concatBytes, keyToBytes } from '../../base/bytes/bytes.ts';
import type { Hash } from '../../base/crypto/hash.ts';
import { encode } from '../../codec/codec.ts';
import { TRIE_COLUMN } from '../../state/trieKey.ts';
import type { Batch } from '../../store/store.ts';
import { type Block, mayFollowUnnumbered } from '../../types/block.ts';
import { ChunkHeader, isEmptyChunk } from '../../types/chunk.ts';
import { Column } from '../columns/columns.ts';
import {
  type CompletedSubtree,
  completedSubtrees,
  type SubtreeRoot,
} from '../records/blockProof.ts';
import { TipRecord } from '../records/storedRecords.ts';
import type { ChainTip } from '../stored/chainReader.ts';
import type { Head } from '../stored/head.ts';
import { writeOutcomes } from '../stored/outcomePaths.ts';
import type { AppliedShard } from './applyBlock.ts';
import type { NewChunk } from './buildChunk.ts';
import type { ChildShard } from './splitShards.ts';

/** Changes of other rows are bookkeeping that no answer shows. */
const SHOWN_COLUMNS: ReadonlySet<number> = new Set([
  TRIE_COLUMN.account,
  TRIE_COLUMN.contractCode,
  TRIE_COLUMN.accessKey,
  TRIE_COLUMN.contractData,
]);

export function writeTip(
  batch: Batch,
  name: 'head' | 'finalHead' | 'tail' | 'collected',
  tip: ChainTip,
): void {
  batch.put(Column.meta, name, encode(TipRecord, tip));
}

/** The block itself, its place in the chain and in the tree over all blocks. */
export function writeBlock(batch: Batch, head: Head, subtree: SubtreeRoot): void {
  const { block, hash, ancestors } = head;
  const { height } = block.header.lite;
  batch.put(Column.block, hash, block);
  batch.put(Column.blockAt, height, hash);
  if (ancestors.size > 0) writeSuccessor(batch, block, hash);
  for (const completed of completedSubtrees(ancestors.size, hash, subtree)) {
    writeSubtree(batch, completed);
  }
  writeTip(batch, 'head', { hash, height });
}

/**
 * Only next to blocks without a number, which the oldest headers lack: the successor of any other
 * block is the next leaf of the tree.
 */
export function writeSuccessor(batch: Batch, { header }: Pick<Block, 'header'>, hash: Hash): void {
  if (mayFollowUnnumbered(header)) batch.put(Column.nextBlock, header.prevHash, hash);
}

/** Of a block whose ancestors are not all known: it still has a number, unless it is very old. */
export function writeLeaf(batch: Batch, { header }: Pick<Block, 'header'>, hash: Hash): void {
  const { blockOrdinal } = header.rest;
  if (blockOrdinal === 0) return;
  writeSubtree(batch, { level: 0, index: blockOrdinal - 1, root: hash });
}

export function writeSubtree(batch: Batch, { root, ...place }: CompletedSubtree): void {
  batch.put(Column.blockMerkle, place, root);
}

export function writeChunk(
  batch: Batch,
  blockHash: Hash,
  { header, hash, transactions, payload }: Omit<NewChunk, 'prevOutgoingReceipts'>,
): void {
  if (isEmptyChunk(header)) {
    batch.put(Column.emptyChunk, hash, { blockHash, shardId: header.inner.value.shardId });
    return;
  }
  // This is the encoding of a Chunk; its payload can be large and was encoded before.
  batch.putBytes(Column.chunk, hash, concatBytes(encode(ChunkHeader, header), payload));
  for (const transaction of transactions) {
    batch.put(Column.transaction, transaction.hash, { blockHash, signed: transaction });
  }
}

/** New nodes and values of a shard's state. */
export function writeNodes(batch: Batch, nodes: ReadonlyMap<string, Uint8Array>): void {
  for (const [key, bytes] of nodes) batch.put(Column.stateNode, keyToBytes(key), bytes);
}

/** A shard that begins with the next block: only its state exists yet. */
export function writeChild(
  batch: Batch,
  blockHash: Hash,
  { shardId, head, nodes }: ChildShard,
): void {
  batch.put(Column.chunkExtra, [blockHash, shardId], head.extra);
  writeNodes(batch, nodes);
}

/** What applying the block did on one shard. */
export function writeShard(batch: Batch, blockHash: Hash, shard: AppliedShard): void {
  const { shardId, result, changed, head, outcomes } = shard;
  batch.put(Column.chunkExtra, [blockHash, shardId], head.extra);
  writeNodes(batch, changed.nodes);
  for (const { key: trieKey, changes } of changed.changes) {
    if (!SHOWN_COLUMNS.has(trieKey[0] as number)) continue;
    batch.put(Column.stateChanges, [blockHash, trieKey, shardId], changes);
  }
  if (!shard.isNewChunk) return;
  if (result.outgoingReceipts.length > 0) {
    batch.put(Column.outgoingReceipts, [blockHash, shardId], result.outgoingReceipts);
  }
  for (const { receipt, parentId } of result.receipts) {
    batch.put(Column.receipt, receipt.receiptId, { parentId, receipt });
  }
  const { paths } = outcomes;
  writeOutcomes(batch, { blockHash, shardId, outcomes: result.outcomes, paths });
}
