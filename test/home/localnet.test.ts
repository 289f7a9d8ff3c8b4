// The folders of a local network: the files of every role compared with those that the reference
// writes, and that nothing existing is touched.

import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { formatPublicKey, keyFromSeed, secretToPublic } from '../../src/base/crypto/keys.ts';
import { HomeError, readHome } from '../../src/home/homeFolder.ts';
import { type Localnet, type LocalnetRole, writeLocalnet } from '../../src/home/localnet.ts';
import { shardIds } from '../../src/types/shardLayout.ts';
import { createTemporaryFolder } from '../support/temporaryFolder.ts';

const NEAR = 10n ** 24n;
const ROLES: LocalnetRole[] = ['validator', 'validator', 'archival', 'rpc', 'plain'];

function network(changes: Partial<Localnet> = {}): Localnet {
  return {
    prefix: 'node',
    nodes: ROLES.map((role, index) => ({ role, rpcAddress: `127.0.0.1:${4000 + index}` })),
    shards: 3,
    tracksAllShards: false,
    chainId: 'test-chain-00000',
    protocol: {},
    genesisTime: '2026-11-15T12:00:00Z',
    ...changes,
  };
}

test('all nodes have the same genesis, with their accounts and the treasury', () => {
  const folders = writeLocalnet(createTemporaryFolder(), network());
  const [text, ...others] = folders.map((folder) => readFileSync(join(folder, 'genesis.json')));
  for (const other of others) assert.deepEqual(other, text);
  const { config, records } = readHome(folders[0] as string).genesis;
  assert.deepEqual(
    config.validators.map(({ accountId, amount }) => [accountId, amount]),
    [
      ['node0', 50_000_000n * NEAR],
      ['node1', 50_000_000n * NEAR],
    ],
  );
  const accounts = records.flatMap((record) => {
    if (record.kind !== 'Account') return [];
    const { accountId, account } = record.value;
    return [[accountId, account.amount / NEAR, account.locked / NEAR]];
  });
  assert.deepEqual(accounts, [
    ['node0', 950_000_000n, 50_000_000n],
    ['node1', 950_000_000n, 50_000_000n],
    ['node2', 1_000_000_000n, 0n],
    ['node3', 1_000_000_000n, 0n],
    ['node4', 1_000_000_000n, 0n],
    ['near', 1_000_000_000n, 0n],
  ]);
  assert.equal(config.totalSupply, 6_000_000_000n * NEAR);
  assert.deepEqual(
    [config.epochLength, config.transactionValidityPeriod, config.numBlockProducerSeats],
    [60, 100, 2],
  );
  assert.equal(config.protocolTreasuryAccount, 'near');
  assert.deepEqual(shardIds(config.shardLayout), [2, 1, 0]);
});

test('keys are derived from the name of the folder', () => {
  const [folder = ''] = writeLocalnet(createTemporaryFolder(), network({ prefix: 'test' }));
  const expected = formatPublicKey(secretToPublic(keyFromSeed('ed25519', 'test0')));
  for (const [file, accountId] of [
    ['validator_key.json', 'test0'],
    ['node_key.json', 'node'],
  ] as const) {
    const key = JSON.parse(readFileSync(join(folder, file), 'utf8'));
    assert.deepEqual([key.account_id, key.public_key], [accountId, expected], file);
  }
});

test('the configuration follows the role', () => {
  const read = (changes: Partial<Localnet>) => {
    return writeLocalnet(createTemporaryFolder(), network(changes)).map((folder) => {
      const { config } = readHome(folder);
      return [
        config.rpc?.addr,
        config.trackedShardsConfig.kind,
        config.archive,
        config.saveTxOutcomes,
        config.consensus.minNumPeers,
        config.network.skipSyncWait,
      ];
    });
  };
  assert.deepEqual(read({}), [
    ['127.0.0.1:4000', 'NoShards', false, true, 1, false],
    ['127.0.0.1:4001', 'NoShards', false, null, 1, false],
    ['127.0.0.1:4002', 'AllShards', true, null, 1, false],
    ['127.0.0.1:4003', 'AllShards', false, null, 1, false],
    ['127.0.0.1:4004', 'NoShards', false, null, 1, false],
  ]);
  const nodes = [{ role: 'validator', rpcAddress: '127.0.0.1:4000' }] as const;
  assert.deepEqual(read({ nodes, tracksAllShards: true }), [
    ['127.0.0.1:4000', 'AllShards', false, true, 0, true],
  ]);
});

test('more than ten shards have boundaries in order', () => {
  const [folder = ''] = writeLocalnet(createTemporaryFolder(), network({ shards: 12 }));
  assert.equal(shardIds(readHome(folder).genesis.config.shardLayout).length, 12);
});

test('a folder that has a node is refused, and no other is made', () => {
  const home = createTemporaryFolder();
  mkdirSync(join(home, 'node1'));
  writeFileSync(join(home, 'node1', 'config.json'), 'mine');
  assert.throws(
    () => writeLocalnet(home, network()),
    (error: unknown) =>
      error instanceof HomeError && /node1 already has the files/.test(`${error}`),
  );
  assert.equal(existsSync(join(home, 'node0')), false);
  assert.equal(readFileSync(join(home, 'node1', 'config.json'), 'utf8'), 'mine');
});

test('another dialect is recorded in every folder', () => {
  const folders = writeLocalnet(
    createTemporaryFolder(),
    network({ protocol: { dialect: 'cd297313f2', protocol: 87 } }),
  );
  assert.deepEqual(
    folders.map((folder) => readHome(folder).dialect),
    ROLES.map(() => 'cd297313f2'),
  );
});
