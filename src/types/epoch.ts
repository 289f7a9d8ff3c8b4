// What is kept for each block and each epoch. A header commits to these records at every epoch
// start (epoch_sync_data_hash), in the formats of their epochs; they are stored in the newest
// format, which has all fields of the older ones.

import { fail } from '../base/assert.ts';
import { compareUtf8 } from '../base/bytes/utf8Order.ts';
import { bytesOnly, type Codec, type TypeOf } from '../codec/codec.ts';
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
import type { Formats } from './formats.ts';
import { balance, hash, height, shardId, timestamp } from './primitives.ts';
import { ShardLayout } from './shardLayout.ts';
import { ValidatorStake } from './validatorStake.ts';

export const accountKey: MapKey<AccountId> = {
  codec: accountId,
  compare: compareUtf8,
  format: (id) => id,
  parse: (id) => id,
};

/** A list or map of an older format that was never filled, and that values do not have. */
const unused: Codec<undefined> = bytesOnly({
  write: (writer) => writer.u32(0),
  read: () => fail('older formats are only written'),
});

const blockFields = {
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
} as const;
const blockEnd = { totalSupply: balance, timestamp, chunkEndorsements: vec(bytes) } as const;

/** Stored in format V4. */
export const BlockInfo = versioned(
  3,
  struct({ ...blockFields, ...blockEnd, shardSplit: option(pair(shardId, accountId)) }),
);
export type BlockInfo = TypeOf<typeof BlockInfo>;

/** For writing only. */
export const blockInfoFormats: Readonly<Record<Formats['blockInfo'], Codec<BlockInfo>>> = {
  V3: versioned(2, struct({ ...blockFields, slashed: unused, ...blockEnd })) as Codec<never>,
  V4: BlockInfo,
};

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

const seats = {
  epochHeight: u64Number,
  validators: vec(ValidatorStake),
  validatorToIndex: sortedMap(accountKey, u64Number),
  blockProducersSettlement: vec(u64Number),
  chunkProducersSettlement: vec(vec(u64Number)),
} as const;
const unusedSeats = {
  hiddenValidatorsSettlement: unused,
  fishermen: unused,
  fishermenToIndex: unused,
} as const;
const changes = {
  stakeChange: sortedMap(accountKey, balance),
  validatorReward: sortedMap(accountKey, balance),
  validatorKickout: sortedMap(accountKey, KickoutReason),
  mintedAmount: balance,
  seatPrice: balance,
  protocolVersion: u32,
} as const;
const draws = {
  rngSeed: fixedBytes(32),
  blockProducersSampler: StakeWeightedIndex,
  chunkProducersSampler: vec(StakeWeightedIndex),
  validatorMandates: ValidatorMandates,
} as const;

/**
 * Stored in format V5. V4 has no layout, because before resharding each version had a fixed one;
 * the layout of such an epoch comes from the epoch configuration of its version.
 */
export const EpochInfo = versioned(
  4,
  struct({
    ...seats,
    ...changes,
    shardLayout: ShardLayout,
    lastResharding: option(u64Number),
    ...draws,
  }),
);
export type EpochInfo = TypeOf<typeof EpochInfo>;

/** For writing only. */
export const epochInfoFormats: Readonly<Record<Formats['epochInfo'], Codec<EpochInfo>>> = {
  V4: versioned(3, struct({ ...seats, ...unusedSeats, ...changes, ...draws })) as Codec<never>,
  V5: EpochInfo,
};
