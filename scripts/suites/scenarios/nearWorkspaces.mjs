// near-workspaces for JavaScript as its users write it: a worker with a node of its own, accounts, a
// contract, state that is patched, and the failures of its calls.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import workspaces from 'near-workspaces';

const { parseNEAR, Worker } = workspaces;
const CONTRACT = 'node_modules/near-hello/dist/main.wasm';
let worker;
let root;

before(async () => {
  worker = await Worker.init();
  root = worker.rootAccount;
});
after(() => worker.tearDown());

test('an account is created and funded', async () => {
  const alice = await root.createSubAccount('alice', {
    initialBalance: parseNEAR('30').toString(),
  });
  assert.equal((await alice.balance()).total.toString(), parseNEAR('30').toString());
  await root.transfer(alice, parseNEAR('1').toString());
  assert.equal((await alice.balance()).total.toString(), parseNEAR('31').toString());
});

test('a contract is deployed, called and viewed', async () => {
  const contract = await root.devDeploy(CONTRACT);
  await root.call(contract, 'setValue', { value: 'kept' });
  assert.equal(await contract.view('getValue', {}), 'kept');
  const outcome = await root.callRaw(contract, 'missing', {});
  assert.ok(outcome.failed);
});

test('the state of a contract is patched', async () => {
  const contract = await root.devDeploy(CONTRACT);
  await contract.patchState('greeting', 'hi');
  assert.equal((await contract.viewState()).getRaw('greeting')?.toString(), 'hi');
});

test('time is advanced', async () => {
  const height = async () =>
    (await worker.provider.block({ finality: 'optimistic' })).header.height;
  const from = await height();
  await worker.provider.fastForward(200);
  assert.ok((await height()) >= from + 100);
});
