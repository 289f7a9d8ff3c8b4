// What a genesis may contain: each field that makes blocks impossible is refused by name, and
// everything else can produce blocks over several epochs.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keyFromSeed, secretToPublic } from '../../../src/base/crypto/keys.ts';
import { verifyGenesis } from '../../../src/chain/blocks/verifyGenesis.ts';
import { createLocalGenesis } from '../../../src/params/genesisDefaults.ts';
import type { GenesisConfig } from '../../../src/types/genesis.ts';
import { createShardLayout, type ShardLayout } from '../../../src/types/shardLayout.ts';

const local = createLocalGenesis({
  genesisTime: '2023-11-14T22:13:20Z',
  rootKey: secretToPublic(keyFromSeed('ed25519', 'test.near')),
  accounts: [],
  shards: 1,
});

function verify(changes: Partial<GenesisConfig>): void {
  verifyGenesis({ ...local, config: { ...local.config, ...changes } });
}

function layout(boundaryAccounts: string[], shardIds: number[]): ShardLayout {
  const { value } = createShardLayout([], [0]) as Extract<ShardLayout, { kind: 'V2' }>;
  return { kind: 'V2', value: { ...value, boundaryAccounts, shardIds } };
}

const wholeShards = (numShards: number): ShardLayout => ({
  kind: 'V0',
  value: { numShards, version: 0 },
});

test('a local genesis can be used', () => {
  for (const changes of [
    {},
    { shardLayout: wholeShards(4) },
    { shardLayout: layout(['aa', 'bb'], [3, 1, 2]) },
    { numBlockProducerSeats: 256 },
    { genesisHeight: 42_376_888 },
  ]) {
    assert.doesNotThrow(() => verify(changes), JSON.stringify(changes));
  }
});

const refused: readonly [changes: Partial<GenesisConfig>, says: RegExp][] = [
  [{ protocolVersion: 83 }, /protocol version 83, which is not known; .* versions 84 to 88/],
  [{ protocolVersion: 0 }, /protocol version 0/],
  [{ genesisHeight: Number.MAX_SAFE_INTEGER }, /genesis_height/],
  [{ numBlockProducerSeats: 257 }, /num_block_producer_seats 257, which is not from 0 to 256/],
  [{ targetValidatorMandatesPerShard: 0 }, /target_validator_mandates_per_shard 0/],
  [{ targetValidatorMandatesPerShard: 2 ** 40 }, /target_validator_mandates_per_shard/],
  [{ minimumStakeDivisor: 0 }, /minimum_stake_divisor 0/],
  [{ gasPriceAdjustmentRate: [1, 0] }, /gas_price_adjustment_rate with the denominator 0/],
  [{ protocolRewardRate: [0, 0] }, /protocol_reward_rate/],
  [{ maxInflationRate: [1, 0] }, /max_inflation_rate/],
  [{ onlineMinThreshold: [1, 0] }, /online_min_threshold/],
  [{ onlineMaxThreshold: [1, 0] }, /online_max_threshold/],
  [{ minimumStakeRatio: [1, 0] }, /minimum_stake_ratio/],
  [{ protocolUpgradeStakeThreshold: [1, 0] }, /protocol_upgrade_stake_threshold/],
  [{ shardLayout: wholeShards(0) }, /shard_layout of 0 shards/],
  [{ shardLayout: wholeShards(2 ** 40) }, /shard_layout of \d+ shards/],
  [{ shardLayout: layout([], []) }, /shard_layout of 0 shards/],
  [{ shardLayout: layout(['aa'], [0]) }, /shard_layout of 1 shards with 1 boundary accounts/],
  [{ shardLayout: layout(['aa'], [0, 0]) }, /names a shard twice/],
  [{ shardLayout: layout(['aa'], [0, 65536]) }, /the shard 65536, and ids end at 65535/],
  [{ shardLayout: layout(['bb', 'aa'], [0, 1, 2]) }, /boundary accounts are not in order/],
];

test('a field that makes blocks impossible is refused by name', () => {
  for (const [changes, message] of refused) {
    const says = JSON.stringify(changes);
    assert.throws(() => verify(changes), { code: 'unusable_genesis', message }, says);
  }
});
