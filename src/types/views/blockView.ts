// Blocks, their headers, and the light client's views of them as RPC answers show them.

import { HASH_ZERO, type Hash } from '../../base/crypto/hash.ts';
import { deprecated, described, type TypeOf } from '../../codec/codec.ts';
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

const SlashedValidator = struct('SlashedValidator', { accountId, isDoubleSign: bool });

/** Blocks that older nodes printed lack the fields that came later. */
export const BlockHeaderView = struct('BlockHeaderView', {
  height,
  prevHeight: described(defaulted(option(height), null), 'The height of the previous block.'),
  epochId: hash,
  nextEpochId: hash,
  hash,
  prevHash: hash,
  prevStateRoot: described(
    hash,
    'The merkle root of the state roots of all shards before this block.',
  ),
  blockBodyHash: described(defaulted(option(hash), null), 'The hash of the body of the block.'),
  chunkReceiptsRoot: described(hash, 'The merkle root of the receipts that the chunks sent.'),
  chunkHeadersRoot: described(hash, 'The merkle root of the headers of the chunks.'),
  chunkTxRoot: described(hash, 'The merkle root of the transactions of the chunks.'),
  outcomeRoot: described(hash, 'The merkle root of the outcomes of the previous block.'),
  chunksIncluded: described(u64Number, 'The number of new chunks.'),
  challengesRoot: described(hash, 'Challenges no longer exist: the root of an empty list.'),
  challengesResult: described(vec(SlashedValidator), 'Challenges no longer exist: always empty.'),
  timestamp: described(timestamp, 'Nanoseconds since 1970.'),
  timestampNanosec: described(
    u64Text,
    'The timestamp as text, for clients without 64-bit integers.',
  ),
  randomValue: described(hash, 'The source of randomness of the block.'),
  validatorProposals: described(vec(ValidatorStake), 'The stakes that the chunks propose.'),
  chunkMask: described(vec(bool), 'Whether there is a new chunk, by shard.'),
  gasPrice: described(balance, 'The gas price of the next block.'),
  blockOrdinal: described(
    defaulted(option(u64Number), null),
    'The number of blocks up to this one; heights may be skipped.',
  ),
  rentPaid: deprecated(defaulted(balance, 0n), 'Always 0, kept for backward compatibility.'),
  validatorReward: deprecated(defaulted(balance, 0n), 'Always 0, kept for backward compatibility.'),
  totalSupply: described(balance, 'All tokens that exist.'),
  lastFinalBlock: described(hash, 'The last block with full finality.'),
  lastDsFinalBlock: described(hash, 'The last block with doomslug finality (`near-final`).'),
  nextBpHash: described(hash, "The hash of the next epoch's block producers."),
  blockMerkleRoot: described(hash, 'The merkle root of the hashes of all previous blocks.'),
  epochSyncDataHash: described(
    defaulted(option(hash), null),
    'In the first block of an epoch, the hash of data that epoch sync relies on.',
  ),
  approvals: described(
    vec(option(signature)),
    'The signatures of block producers for the previous block, in their order; null for none.',
  ),
  signature: described(signature, "The block producer's signature of the hash."),
  latestProtocolVersion: described(u32, 'The version that the block producer votes for.'),
  chunkEndorsements: described(
    defaulted(option(vec(byteList)), null),
    'A bitmap of the chunk validators that endorsed the chunk, by shard.',
  ),
  shardSplit: described(
    defaulted(option(pair(shardId, accountId)), null),
    'A shard that will be split, and the first account of its right part.',
  ),
});
export type BlockHeaderView = TypeOf<typeof BlockHeaderView>;

export const BlockView = struct('BlockView', {
  author: described(accountId, 'The account that produced the block.'),
  header: BlockHeaderView,
  chunks: described(
    vec(ChunkHeaderView),
    'The newest chunk of each shard, in the order of the shards; it may be of an earlier block.',
  ),
});
export type BlockView = TypeOf<typeof BlockView>;

/** The hash can be given where it is known: computing it takes longer than all the rest. */
export function blockHeaderToView(
  header: BlockHeader,
  hash: Hash = blockHash(header),
): BlockHeaderView {
  const { version, lite, rest } = header;
  return {
    height: lite.height,
    prevHeight: version >= 3 ? rest.prevHeight : null,
    epochId: lite.epochId,
    nextEpochId: lite.nextEpochId,
    hash,
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

export function blockToView(block: Block, author: string, hash?: Hash): BlockView {
  const chunks = block.body.chunks.map(chunkHeaderToView);
  return { author, header: blockHeaderToView(block.header, hash), chunks };
}

const InnerLiteView = struct('BlockHeaderInnerLiteView', {
  height,
  epochId: hash,
  nextEpochId: hash,
  prevStateRoot: hash,
  outcomeRoot: described(hash, 'The merkle root of the outcomes of the previous block.'),
  timestamp: described(timestamp, 'Nanoseconds since 1970.'),
  timestampNanosec: described(
    u64Text,
    'The timestamp as text, for clients without 64-bit integers.',
  ),
  nextBpHash: described(hash, "The hash of the next epoch's block producers."),
  blockMerkleRoot: described(hash, 'The merkle root of the hashes of all previous blocks.'),
});

/** A header as a light client gets it: enough to compute its hash. */
export const LightHeaderView = struct('LightClientBlockLiteView', {
  prevBlockHash: hash,
  innerRestHash: described(hash, 'The hash of the fields that a light client does not need.'),
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

export const lightBlockProofFields = {
  blockHeaderLite: LightHeaderView,
  blockProof: described(
    MerklePathView,
    'The path from the block to the `block_merkle_root` of the head.',
  ),
} as const;
export const LightBlockProofView = struct(
  'RpcLightClientBlockProofResponse',
  lightBlockProofFields,
);

export const LightClientBlockView = struct('LightClientBlockView', {
  prevBlockHash: hash,
  nextBlockInnerHash: described(hash, 'The hash of the two inner parts of the next header.'),
  innerLite: InnerLiteView,
  innerRestHash: described(hash, 'The hash of the fields that a light client does not need.'),
  nextBps: described(
    option(vec(ValidatorStake)),
    "The next epoch's block producers; null if the client knows them.",
  ),
  approvalsAfterNext: described(
    vec(option(signature)),
    'The signatures of block producers for the block after the next, in their order; null for ' +
      'none.',
  ),
});
export type LightClientBlockView = TypeOf<typeof LightClientBlockView>;
