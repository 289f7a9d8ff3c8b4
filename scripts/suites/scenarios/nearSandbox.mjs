// near-sandbox as its users write it: two sandboxes at once, with a genesis of their own, state that
// is dumped, and an end after which nothing answers.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GenesisAccount, Sandbox } from 'near-sandbox';

async function ask(url, method, params = {}) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  return (await response.json()).result;
}

test('two sandboxes run side by side, each with its own genesis', async () => {
  const extra = new GenesisAccount('extra', GenesisAccount.createDefault().publicKey, '', 123n);
  const config = { additionalGenesis: { epoch_length: 77 }, additionalAccounts: [extra] };
  const [first, second] = await Promise.all([Sandbox.start({ config }), Sandbox.start({})]);
  try {
    assert.equal((await ask(first.rpcUrl, 'genesis_config')).epoch_length, 77);
    assert.notEqual((await ask(second.rpcUrl, 'genesis_config')).epoch_length, 77);
    const query = { request_type: 'view_account', finality: 'final', account_id: 'extra' };
    assert.equal((await ask(first.rpcUrl, 'query', query)).amount, '123');
    const { genesis } = await first.dump();
    assert.ok(genesis.records.some(({ Account }) => Account?.account_id === 'extra'));
  } finally {
    await Promise.all([first.tearDown(), second.tearDown()]);
  }
  await assert.rejects(fetch(`${first.rpcUrl}/status`));
});

test('blocks are skipped', async () => {
  const sandbox = await Sandbox.start({});
  try {
    const height = async () =>
      (await ask(sandbox.rpcUrl, 'block', { finality: 'final' })).header.height;
    const from = await height();
    await ask(sandbox.rpcUrl, 'sandbox_fast_forward', { delta_height: 200 });
    assert.ok((await height()) >= from + 100);
  } finally {
    await sandbox.tearDown();
  }
});
