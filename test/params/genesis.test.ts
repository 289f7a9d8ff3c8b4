// The genesis of local chains. With the same keys and periods, the result must equal the
// reference's own genesis.json (`referenceGenesis.json`).

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keyFromSeed, parsePublicKey, secretToPublic } from '../../src/base/crypto/keys.ts';
import {
  createLocalGenesis,
  fundedAccountIds,
  localShardIds,
} from '../../src/params/genesisDefaults.ts';
import { Genesis, type GenesisConfig } from '../../src/types/genesis.ts';
import { shardIdOfAccount } from '../../src/types/shardLayout.ts';
import { readText } from '../support/repository.ts';

const reference = JSON.parse(readText('test/params/referenceGenesis.json'));

function createGenesis(accountCount: number, shards: number, config?: Partial<GenesisConfig>) {
  return createLocalGenesis({
    genesisTime: reference.genesis_time,
    rootKey: parsePublicKey(reference.validators[0].public_key),
    accounts: fundedAccountIds(accountCount).map((accountId) => ({
      accountId,
      publicKey: secretToPublic(keyFromSeed('ed25519', accountId)),
    })),
    shards,
    config,
  });
}

test('with its keys and periods, the genesis is the one that the reference writes', () => {
  const config = { protocolVersion: 87, epochLength: 60, transactionValidityPeriod: 100 };
  const genesis = createGenesis(0, 1, config);
  assert.deepEqual(JSON.parse(Genesis.json(genesis)), reference);
});

test('the supply is the sum of all balances, and the periods are long', () => {
  const { config, records } = createGenesis(10, 1);
  assert.equal(config.totalSupply, 2_050_100_000n * 10n ** 24n);
  assert.equal(records.length, 24);
  assert.equal(config.epochLength, 43_200);
  assert.ok(config.transactionValidityPeriod <= 2 * config.epochLength);
});

test('funded accounts have distinct names', () => {
  const ids = fundedAccountIds(12);
  assert.equal(new Set(ids).size, 12);
  assert.deepEqual([ids[0], ids[11]], ['alice.test.near', 'user12.test.near']);
});

test('shard ids are shuffled as the reference shuffles them', () => {
  const table = [
    [0],
    [1, 0],
    [2, 1, 0],
    [3, 1, 0, 2],
    [0, 4, 3, 2, 1],
    [0, 4, 5, 2, 1, 3],
    [6, 2, 5, 0, 4, 1, 3],
    [6, 2, 5, 0, 4, 7, 3, 1],
  ];
  for (const ids of table) assert.deepEqual(localShardIds(ids.length), ids);
});

test('shards hold about the same number of funded accounts', () => {
  for (const [accountCount, shards] of [
    [10, 2],
    [10, 4],
    [10, 12],
    [0, 2],
    [0, 40],
  ] as const) {
    const { config } = createGenesis(accountCount, shards);
    const ids = ['test.near', 'near', ...fundedAccountIds(accountCount)];
    const used = new Set(ids.map((id) => shardIdOfAccount(config.shardLayout, id)));
    assert.equal(used.size, Math.min(shards, ids.length), `${accountCount} over ${shards}`);
  }
});
