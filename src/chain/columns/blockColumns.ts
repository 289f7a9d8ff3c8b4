// Blocks, their chunks, and where each is in the chain.

import { equalBytes } from '../../base/bytes/bytes.ts';
import type { Hash } from '../../base/crypto/hash.ts';
import { type BlockContext, defineColumn, encoded, RAW } from '../../store/column.ts';
import { blockMerkleKey } from '../../store/storeKeys.ts';
import {
  Block,
  blockHash,
  decodeBlock,
  mayFollowUnnumbered,
  newChunks,
} from '../../types/block.ts';
import { Chunk, chunkHash } from '../../types/chunk.ts';
import { hashTransaction } from '../../types/transaction.ts';
import { completedPlaces, type SubtreePlace } from '../records/blockProof.ts';
import { ChunkExtra } from '../records/chunkExtra.ts';
import { transactionsRoot } from '../records/chunkRoots.ts';
import { BlockExtraRecord, ChunkPlace, HashList, ReceiptList } from '../records/storedRecords.ts';
import {
  BLOCK_FAMILY,
  CONTENT_FAMILY,
  firstHash,
  hashKey,
  isGenesis,
  OF_BLOCK,
  OF_HEIGHT,
  OF_SHARD,
  wholeKey,
} from './columnParts.ts';
import { REPEATED } from './repeatedBytes.ts';

export const block = defineColumn({
  name: 'block',
  number: 1,
  key: OF_BLOCK,
  value: { ...encoded(Block), decode: decodeBlock },
  about: 'block',
  cluster: { family: BLOCK_FAMILY, partition: wholeKey, hasBundle: true, isSelfNamed: true },
  pruning: 'with block',
  isReverted: true,
  identity: { of: ({ header }) => blockHash(header) },
  required: 'all',
  ofBlock: { list: ({ hash }) => [hash] },
  // A follower is shown the header and the chunks' headers only.
  isSameFollowed: false,
  repeated: REPEATED,
});

export const blockAt = defineColumn({
  name: 'blockAt',
  number: 2,
  key: OF_HEIGHT,
  value: RAW,
  about: 'block hash',
  cluster: { partition: wholeKey, hasBundle: true, isSelfNamed: false },
  // It distinguishes a pruned block from a height without one.
  pruning: 'kept',
  isReverted: true,
  identity: null,
  required: 'all',
  ofBlock: { list: (context) => [context.block.header.lite.height] },
  isSameFollowed: true,
});

export const blockExtra = defineColumn({
  name: 'blockExtra',
  number: 3,
  key: OF_BLOCK,
  value: encoded(BlockExtraRecord),
  about: 'what epochs keep of it, and the number of its ancestors',
  cluster: { partition: wholeKey, isSelfNamed: true },
  pruning: 'with block',
  isReverted: true,
  identity: null,
  required: 'full state',
  ofBlock: { list: ({ hash }) => [hash] },
  isSameFollowed: false,
  repeated: REPEATED,
});

export const nextBlock = defineColumn({
  name: 'nextBlock',
  number: 4,
  key: hashKey('block hash'),
  value: RAW,
  about: 'hash of the next block, for a block that has no number',
  cluster: { partition: wholeKey, isSelfNamed: false },
  pruning: 'with named block',
  isReverted: true,
  identity: null,
  // Next to blocks without a number; see src/verify/checkReferences.ts.
  required: 'none',
  ofBlock: { list: listPredecessor },
  isSameFollowed: true,
});

export const blockMerkle = defineColumn({
  name: 'blockMerkle',
  number: 5,
  key: {
    text: 'level, index',
    blockHash: 'none',
    encode: ({ level, index }: SubtreePlace) => blockMerkleKey(level, index),
  },
  value: RAW,
  about: 'root of a complete subtree over block hashes',
  // Neighbouring subtrees share a partition: the level, and the index without its last byte.
  cluster: { partition: () => 8, isSelfNamed: false },
  pruning: 'kept',
  isReverted: true,
  identity: null,
  required: 'full state',
  ofBlock: { list: ({ block: { header } }) => completedBy(header.rest.blockOrdinal) },
  isSameFollowed: true,
});

