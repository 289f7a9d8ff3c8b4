// Blocks, their headers, and the light client's views of them as RPC answers show them.

import { HASH_ZERO } from '../../base/crypto/hash.ts';
import type { TypeOf } from '../../codec/codec.ts';
import {
  bool,
  byteList,
  option,
  pair,
  u32,
  u64Number,
  u64Text,
  vec,
} from '../../codec/primitives.ts';
import { defaulted, struct } from '../../codec/struct.ts';
import { accountId } from '../accountId.ts';
import { type Block, type BlockHeader, blockHash, innerRestHash } from '../block.ts';
import { balance, hash, height, shardId, signature, timestamp } from '../primitives.ts';
import { ValidatorStake } from '../validatorStake.ts';
import { ChunkHeaderView, chunkHeaderToView } from './chunkView.ts';
import { MerklePathView } from './outcomeView.ts';

/** Blocks that older nodes printed lack the fields that came later. */
export const BlockHeaderView = struct({
  height,
  prevHeight: defaulted(option(height), null),
  epochId: hash,
  nextEpochId: hash,
  hash,
  prevHash: hash,
  prevStateRoot: hash,
  blockBodyHash: defaulted(option(hash), null),
  chunkReceiptsRoot: hash,
  chunkHeadersRoot: hash,
  chunkTxRoot: hash,
  outcomeRoot: hash,
  chunksIncluded: u64Number,
  /** Challenges no longer exist; the two fields stay as they were when empty. */
  challengesRoot: hash,
  challengesResult: vec(bool),
  timestamp,
  timestampNanosec: u64Text,
  randomValue: hash,
  validatorProposals: vec(ValidatorStake),
  chunkMask: vec(bool),
  gasPrice: balance,
  blockOrdinal: defaulted(option(u64Number), null),
  /** Deprecated, always zero, like `validatorReward`. */
  rentPaid: defaulted(balance, 0n),
  validatorReward: defaulted(balance, 0n),
  totalSupply: balance,
  lastFinalBlock: hash,
  lastDsFinalBlock: hash,
  nextBpHash: hash,
  blockMerkleRoot: hash,
  epochSyncDataHash: defaulted(option(hash), null),
  approvals: vec(option(signature)),
  signature,
  latestProtocolVersion: u32,
  chunkEndorsements: defaulted(option(vec(byteList)), null),
  shardSplit: defaulted(option(pair(shardId, accountId)), null),
});
export type BlockHeaderView = TypeOf<typeof BlockHeaderView>;

export const BlockView = struct({
  author: accountId,
  header: BlockHeaderView,
  chunks: vec(ChunkHeaderView),
});
export type BlockView = TypeOf<typeof BlockView>;

export function blockHeaderToView(header: BlockHeader): BlockHeaderView {
  const { version, lite, rest } = header;
  return {
    height: lite.height,
    prevHeight: version >= 3 ? rest.prevHeight : null,
    epochId: lite.epochId,
    nextEpochId: lite.nextEpochId,
    hash: blockHash(header),
    prevHash: header.prevHash,
    prevStateRoot: lite.prevStateRoot,
    blockBodyHash: version >= 4 ? rest.blockBodyHash : null,
    chunkReceiptsRoot: rest.prevChunkOutgoingReceiptsRoot,
    chunkHeadersRoot: rest.chunkHeadersRoot,
    chunkTxRoot: rest.chunkTxRoot,
    outcomeRoot: lite.prevOutcomeRoot,
    chunksIncluded: rest.chunkMask.filter(Boolean).length,
    challengesRoot: header.legacy?.challengesRoot ?? HASH_ZERO,
    challengesResult: [],
    timestamp: lite.timestamp,
    timestampNanosec: lite.timestamp,
    randomValue: rest.randomValue,
    validatorProposals: rest.prevValidatorProposals,
    chunkMask: rest.chunkMask,
    gasPrice: rest.nextGasPrice,
    blockOrdinal: rest.blockOrdinal === 0 ? null : rest.blockOrdinal,
    rentPaid: 0n,
    validatorReward: 0n,
    totalSupply: rest.totalSupply,
    lastFinalBlock: rest.lastFinalBlock,
    lastDsFinalBlock: rest.lastDsFinalBlock,
    nextBpHash: lite.nextBpHash,
    blockMerkleRoot: lite.blockMerkleRoot,
    epochSyncDataHash: rest.epochSyncDataHash,
    approvals: rest.approvals,
    signature: header.signature,
    latestProtocolVersion: rest.latestProtocolVersion,
    chunkEndorsements: version >= 5 ? rest.chunkEndorsements : null,
    shardSplit: rest.shardSplit,
  };
}

export function blockToView(block: Block, author: string): BlockView {
  const chunks = block.body.chunks.map(chunkHeaderToView);
  return { author, header: blockHeaderToView(block.header), chunks };
}

const InnerLiteView = struct({
  height,
  epochId: hash,
  nextEpochId: hash,
  prevStateRoot: hash,
  outcomeRoot: hash,
  timestamp,
  timestampNanosec: u64Text,
  nextBpHash: hash,
  blockMerkleRoot: hash,
});

/** A header as a light client gets it: enough to compute its hash. */
export const LightHeaderView = struct({
  prevBlockHash: hash,
  innerRestHash: hash,
  innerLite: InnerLiteView,
});
export type LightHeaderView = TypeOf<typeof LightHeaderView>;

export function innerLiteToView(header: BlockHeader): TypeOf<typeof InnerLiteView> {
  const { lite } = header;
  return { ...lite, outcomeRoot: lite.prevOutcomeRoot, timestampNanosec: lite.timestamp };
}

export function lightHeaderToView(header: BlockHeader): LightHeaderView {
  return {
    prevBlockHash: header.prevHash,
    innerRestHash: innerRestHash(header),
    innerLite: innerLiteToView(header),
  };
}

export const LightBlockProofView = struct({
  blockHeaderLite: LightHeaderView,
  blockProof: MerklePathView,
});

export const LightClientBlockView = struct({
  prevBlockHash: hash,
  nextBlockInnerHash: hash,
  innerLite: InnerLiteView,
  innerRestHash: hash,
  nextBps: option(vec(ValidatorStake)),
  approvalsAfterNext: vec(option(signature)),
});
export type LightClientBlockView = TypeOf<typeof LightClientBlockView>;
