// What the epoch manager keeps for each block and each epoch. These encodings are consensus: a
// header commits to them at every epoch start (epoch_sync_data_hash).

import { compareUtf8 } from '../base/bytes/utf8Order.ts';
import type { TypeOf } from '../codec/codec.ts';
import { type MapKey, sortedMap } from '../codec/map.ts';
import {
  bool,
  bytes,
  fixedBytes,
  option,
  pair,
  u32,
  u64Number,
  u128,
  vec,
} from '../codec/primitives.ts';
import { struct } from '../codec/struct.ts';
import { union, unit, versioned } from '../codec/union.ts';
import { type AccountId, accountId } from './accountId.ts';
import { balance, hash, height, shardId, timestamp } from './primitives.ts';
import { ShardLayout } from './shardLayout.ts';
import { ValidatorStake } from './validatorStake.ts';

export const accountKey: MapKey<AccountId> = {
  codec: accountId,
  compare: compareUtf8,
  format: (id) => id,
  parse: (id) => id,
};

/** The current layout (V4) of what is kept for a block. */
export const BlockInfo = versioned(
  3,
  struct({
    hash,
    height,
    lastFinalizedHeight: height,
    lastFinalBlockHash: hash,
    prevHash: hash,
    epochFirstBlock: hash,
    epochId: hash,
    proposals: vec(ValidatorStake),
    chunkMask: vec(bool),
    latestProtocolVersion: u32,
    totalSupply: balance,
    timestamp,
    chunkEndorsements: vec(bytes),
    shardSplit: option(pair(shardId, accountId)),
  }),
);
export type BlockInfo = TypeOf<typeof BlockInfo>;

const producedOf = struct({ produced: u64Number, expected: u64Number });

/** The JSON names of the two amounts of NotEnoughStake say their width. */
const stakeAndThreshold = struct({ stakeU128: u128, thresholdU128: u128 });

export const KickoutReason = union(
  'ValidatorKickoutReason',
  {
    UnusedSlashed: unit,
    NotEnoughBlocks: producedOf,
    NotEnoughChunks: producedOf,
    Unstaked: unit,
    NotEnoughStake: stakeAndThreshold,
    DidNotGetASeat: unit,
    NotEnoughChunkEndorsements: producedOf,
    ProtocolVersionTooOld: struct({ version: u32, networkVersion: u32 }),
  },
  { names: { UnusedSlashed: '_UnusedSlashed' } },
);
export type KickoutReason = TypeOf<typeof KickoutReason>;

export const StakeWeightedIndex = struct({
  stakeSum: balance,
  aliases: vec(u64Number),
  noAliasOdds: vec(balance),
});
export type StakeWeightedIndex = TypeOf<typeof StakeWeightedIndex>;

/** Chunk validators' shares: whole mandates by validator, and what is left of each stake. */
export const ValidatorMandates = struct({
  config: struct({ targetMandatesPerShard: u64Number, numShards: u64Number }),
  stakePerMandate: balance,
  mandates: vec(u64Number),
  partials: vec(pair(u64Number, balance)),
});
export type ValidatorMandates = TypeOf<typeof ValidatorMandates>;

/** The current layout (V5). */
export const EpochInfo = versioned(
  4,
  struct({
    epochHeight: u64Number,
    validators: vec(ValidatorStake),
    validatorToIndex: sortedMap(accountKey, u64Number),
    blockProducersSettlement: vec(u64Number),
    chunkProducersSettlement: vec(vec(u64Number)),
    stakeChange: sortedMap(accountKey, balance),
    validatorReward: sortedMap(accountKey, balance),
    validatorKickout: sortedMap(accountKey, KickoutReason),
    mintedAmount: balance,
    seatPrice: balance,
    protocolVersion: u32,
    shardLayout: ShardLayout,
    lastResharding: option(u64Number),
    rngSeed: fixedBytes(32),
    blockProducersSampler: StakeWeightedIndex,
    chunkProducersSampler: vec(StakeWeightedIndex),
    validatorMandates: ValidatorMandates,
  }),
);
export type EpochInfo = TypeOf<typeof EpochInfo>;
