// Which configuration the epochs of a protocol version have: from files, from the genesis, or
// built in. Files are what users write, so each fault is refused by name.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { U64_MAX } from '../../src/base/bytes/bigints.ts';
import { keyFromSeed, secretToPublic } from '../../src/base/crypto/keys.ts';
import { parseJson } from '../../src/base/json/plainJson.ts';
import { createEpochConfigs } from '../../src/params/epochConfigs.ts';
import { createLocalGenesis } from '../../src/params/genesisDefaults.ts';
import { EpochConfig } from '../../src/types/epochConfig.ts';
import type { GenesisConfig, Ratio } from '../../src/types/genesis.ts';
import { ShardLayout } from '../../src/types/shardLayout.ts';
import { createSplittableLayout, splitStatically } from '../support/staticSplit.ts';

const local = createLocalGenesis({
  genesisTime: '2023-11-14T22:13:20Z',
  rootKey: secretToPublic(keyFromSeed('ed25519', 'test.near')),
  accounts: [],
  shards: 2,
}).config;

const LAYOUT = createSplittableLayout(['mm'], [0, 1]);
const SPLIT = splitStatically(LAYOUT, 'tt');

const NUMBERS = {
  epoch_length: 60,
  num_block_producer_seats: 50,
  block_producer_kickout_threshold: 90,
  chunk_producer_kickout_threshold: 90,
  chunk_validator_only_kickout_threshold: 80,
  target_validator_mandates_per_shard: 68,
  validator_max_kickout_stake_perc: 30,
  online_min_threshold: [90, 100],
  online_max_threshold: [99, 100],
  fishermen_threshold: '10000000000000000000000000',
  minimum_stake_divisor: 10,
  protocol_upgrade_stake_threshold: [4, 5],
  num_chunk_producer_seats: 100,
  num_chunk_validator_seats: 300,
  minimum_validators_per_shard: 1,
  minimum_stake_ratio: [160, 1_000_000],
  chunk_producer_assignment_changes_limit: 5,
  shuffle_shard_assignment_for_chunk_producers: false,
  max_inflation_rate: [1, 40],
};
const DYNAMIC = {
  memory_usage_threshold: 3000,
  min_child_memory_usage: 1000,
  max_number_of_shards: 8,
  min_epochs_between_resharding: 1,
  force_split_shards: [],
  block_split_shards: [7],
};

const dynamicFile = (changes: object = {}) =>
  EpochConfig.parse({ ...NUMBERS, dynamic_resharding_config: { ...DYNAMIC, ...changes } });
const staticFile = (layout: ShardLayout, changes: object = {}) =>
  EpochConfig.parse({
    ...NUMBERS,
    shard_layout: parseJson(ShardLayout.json(layout)),
    ...changes,
  });

test('the chain id decides whether its genesis sets the epoch configuration', () => {
  type Row = [chainId: string, inflation: Ratio, ratio: Ratio, fishermen: bigint, share: number];
  const table: Row[] = [
    ['localnet', [1, 40], [1, 6250], 10n ** 25n, 100],
    ['test-chain', [1, 40], [1, 6250], 10n ** 25n, 100],
    ['test-chain-BSIJg', [1, 20], [1, 7000], 5n, 30],
  ];
  const common: Partial<GenesisConfig> = {
    epochLength: 7,
    numBlockProducerSeats: 3,
    fishermenThreshold: 5n,
    minimumStakeRatio: [1, 7000],
    maxKickoutStakePerc: 30,
  };
  for (const [chainId, inflation, ratio, fishermen, share] of table) {
    const genesis = { ...local, chainId, ...common };
    const configs = createEpochConfigs(genesis);
    for (const version of [genesis.protocolVersion, genesis.protocolVersion + 1]) {
      const config = configs.at(version);
      assert.deepEqual(config.maxInflationRate, inflation, chainId);
      assert.deepEqual(config.minimumStakeRatio, ratio, chainId);
      assert.equal(config.fishermenThreshold, fishermen, chainId);
      assert.equal(config.validatorMaxKickoutStakePerc, share, chainId);
      assert.equal(config.epochLength, 7);
      assert.equal(config.numBlockProducerSeats, 3);
      assert.deepEqual(config.shardLayoutConfig, { kind: 'static', layout: genesis.shardLayout });
    }
    assert.equal(configs.genesisLayout, genesis.shardLayout);
    assert.deepEqual(configs.layoutHistory(genesis.protocolVersion), [genesis.shardLayout]);
  }
});

test('the epoch configuration of a public network is not invented', () => {
  for (const chainId of ['mainnet', 'testnet']) {
    const create = () => createEpochConfigs({ ...local, chainId }, new Map([[87, dynamicFile()]]));
    assert.throws(create, { code: 'unknown_epoch_config' }, chainId);
  }
});

