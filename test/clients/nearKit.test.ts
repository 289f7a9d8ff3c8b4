// near-kit, unchanged, against the program: a contract is deployed, called, viewed, and calls
// another account; failures are reported as the library's own errors.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { FunctionCallError, Near } from 'near-kit';
import { formatSecretKey, keyFromSeed } from '../../src/base/crypto/keys.ts';
import { hostCalls, recordedContract } from '../support/recordedContracts.ts';
import { ALICE, BOB, startNodeProcess } from '../support/runningNode.ts';
import { storageContract } from '../support/storageContract.ts';
import { createTemporaryFolder } from '../support/temporaryFolder.ts';

const NOTE = `note.${ALICE}`;
const HOST = `host.${ALICE}`;
/** Sixteen zero bytes in the memory of `hostcall`: an amount of zero. */
const ZERO_AT = 0x40000;
const CALL_GAS = 20_000_000_000_000n;

const aliceKey = keyFromSeed('ed25519', ALICE);
let near: Near;
let url: string;
let networkId: string;

before(async () => {
  const rpc = await startNodeProcess(createTemporaryFolder()).listening();
  ({ url } = rpc);
  ({ chain_id: networkId } = await rpc.call<{ chain_id: string }>('status'));
  near = new Near({
    network: { rpcUrl: url, networkId },
    privateKey: formatSecretKey(aliceKey) as `ed25519:${string}`,
    defaultSignerId: ALICE,
    defaultWaitUntil: 'FINAL',
  });
});

test('accounts with contracts are created in one transaction each', async () => {
  for (const [account, code] of [
    [NOTE, storageContract],
    [HOST, recordedContract('hostcall')],
  ] as const) {
    const outcome = await near
      .transaction(ALICE)
      .createAccount(account)
      .transfer(account, '20 NEAR')
      .deployContract(account, code)
      .send({ waitUntil: 'FINAL' });
    assert.deepEqual(outcome.status, { SuccessValue: '' });
    assert.equal(await near.accountExists(account), true);
    assert.deepEqual(Buffer.from((await near.getContractCode(account)).code), Buffer.from(code));
  }
  assert.equal(await near.accountExists(`nobody.${ALICE}`), false);
});

test('a contract is called and viewed', async () => {
  const note = { says: 'hello', at: 7 };
  await near.call(NOTE, 'put', note, { gas: '30 Tgas' });
  assert.deepEqual(await near.view(NOTE, 'get'), note);
  const contract = near.contract<{
    view: { get: () => Promise<unknown> };
    call: { put: (args: object) => Promise<unknown> };
  }>(NOTE);
  await contract.call.put({ says: 'again' });
  assert.deepEqual(await contract.view.get(), { says: 'again' });
});

test('a contract calls another account and gets its result', async () => {
  const calls = hostCalls(
    ['promise_create', NOTE, 'put', '"from afar"', ZERO_AT, CALL_GAS],
    ['promise_then', 0, HOST, 'collect', '', ZERO_AT, CALL_GAS],
    ['promise_return', 1],
  );
  const outcome = await near
    .transaction(ALICE)
    .functionCall(HOST, 'run', calls, { gas: '100 Tgas' })
    .send({ waitUntil: 'FINAL' });
  const executors = outcome.receipts_outcome.map(({ outcome }) => outcome.executor_id);
  assert.deepEqual(new Set(executors), new Set([HOST, NOTE, ALICE]));
  assert.equal(executors.filter((executor) => executor === HOST).length, 2);
  assert.equal(await near.view(NOTE, 'get'), 'from afar');
});

test('a panic is reported with its message and its logs', async () => {
  const calls = hostCalls(['log_utf8', 'before'], ['panic_utf8', 'not today']);
  await assert.rejects(
    () => near.call(HOST, 'run', calls),
    (error: unknown) => {
      assert.ok(error instanceof FunctionCallError, String(error));
      assert.match(error.panic ?? '', /Smart contract panicked: not today/);
      assert.equal(error.contractId, HOST);
      assert.equal(error.methodName, 'run');
      assert.deepEqual(error.logs, ['before']);
      return true;
    },
  );
});

test('a view that panics and a missing method are reported', async () => {
  await assert.rejects(
    () => near.view(HOST, 'run', hostCalls(['panic_utf8', 'not in a view'])),
    /not in a view/,
  );
  await assert.rejects(() => near.view(NOTE, 'no_such_method'), /MethodNotFound/);
  await assert.rejects(() => near.call(NOTE, 'no_such_method'), /MethodNotFound/);
});

test('tokens are sent', async () => {
  const before = await near.getBalance(BOB);
  await near.send(BOB, '3 NEAR');
  assert.equal(Number(await near.getBalance(BOB)) - Number(before), 3);
});

test('what was sent is read, with the defaults of the library', async () => {
  // It sends with EXECUTED_OPTIMISTIC and reads at final.
  const usual = new Near({
    network: { rpcUrl: url, networkId },
    privateKey: formatSecretKey(aliceKey) as `ed25519:${string}`,
    defaultSignerId: ALICE,
  });
  for (let i = 0; i < 20; i++) {
    await usual.call(NOTE, 'put', { at: i });
    assert.deepEqual(await usual.view(NOTE, 'get'), { at: i }, `try ${i}`);
  }
});
