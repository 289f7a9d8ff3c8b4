// The roots by which a chunk header commits to its content: transactions, outgoing receipts by
// shard, outcomes, and the erasure-coded parts of the whole.

import { u32Le } from '../../base/bytes/bytes.ts';
import { type Hash, sha256, sha256Pieces } from '../../base/crypto/hash.ts';
import { encodeParts } from '../../base/erasure/reedSolomon.ts';
import {
  hashesRoot,
  type MerklePathItem,
  merkleRoot,
  merkleRootAndPaths,
} from '../../base/merkle/merkle.ts';
import { encode, encodedHash } from '../../codec/codec.ts';
import { pair, vec } from '../../codec/primitives.ts';
import { receiptShardId } from '../../runtime/receipts/receiptRouting.ts';
import { ChunkPayload } from '../../types/chunk.ts';
import { type OutcomeWithId, outcomeLeaf } from '../../types/outcome.ts';
import { shardId } from '../../types/primitives.ts';
import { Receipt } from '../../types/receipt.ts';
import { type ShardLayout, shardIds } from '../../types/shardLayout.ts';
import type { HashedTransaction } from '../../types/transaction.ts';

export function transactionsRoot(transactions: readonly HashedTransaction[]): Hash {
  return merkleRoot(transactions.map((transaction) => sha256(transaction.bytes)));
}

/** The receipts for one shard, in order of creation. */
export function receiptsForShard(
  layout: ShardLayout,
  receipts: readonly Receipt[],
  shard: number,
): readonly Receipt[] {
  return receipts.filter((receipt) => receiptShardId(layout, receipt) === shard);
}

const ShardReceipts = pair(shardId, vec(Receipt));

export function outgoingReceiptsRoot(layout: ShardLayout, receipts: readonly Receipt[]): Hash {
  const byShard = new Map(shardIds(layout).map((shard): [number, Receipt[]] => [shard, []]));
  for (const receipt of receipts) byShard.get(receiptShardId(layout, receipt))?.push(receipt);
  return hashesRoot([...byShard].map((list) => encodedHash(ShardReceipts, list)));
}

/** The root over a chunk's outcomes, and the path of each of them. */
export function outcomesRoot(outcomes: readonly OutcomeWithId[]): {
  root: Hash;
  paths: MerklePathItem[][];
} {
  return merkleRootAndPaths(outcomes.map(outcomeLeaf));
}

/** Into how many parts the chain cuts its chunks, and how many of them are data. */
export interface PartCounts {
  readonly total: number;
  readonly data: number;
}

/**
 * Follows from the seats of block producers in the genesis file, for the whole life of the chain.
 */
export function partCounts(numBlockProducerSeats: number): PartCounts {
  const total = Math.max(2, numBlockProducerSeats);
  return { total, data: total <= 3 ? 1 : Math.floor((total - 1) / 3) };
}

/** The genesis chunks are always cut into three parts. */
export const GENESIS_PARTS: PartCounts = { total: 3, data: 1 };

interface EncodedChunk {
  /** The bytes that the parts are cut from. */
  readonly payload: Uint8Array;
  readonly root: Hash;
}

// An idle chain encodes the same empty payload for every chunk of its life.
const emptyChunks = new Map<number, EncodedChunk>();
const EMPTY_LENGTH = 8;

export function encodeChunk(
  transactions: readonly HashedTransaction[],
  prevOutgoingReceipts: readonly Receipt[],
  parts: PartCounts,
): EncodedChunk {
  const isEmpty = transactions.length === 0 && prevOutgoingReceipts.length === 0;
  if (!isEmpty) {
    return encodePayload(encode(ChunkPayload, { transactions, prevOutgoingReceipts }), parts);
  }
  let encoded = emptyChunks.get(parts.total);
  if (encoded === undefined) {
    encoded = encodePayload(new Uint8Array(EMPTY_LENGTH), parts);
    emptyChunks.set(parts.total, encoded);
  }
  return encoded;
}

function encodePayload(payload: Uint8Array, { data, total }: PartCounts): EncodedChunk {
  const leaves = encodeParts(payload, data, total).map((part) =>
    sha256Pieces(u32Le(part.length), part),
  );
  return { payload, root: merkleRoot(leaves) };
}