test('a file is read and written', () => {
  for (const config of [
    dynamicFile(),
    dynamicFile({ memory_usage_threshold: U64_MAX, max_number_of_shards: U64_MAX }),
    staticFile(SPLIT),
  ]) {
    assert.deepEqual(EpochConfig.parse(parseJson(EpochConfig.json(config))), config);
  }
  assert.deepEqual(dynamicFile().shardLayoutConfig, {
    kind: 'dynamic',
    config: {
      memoryUsageThreshold: 3000n,
      minChildMemoryUsage: 1000n,
      maxNumberOfShards: 8n,
      minEpochsBetweenResharding: 1n,
      forceSplitShards: [],
      blockSplitShards: [7],
    },
  });
  const both = staticFile(LAYOUT, { dynamic_resharding_config: DYNAMIC });
  assert.equal(both.shardLayoutConfig.kind, 'static');
});

test('every key of a file is required', () => {
  const whole = { ...NUMBERS, dynamic_resharding_config: DYNAMIC };
  for (const key of Object.keys(NUMBERS)) {
    const { [key]: _, ...rest } = whole as Record<string, unknown>;
    assert.throws(() => EpochConfig.parse(rest), { code: 'json', message: RegExp(key) }, key);
  }
  for (const key of Object.keys(DYNAMIC)) {
    const { [key]: _, ...rest } = DYNAMIC as Record<string, unknown>;
    const json = { ...NUMBERS, dynamic_resharding_config: rest };
    assert.throws(() => EpochConfig.parse(json), { code: 'json', message: RegExp(key) }, key);
  }
  assert.throws(() => EpochConfig.parse(NUMBERS), /shard_layout` or `dynamic_resharding_config/);
  assert.throws(() => EpochConfig.parse({ ...whole, block_producer_kickout_threshold: 256 }), {
    code: 'json',
  });
});

test('a version uses the file of the largest version up to its own', () => {
  const genesis = { ...local, protocolVersion: 85, chainId: 'test-chain-1', epochLength: 7 };
  const files = new Map([
    [87, dynamicFile()],
    [84, staticFile(LAYOUT)],
    [86, staticFile(SPLIT, { num_block_producer_seats: 9 })],
    [80, staticFile(createSplittableLayout(['zz'], [4, 5]))],
  ]);
  const configs = createEpochConfigs(genesis, files);
  const kinds = [85, 86, 87, 88].map((version) => configs.at(version).shardLayoutConfig.kind);
  assert.deepEqual(kinds, ['static', 'static', 'dynamic', 'dynamic']);
  const seats = [85, 86, 87].map((version) => configs.at(version).numBlockProducerSeats);
  assert.deepEqual(seats, [50, 9, 50]);
  assert.equal(configs.at(86).epochLength, 7, 'the genesis has the length of epochs');
  assert.deepEqual(configs.genesisLayout, LAYOUT);
  assert.throws(() => configs.at(83), { code: 'epoch_config', message: /none for version 83/ });
  assert.deepEqual(configs.layoutHistory(85), [LAYOUT]);
  assert.deepEqual(configs.layoutHistory(88), [SPLIT, LAYOUT]);
});

test('a dynamic configuration takes the first layout from the genesis', () => {
  const genesis = { ...local, protocolVersion: 87 };
  const configs = createEpochConfigs(genesis, new Map([[87, dynamicFile()]]));
  assert.equal(configs.genesisLayout, genesis.shardLayout);
  assert.deepEqual(configs.layoutHistory(87), []);
});

test('layouts that follow each other unchanged count once', () => {
  const genesis = { ...local, protocolVersion: 84 };
  const files = new Map([84, 85, 86].map((version) => [version, staticFile(LAYOUT)] as const));
  assert.deepEqual(createEpochConfigs(genesis, files).layoutHistory(86), [LAYOUT]);
});

test('files with which no epoch can be made are refused by name', () => {
  const unsorted: ShardLayout = {
    kind: 'V2',
    value: { ...LAYOUT.value, boundaryAccounts: ['zz', 'aa'], shardIds: [0, 1, 2] },
  };
  const refused: [files: [number, EpochConfig][], message: RegExp][] = [
    [[], /there is none for version 84/],
    [[[85, staticFile(LAYOUT)]], /there is none for version 84/],
    [[[84, dynamicFile()]], /84\.json has a dynamic_resharding_config, .* version 85/],
    [[[84, staticFile(unsorted)]], /84\.json has a shard_layout whose boundary accounts/],
    [
      [
        [84, staticFile(LAYOUT)],
        [86, dynamicFile({ min_epochs_between_resharding: 0 })],
      ],
      /86\.json has min_epochs_between_resharding 0/,
    ],
    [
      [[84, staticFile(LAYOUT, { online_min_threshold: [1, 0] })]],
      /84\.json has online_min_threshold with the denominator 0/,
    ],
    [
      [[84, staticFile(LAYOUT, { target_validator_mandates_per_shard: 0 })]],
      /84\.json has target_validator_mandates_per_shard 0/,
    ],
    [
      [[84, staticFile(LAYOUT, { minimum_stake_divisor: 0 })]],
      /84\.json has minimum_stake_divisor 0/,
    ],
  ];
  for (const [files, message] of refused) {
    const create = () => createEpochConfigs({ ...local, protocolVersion: 84 }, new Map(files));
    assert.throws(create, { code: 'epoch_config', message }, `${message}`);
  }
});
