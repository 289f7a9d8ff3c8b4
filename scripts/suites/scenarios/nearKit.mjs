// near-kit as its users write it: with the sandbox that it starts itself, and with a node of
// `perigee start`, where its usual pair, EXECUTED_OPTIMISTIC for sending and `final` for reading,
// must see what was written, fifty times of fifty.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { FunctionCallError, Near } from 'near-kit';
import { Sandbox } from 'near-kit/sandbox';

const TRIES = 50;
const code = readFileSync('node_modules/near-hello/dist/main.wasm');
const { NODE_URL: rpcUrl, SECRET_KEY: privateKey } = process.env;

/** A sub-account with the contract. */
async function deploy(near, root, options) {
  const app = `app.${root}`;
  await near
    .transaction(root)
    .createAccount(app)
    .transfer(app, '20 NEAR')
    .deployContract(app, code)
    .send(options);
  return app;
}

test('in its sandbox, a contract is deployed, called and viewed', async () => {
  const sandbox = await Sandbox.start();
  try {
    const root = sandbox.rootAccount.id;
    const near = new Near({ network: sandbox, defaultSignerId: root, defaultWaitUntil: 'FINAL' });
    const app = await deploy(near, root);
    await near.call(app, 'setValue', { value: 'kept' }, { gas: '30 Tgas' });
    assert.equal(await near.view(app, 'getValue', {}), 'kept');
    await assert.rejects(near.call(app, 'missing', {}), FunctionCallError);
  } finally {
    await sandbox.stop();
  }
});

test(`with perigee start, ${TRIES} of ${TRIES} reads see the write before them`, async () => {
  const root = 'test.near';
  const near = new Near({
    network: { rpcUrl, networkId: 'localnet' },
    privateKey,
    defaultSignerId: root,
  });
  const app = await deploy(near, root);
  const stale = [];
  for (let i = 0; i < TRIES; i++) {
    await near.call(app, 'setValue', { value: `${i}` }, { gas: '30 Tgas' });
    if ((await near.view(app, 'getValue', {})) !== `${i}`) stale.push(i);
  }
  assert.deepEqual(stale, []);
});
