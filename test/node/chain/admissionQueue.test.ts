// What is sent to the chain's thread: in the order of arrival, however long verification takes,
// with the verdict on each signature. Expensive signatures hold up only the controls after them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keyFromSeed } from '../../../src/base/crypto/keys.ts';
import { AdmissionQueue } from '../../../src/node/chain/admissionQueue.ts';
import type { ToChain } from '../../../src/node/chain/chainMessages.ts';
import {
  createOrigin,
  FakeSignatureThreads,
} from '../../execution/signatures/fakeSignatureThreads.ts';
import { eventually } from '../../support/eventually.ts';
import { createTransaction } from '../../support/transactions.ts';

const signed = createTransaction();
const forged = { ...signed, signature: createTransaction({ receiverId: 'carol.near' }).signature };
const slow = createTransaction({}, keyFromSeed('secp256k1', 'alice'));
const control = (id: number) =>
  ({ kind: 'control', id, action: { kind: 'mine', blocks: 1 } }) as const;

/** As short texts: ids with verdicts, and controls. */
function describe(message: ToChain): string[] {
  if (message.kind === 'control') return [`control ${message.id}`];
  if (message.kind !== 'admit') return [];
  return message.requests.map(({ id, isSigned }) => `${id} ${isSigned}`);
}

/** What a queue sends for this many entries. */
async function listen(count: number, fill: (queue: AdmissionQueue) => void): Promise<string[]> {
  const said: string[] = [];
  await new Promise<void>((resolve) => {
    const say = (message: ToChain) => {
      said.push(...describe(message));
      if (said.length === count) resolve();
    };
    fill(createQueue(say));
  });
  return said;
}

function createQueue(
  say: (message: ToChain) => void,
  signatures = new FakeSignatureThreads().checks,
): AdmissionQueue {
  const onRefused = (id: number) => say({ kind: 'control', id, action: control(id).action });
  return new AdmissionQueue({ signatures, say, onRefused });
}

const request = (id: number, transaction = signed, isKnown = true) =>
  ({ id, kind: 'submit', signed: transaction, origin: createOrigin(isKnown) }) as const;
const passed = (id: number, isSigned: boolean | null) =>
  ({ id, kind: 'submit', transaction: signed.bytes, isSigned }) as const;

test('signatures are verified', async () => {
  const said = await listen(2, (queue) => {
    queue.verifyAndAdd(request(1));
    queue.verifyAndAdd({ ...request(2, forged), kind: 'check' });
  });
  assert.deepEqual(said, ['1 true', '2 false']);
});

test('nothing that is quick to verify overtakes', async () => {
  const said = await listen(4, (queue) => {
    queue.verifyAndAdd(request(1));
    queue.addControl(control(2));
    queue.verifyAndAdd(request(3, forged));
    queue.add(passed(4, true));
  });
  assert.deepEqual(said, ['1 true', 'control 2', '3 false', '4 true']);
});

test('an expensive signature holds up the controls after it, and no transaction', async () => {
  const threads = new FakeSignatureThreads();
  const said: string[] = [];
  const queue = createQueue((message) => said.push(...describe(message)), threads.checks);
  queue.verifyAndAdd(request(1, slow));
  queue.verifyAndAdd(request(2));
  queue.addControl(control(3));
  queue.verifyAndAdd(request(4));
  await eventually('the quick one is sent', () => said.length === 1);
  assert.deepEqual(said, ['2 true']);
  threads.answerAll();
  await eventually('the others follow', () => said.length === 4);
  assert.deepEqual(said, ['2 true', '1 true', 'control 3', '4 true']);
});

test('a suspect holds up nothing at all', async () => {
  const threads = new FakeSignatureThreads();
  const said: string[] = [];
  const queue = createQueue((message) => said.push(...describe(message)), threads.checks);
  queue.verifyAndAdd(request(1, createTransaction({}, keyFromSeed('secp256k1', 'x')), false));
  queue.addControl(control(2));
  queue.verifyAndAdd(request(3));
  await eventually('the others are sent', () => said.length === 2);
  threads.answerAll();
  await eventually('the suspect is sent', () => said.length === 3);
  assert.deepEqual(said, ['control 2', '3 true', '1 true']);
});

test('a single entry is sent at once, after earlier ones', async () => {
  let saidAtOnce: string[] = [];
  const said = await listen(4, (queue) => {
    const heard: ToChain[] = [];
    const direct = createQueue((message) => heard.push(message));
    direct.addAlone(passed(1, null));
    saidAtOnce = heard.map(({ kind }) => kind);
    queue.addControl(control(1));
    queue.verifyAndAdd(request(2));
    queue.addAlone(passed(3, null));
    queue.addControl(control(4));
  });
  assert.deepEqual(saidAtOnce, ['admit']);
  assert.deepEqual(said, ['control 1', '2 true', '3 null', 'control 4']);
});

test('more entries than fit in one round keep their order, in fewer messages', async () => {
  const ids = Array.from({ length: 500 }, (_, id) => id);
  let messages = 0;
  const said = await listen(ids.length, (queue) => {
    for (const id of ids) queue.verifyAndAdd(request(id));
  });
  assert.deepEqual(
    said,
    ids.map((id) => `${id} true`),
  );
  const heard = new AdmissionQueue({
    signatures: new FakeSignatureThreads().checks,
    say: () => void messages++,
    onRefused: () => {},
  });
  for (const id of ids) heard.add(passed(id, true));
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(messages, 1);
});

test('a cleared queue sends nothing', async () => {
  const said = await listen(1, (queue) => {
    queue.verifyAndAdd(request(1));
    queue.addControl(control(2));
    queue.clear();
    queue.addControl(control(3));
  });
  assert.deepEqual(said, ['control 3']);
});
