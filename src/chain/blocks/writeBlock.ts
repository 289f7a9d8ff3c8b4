// Everything that one applied block adds to the store, as one batch: after its commit the block
// exists with all its consequences, before it nothing of it does.

import { concatBytes, keyToBytes, utf8ToBytes } from '../../base/bytes/bytes.ts';
import type { Hash } from '../../base/crypto/hash.ts';
import { encode } from '../../codec/codec.ts';
import { TRIE_COLUMN } from '../../state/trieKey.ts';
import { Column } from '../../store/columns.ts';
import type { Batch } from '../../store/store.ts';
import {
  blockMerkleKey,
  blockShardKey,
  metaKey,
  numberKey,
  stateChangeKey,
} from '../../store/storeKeys.ts';
import { Block } from '../../types/block.ts';
import { ChunkHeader } from '../../types/chunk.ts';
import { StateChanges } from '../../types/stateChange.ts';
import { LightClientBlockView } from '../../types/views/blockView.ts';
import {
  type CompletedSubtree,
  completedSubtrees,
  type SubtreeRoot,
} from '../lightClient/blockProof.ts';
import type { ChainTip } from '../stored/chainReader.ts';
import type { Head } from '../stored/head.ts';
import {
  HashList,
  OutcomeRecord,
  ReceiptList,
  ReceiptRecord,
  TipRecord,
  TransactionRecord,
} from '../stored/storedRecords.ts';
import type { AppliedShard } from './applyBlock.ts';
import type { NewChunk } from './buildChunk.ts';
import { ChunkExtra } from './chunkExtra.ts';

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
  batch.put(Column.meta, metaKey(name), encode(TipRecord, tip));
}

/** The block itself, its place in the chain and in the tree over all blocks. */
export function writeBlock(batch: Batch, head: Head, subtree: SubtreeRoot): void {
  const { block, hash, ancestors } = head;
  const { height } = block.header.lite;
  batch.put(Column.block, hash, encode(Block, block));
  batch.put(Column.blockAt, numberKey(height), hash);
  if (ancestors.size > 0) batch.put(Column.nextBlock, block.header.prevHash, hash);
  for (const completed of completedSubtrees(ancestors.size, hash, subtree)) {
    writeSubtree(batch, completed);
  }
  writeTip(batch, 'head', { hash, height });
}

/** Of a block whose ancestors are not all known: it still has a number, unless it is very old. */
export function writeLeaf(batch: Batch, { header }: Pick<Block, 'header'>, hash: Hash): void {
  const { blockOrdinal } = header.rest;
  if (blockOrdinal === 0) return;
  writeSubtree(batch, { level: 0, index: blockOrdinal - 1, root: hash });
}

export function writeSubtree(batch: Batch, { level, index, root }: CompletedSubtree): void {
  batch.put(Column.blockMerkle, blockMerkleKey(level, index), root);
}

export function writeChunk(
  batch: Batch,
  blockHash: Hash,
  { header, hash, transactions, payload }: Omit<NewChunk, 'prevOutgoingReceipts'>,
): void {
  // This is the encoding of a Chunk; its payload can be large and was encoded before.
  batch.put(Column.chunk, hash, concatBytes(encode(ChunkHeader, header), payload));
  for (const transaction of transactions) {
    const record = { blockHash, signed: transaction };
    batch.put(Column.transaction, transaction.hash, encode(TransactionRecord, record));
  }
}

export function writeChunkExtra(batch: Batch, key: Uint8Array, extra: ChunkExtra): void {
  batch.put(Column.chunkExtra, key, encode(ChunkExtra, extra));
}

/** New nodes and values of a shard's state. */
export function writeNodes(batch: Batch, nodes: ReadonlyMap<string, Uint8Array>): void {
  for (const [key, bytes] of nodes) batch.put(Column.stateNode, keyToBytes(key), bytes);
}

/** What applying the block did on one shard. */
export function writeShard(batch: Batch, blockHash: Hash, shard: AppliedShard): void {
  const { shardId, result, changed, head, outcomes } = shard;
  const key = blockShardKey(blockHash, shardId);
  writeChunkExtra(batch, key, head.extra);
  writeNodes(batch, changed.nodes);
  for (const { key: trieKey, changes } of changed.changes) {
    if (!SHOWN_COLUMNS.has(trieKey[0] as number)) continue;
    const row = stateChangeKey(blockHash, trieKey, shardId);
    batch.put(Column.stateChanges, row, encode(StateChanges, changes));
  }
  if (!shard.isNewChunk) return;
  batch.put(Column.outgoingReceipts, key, encode(ReceiptList, result.outgoingReceipts));
  for (const { receipt, parentId } of result.receipts) {
    batch.put(Column.receipt, receipt.receiptId, encode(ReceiptRecord, { parentId, receipt }));
  }
  if (result.outcomes.length === 0) return;
  batch.put(
    Column.outcomeIds,
    key,
    encode(
      HashList,
      result.outcomes.map(({ id }) => id),
    ),
  );
  result.outcomes.forEach(({ id, outcome }, i) => {
    const record = { blockHash, shardId, proof: outcomes.paths[i] ?? [], outcome };
    batch.put(Column.outcome, id, encode(OutcomeRecord, record));
  });
}

export function writeLightClientBlock(
  batch: Batch,
  epochId: Hash,
  block: LightClientBlockView,
): void {
  batch.put(Column.lightClientBlock, epochId, utf8ToBytes(LightClientBlockView.json(block)));
}