export const chunk = defineColumn({
  name: 'chunk',
  number: 6,
  key: hashKey('chunk hash'),
  value: encoded(Chunk),
  about: 'chunk that has transactions or receipts',
  cluster: { family: CONTENT_FAMILY, partition: wholeKey, isSelfNamed: true },
  pruning: 'with block',
  isReverted: true,
  identity: { of: identifyChunk },
  // If it is not empty; see src/verify/checkReferences.ts.
  required: 'none',
  ofBlock: { list: listNewChunks },
  isSameFollowed: true,
  isProbed: true,
  repeated: REPEATED,
});

export const emptyChunk = defineColumn({
  name: 'emptyChunk',
  number: 29,
  key: hashKey('chunk hash'),
  value: encoded(ChunkPlace),
  about: 'block and shard of a chunk without transactions and receipts; its header is in the block',
  cluster: { family: CONTENT_FAMILY, partition: wholeKey, isSelfNamed: true },
  pruning: 'with block',
  isReverted: true,
  identity: null,
  // If it is empty; see src/verify/checkReferences.ts.
  required: 'none',
  ofBlock: { list: listNewChunks },
  isSameFollowed: true,
  isProbed: true,
});

export const chunkExtra = defineColumn({
  name: 'chunkExtra',
  number: 7,
  key: OF_SHARD,
  value: encoded(ChunkExtra),
  about: 'result of applying the shard',
  cluster: { family: BLOCK_FAMILY, partition: firstHash, isSelfNamed: true },
  pruning: 'with block',
  isReverted: true,
  identity: null,
  required: 'full state',
  // After the last block of an epoch, shards that begin with the next one have rows as well.
  ofBlock: 'all with its hash',
  isSameFollowed: false,
  isCommon: true,
});

export const outgoingReceipts = defineColumn({
  name: 'outgoingReceipts',
  number: 8,
  key: OF_SHARD,
  value: encoded(ReceiptList),
  about: 'receipts that go out, if there are any',
  cluster: { partition: wholeKey, isSelfNamed: true },
  pruning: 'with block',
  isReverted: true,
  identity: null,
  // Where a new chunk sent something; see src/verify/checkReferences.ts.
  required: 'none',
  ofBlock: { list: listShards },
  isSameFollowed: true,
  repeated: REPEATED,
});

export const outcomeIds = defineColumn({
  name: 'outcomeIds',
  number: 9,
  key: OF_SHARD,
  value: encoded(HashList),
  about: 'ids of the outcomes, in order',
  cluster: { partition: wholeKey, isSelfNamed: true },
  pruning: 'with block',
  isReverted: true,
  identity: null,
  // Where something was executed; see src/verify/checkReferences.ts.
  required: 'none',
  ofBlock: { list: listShards },
  isSameFollowed: true,
});

/** Older stores have this row of every block; nothing reads it, and it goes when it is pruned. */
function listPredecessor(context: BlockContext): Hash[] {
  const { header } = context.block;
  return isGenesis(context) || !mayFollowUnnumbered(header) ? [] : [header.prevHash];
}

/** The oldest headers do not have their number. */
function completedBy(blockOrdinal: number): SubtreePlace[] {
  return blockOrdinal === 0 ? [] : completedPlaces(blockOrdinal - 1);
}

function listNewChunks({ block }: BlockContext): Hash[] {
  return newChunks(block).map(chunkHash);
}

function listShards({ hash, block: { body } }: BlockContext): (readonly [Hash, number])[] {
  return body.chunks.map(({ inner }) => [hash, inner.value.shardId]);
}

/** The header commits to the transactions. */
function identifyChunk({ header, transactions }: Chunk): Hash | null {
  const root = transactionsRoot(transactions.map(hashTransaction));
  return equalBytes(root, header.inner.value.txRoot) ? chunkHash(header) : null;
}
