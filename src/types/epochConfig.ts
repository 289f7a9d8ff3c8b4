// The configuration of the epochs of a protocol version, as files of `epoch_configs` have it: who
// validates, what is paid, and which shards there are.

import { type Codec, JsonError, jsonOnly, type TypeOf } from '../codec/codec.ts';
import { bool, option, u8, u64, u64Number, vec } from '../codec/primitives.ts';
import { omitNull, struct } from '../codec/struct.ts';
import { Ratio } from './genesis.ts';
import { balance, shardId } from './primitives.ts';
import { ShardLayout } from './shardLayout.ts';

/** Amounts may be as large as 2^64 - 1, which means that a shard is never split. */
const DynamicReshardingConfig = struct({
  memoryUsageThreshold: u64,
  minChildMemoryUsage: u64,
  maxNumberOfShards: u64,
  minEpochsBetweenResharding: u64,
  forceSplitShards: vec(shardId),
  blockSplitShards: vec(shardId),
});
export type DynamicReshardingConfig = TypeOf<typeof DynamicReshardingConfig>;

/** The layout of the version, or how layouts change while the version is in use. */
type ShardLayoutConfig =
  | { readonly kind: 'static'; readonly layout: ShardLayout }
  | { readonly kind: 'dynamic'; readonly config: DynamicReshardingConfig };

const numbers = {
  epochLength: u64Number,
  numBlockProducerSeats: u64Number,
  blockProducerKickoutThreshold: u8,
  chunkProducerKickoutThreshold: u8,
  chunkValidatorOnlyKickoutThreshold: u8,
  targetValidatorMandatesPerShard: u64Number,
  validatorMaxKickoutStakePerc: u8,
  onlineMinThreshold: Ratio,
  onlineMaxThreshold: Ratio,
  fishermenThreshold: balance,
  minimumStakeDivisor: u64Number,
  protocolUpgradeStakeThreshold: Ratio,
  numChunkProducerSeats: u64Number,
  numChunkValidatorSeats: u64Number,
  minimumValidatorsPerShard: u64Number,
  minimumStakeRatio: Ratio,
  chunkProducerAssignmentChangesLimit: u64Number,
  shuffleShardAssignmentForChunkProducers: bool,
  maxInflationRate: Ratio,
} as const;

const Numbers = struct(numbers);
const EpochConfigFile = struct({
  ...numbers,
  shardLayout: omitNull(option(ShardLayout)),
  dynamicReshardingConfig: omitNull(option(DynamicReshardingConfig)),
});

export type EpochConfig = TypeOf<typeof Numbers> & {
  readonly shardLayoutConfig: ShardLayoutConfig;
};

/** A file that has both a layout and a dynamic configuration counts as static. */
export const EpochConfig: Codec<EpochConfig> = jsonOnly({
  json: ({ shardLayoutConfig: shards, ...config }) =>
    EpochConfigFile.json({
      ...config,
      shardLayout: shards.kind === 'static' ? shards.layout : null,
      dynamicReshardingConfig: shards.kind === 'dynamic' ? shards.config : null,
    }),
  parse: (json) => {
    const { shardLayout, dynamicReshardingConfig, ...config } = EpochConfigFile.parse(json);
    if (shardLayout !== null) {
      return { ...config, shardLayoutConfig: { kind: 'static', layout: shardLayout } };
    }
    if (dynamicReshardingConfig === null) {
      throw new JsonError('missing field `shard_layout` or `dynamic_resharding_config`');
    }
    return { ...config, shardLayoutConfig: { kind: 'dynamic', config: dynamicReshardingConfig } };
  },
  schema: EpochConfigFile.schema,
});
