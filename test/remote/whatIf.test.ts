// What would have happened: with another contract, another row, another balance. What did happen
// is shown next to it.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { bytesToBase64, utf8ToBytes } from '../../src/base/bytes/bytes.ts';
import { parseHash } from '../../src/base/crypto/hash.ts';
import { parseOverrides } from '../../src/remote/overrides.ts';
import { ALICE, BOB, startTestNode, type TestNode } from '../support/runningNode.ts';
import { callContract, deploy, NEAR, Sender, transfer } from '../support/sender.ts';
import { STORAGE_KEY, storageContract } from '../support/storageContract.ts';
import { encodeSmallModule } from '../vm/support/smallModule.ts';
import { createTestTracer } from './servedChain.ts';

let node: TestNode;
let get: string;
let sent: string;

before(async () => {
  node = await startTestNode();
  const alice = new Sender(node.rpc, ALICE);
  const bob = new Sender(node.rpc, BOB);
  await alice.send(ALICE, [deploy(storageContract)]);
  await alice.send(ALICE, [callContract('put', utf8ToBytes('first'))]);
  get = (await bob.send(ALICE, [callContract('get', new Uint8Array())])).transaction.hash;
  sent = (await alice.send(BOB, [transfer(NEAR)])).transaction.hash;
});

async function ask(hash: string, overrides: object[], code?: Uint8Array) {
  const tracer = createTestTracer(node.rpc.url);
  return tracer.trace({
    transactionHash: parseHash(hash),
    level: 'host',
    dialect: 'release',
    height: null,
    overrides: parseOverrides(utf8ToBytes(JSON.stringify(overrides))),
    code: code && { accountId: null, code },
  });
}

const row = (value: string | null) => ({
  set_storage: {
    account_id: ALICE,
    key_base64: bytesToBase64(STORAGE_KEY),
    ...(value !== null && { value_base64: bytesToBase64(utf8ToBytes(value)) }),
  },
});

test('another row is what the contract reads', async () => {
  const { trace, whatIf, differences, checks } = await ask(get, [row('second')]);
  assert.ok(checks.every(({ result }) => result === 'exact'));
  assert.deepEqual(trace.result?.text, 'first');
  assert.deepEqual(whatIf?.result?.text, 'second');
  assert.match(differences[0] ?? '', /^Receipt \w+ of alice\.test\.near has another /);
});

test('the same row changes nothing', async () => {
  const { trace, whatIf, differences } = await ask(get, [row('first')]);
  assert.deepEqual(differences, []);
  assert.deepEqual(whatIf?.receipts, trace.receipts);
});

test('another contract runs in place of the receiver, and its failure refunds', async () => {
  const trap = encodeSmallModule({ functions: [{ body: [0x00] }], exports: { get: 0 } });
  const { trace, whatIf, differences } = await ask(get, [], trap);
  assert.equal(trace.status, 'success');
  assert.equal(whatIf?.status, 'failure');
  assert.match(whatIf?.failure?.message ?? '', /unreachable/i);
  assert.ok(whatIf?.receipts.some(({ kind }) => kind === 'refund'));
  assert.ok(differences.length > 0);
});

test('a receiver that does not exist gets nothing, and the deposit comes back', async () => {
  const { whatIf, differences } = await ask(sent, [{ delete_account: { account_id: BOB } }]);
  assert.equal(whatIf?.status, 'failure');
  const refund = whatIf?.receipts.find(({ kind }) => kind === 'refund');
  assert.equal(refund?.status, 'success');
  assert.ok(
    differences.some((text) => text.includes('has another status') || text.includes('has another')),
  );
});

test('a balance is what it was set to', async () => {
  const amount = `${5n * NEAR}`;
  const { whatIf } = await ask(sent, [{ set_balance: { account_id: BOB, amount } }]);
  const [change] = whatIf?.receipts[0]?.balanceChanges ?? [];
  assert.deepEqual([change?.before?.amount, change?.after?.amount], [5n * NEAR, 6n * NEAR]);
});

const INVALID: readonly (readonly [string, string])[] = [
  ['{}', 'expected'],
  ['[{"set_balance":{"account_id":"a.near"}}]', 'amount'],
  ['[{"set_everything":{}}]', 'set_everything'],
  ['[', ''],
];

test('overrides that cannot be read are refused', () => {
  for (const [text, part] of INVALID) {
    assert.throws(
      () => parseOverrides(utf8ToBytes(text)),
      (error: Error) => error.message.includes(part),
      text,
    );
  }
});
