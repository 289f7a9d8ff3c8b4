// A new chunk on top of the head: its header says what applying the head gave, its body carries
// what the shard sent then, and the transactions that the producer chose.

import type { Hash } from '../../base/crypto/hash.ts';
import { type ChunkHeader, chunkHash, createChunkInner } from '../../types/chunk.ts';
import type { Formats } from '../../types/formats.ts';
import type { Receipt } from '../../types/receipt.ts';
import type { ShardLayout } from '../../types/shardLayout.ts';
import type { HashedTransaction } from '../../types/transaction.ts';
import {
  encodeChunk,
  outgoingReceiptsRoot,
  type PartCounts,
  transactionsRoot,
} from '../records/chunkRoots.ts';
import type { Authority } from '../signing/authority.ts';
import type { ShardHead } from '../stored/head.ts';

export interface NewChunk {
  readonly header: ChunkHeader;
  readonly hash: Hash;
  readonly transactions: readonly HashedTransaction[];
  readonly prevOutgoingReceipts: readonly Receipt[];
  /** The bytes of the transactions and receipts. */
  readonly payload: Uint8Array;
}

interface ChunkPlace {
  readonly prevHash: Hash;
  readonly prevHeight: number;
  /** The height of the block that includes the chunk; heights between may be left out. */
  readonly heightIncluded: number;
  readonly layout: ShardLayout;
  readonly shardId: number;
  readonly shardIndex: number;
  readonly producer: string;
  readonly format: Formats['chunkInner'];
}

export interface ChunkRules {
  readonly gasLimit: bigint;
  readonly parts: PartCounts;
}

export function buildChunk(
  place: ChunkPlace,
  shard: ShardHead,
  transactions: readonly HashedTransaction[],
  { rules, authority }: { rules: ChunkRules; authority: Authority },
): NewChunk {
  const { extra, outgoingReceipts } = shard;
  const encoded = encodeChunk(transactions, outgoingReceipts, rules.parts);
  const value = {
    prevBlockHash: place.prevHash,
    prevStateRoot: extra.stateRoot,
    prevOutcomeRoot: extra.outcomeRoot,
    encodedMerkleRoot: encoded.root,
    encodedLength: encoded.payload.length,
    heightCreated: place.prevHeight + 1,
    shardId: place.shardId,
    prevGasUsed: extra.gasUsed,
    gasLimit: rules.gasLimit,
    prevBalanceBurnt: extra.balanceBurnt,
    prevOutgoingReceiptsRoot: outgoingReceiptsRoot(place.layout, outgoingReceipts),
    txRoot: transactionsRoot(transactions),
    prevValidatorProposals: extra.proposals,
    congestionInfo: extra.congestionInfo,
    bandwidthRequests: extra.bandwidthRequests,
  };
  const unsigned = {
    version: 3,
    inner: createChunkInner(place.format, value, extra.proposedSplit),
  } as const;
  const hash = chunkHash(unsigned);
  const signature = authority.signChunk(place.producer, hash, place.shardIndex);
  const header = { heightIncluded: place.heightIncluded, signature, ...unsigned };
  const { payload } = encoded;
  return { header, hash, transactions, prevOutgoingReceipts: outgoingReceipts, payload };
}
