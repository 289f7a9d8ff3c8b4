// near-sandbox, the harness of NEAR's own libraries, with its binary replaced by the program.

import assert from 'node:assert/strict';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { GenesisAccount, Sandbox } from 'near-sandbox';
import { RpcClient } from '../support/rpcClient.ts';
import { createTemporaryFolder } from '../support/temporaryFolder.ts';

before(() => {
  const program = new URL('../support/perigeeProcess.js', import.meta.url);
  const path = join(createTemporaryFolder(), 'near-sandbox.mjs');
  writeFileSync(path, `#!${process.execPath}\nawait import('${program}');\n`);
  chmodSync(path, 0o755);
  process.env.NEAR_SANDBOX_BIN_PATH = path;
  // The start-up time is not under test.
  process.env.NEAR_RPC_TIMEOUT_SECS = '600';
});

test('a sandbox starts with its own accounts and genesis, is dumped and torn down', async () => {
  const key = GenesisAccount.createDefault().publicKey;
  const account = new GenesisAccount('extra', key, '', 123n);
  const sandbox = await Sandbox.start({
    config: { additionalGenesis: { epoch_length: 77 }, additionalAccounts: [account] },
  });
  try {
    const rpc = new RpcClient(sandbox.rpcUrl);
    const config = await rpc.call<{ epoch_length: number }>('genesis_config');
    assert.equal(config.epoch_length, 77);
    for (const [accountId, amount] of [
      ['sandbox', '10000000000000000000000000000'],
      ['extra', '123'],
    ]) {
      const params = { request_type: 'view_account', finality: 'final', account_id: accountId };
      assert.equal((await rpc.call<{ amount: string }>('query', params)).amount, amount);
    }
    const { genesis, validatorKey } = await sandbox.dump();
    const records = genesis.records as { Account?: { account_id: string } }[];
    assert.ok(records.some(({ Account }) => Account?.account_id === 'extra'));
    assert.equal(validatorKey.account_id, 'test.near');
  } finally {
    await sandbox.tearDown();
  }
  await assert.rejects(fetch(`${sandbox.rpcUrl}/status`));
});
