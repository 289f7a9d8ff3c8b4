// What epochs keep of each block, made from its header and its place in an epoch.

import { HASH_ZERO, type Hash } from '../../base/crypto/hash.ts';
import type { BlockHeaderInnerLite, BlockHeaderInnerRest } from '../../types/block.ts';
import type { BlockInfo } from '../../types/epoch.ts';

/** The part of a header that matters here. */
export interface EpochHeader {
  readonly prevHash: Hash;
  readonly lite: Pick<BlockHeaderInnerLite, 'height' | 'timestamp'>;
  readonly rest: Pick<
    BlockHeaderInnerRest,
    | 'randomValue'
    | 'prevValidatorProposals'
    | 'chunkMask'
    | 'totalSupply'
    | 'lastFinalBlock'
    | 'latestProtocolVersion'
    | 'chunkEndorsements'
    | 'shardSplit'
  >;
}

type EpochPlace = Pick<BlockInfo, 'lastFinalizedHeight' | 'epochFirstBlock' | 'epochId'>;

export function createBlockInfo(hash: Hash, header: EpochHeader, place: EpochPlace): BlockInfo {
  const { lite, rest } = header;
  return {
    hash,
    height: lite.height,
    lastFinalizedHeight: place.lastFinalizedHeight,
    lastFinalBlockHash: rest.lastFinalBlock,
    prevHash: header.prevHash,
    epochFirstBlock: place.epochFirstBlock,
    epochId: place.epochId,
    proposals: rest.prevValidatorProposals,
    chunkMask: rest.chunkMask,
    latestProtocolVersion: rest.latestProtocolVersion,
    totalSupply: rest.totalSupply,
    timestamp: lite.timestamp,
    chunkEndorsements: rest.chunkEndorsements,
    shardSplit: rest.shardSplit,
  };
}

/**
 * The imagined parent of genesis, its own parent and first block: with it the epochs around genesis
 * follow the rules of all others.
 */
export const BLOCK_BEFORE_GENESIS: BlockInfo = {
  hash: HASH_ZERO,
  height: 0,
  lastFinalizedHeight: 0,
  lastFinalBlockHash: HASH_ZERO,
  prevHash: HASH_ZERO,
  epochFirstBlock: HASH_ZERO,
  epochId: HASH_ZERO,
  proposals: [],
  chunkMask: [],
  latestProtocolVersion: 0,
  totalSupply: 0n,
  timestamp: 0n,
  chunkEndorsements: [],
  shardSplit: null,
};
