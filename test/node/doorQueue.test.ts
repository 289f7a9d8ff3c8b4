// What goes to the chain's thread: the order of what was added, whatever takes how long to verify,
// and the verdict on each signature.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keyFromSeed } from '../../src/base/keys.ts';
import type { ToChain } from '../../src/node/chainMessages.ts';
import { DoorQueue } from '../../src/node/doorQueue.ts';
import { createTransaction } from '../support/transactions.ts';

const signed = createTransaction();
const forged = { ...signed, signature: createTransaction({ receiverId: 'carol.near' }).signature };
const slow = createTransaction({}, keyFromSeed('secp256k1', 'alice'));
const control = (id: number) =>
  ({ kind: 'control', id, action: { kind: 'mine', blocks: 1 } }) as const;

/** What a queue says of so many entries, in short: ids with verdicts, and controls. */
async function listen(count: number, fill: (queue: DoorQueue) => void): Promise<string[]> {
  const said: string[] = [];
  await new Promise<void>((resolve) => {
    const hear = (message: ToChain) => {
      if (message.kind === 'control') said.push(`control ${message.id}`);
      if (message.kind === 'admit') {
        said.push(...message.requests.map(({ id, isSigned }) => `${id} ${isSigned}`));
      }
      if (said.length === count) resolve();
    };
    fill(new DoorQueue(hear));
  });
  return said;
}

test('signatures are judged, and those of other schemes left to the chain', async () => {
  const said = await listen(3, (queue) => {
    queue.verifyAndAdd(1, 'submit', signed);
    queue.verifyAndAdd(2, 'check', forged);
    queue.verifyAndAdd(3, 'submit', slow);
  });
  assert.deepEqual(said, ['1 true', '2 false', '3 null']);
});

test('nothing overtakes: neither what needs no verifying nor what is quick to verify', async () => {
  const said = await listen(5, (queue) => {
    queue.verifyAndAdd(1, 'submit', signed);
    queue.add(control(2));
    queue.verifyAndAdd(3, 'submit', slow);
    queue.verifyAndAdd(4, 'submit', forged);
    queue.add({ id: 5, kind: 'submit', transaction: signed.bytes, isSigned: true });
  });
  assert.deepEqual(said, ['1 true', 'control 2', '3 null', '4 false', '5 true']);
});

test('what comes alone is said at once, behind what came before it', async () => {
  const alone = (id: number) =>
    ({ id, kind: 'submit', transaction: signed.bytes, isSigned: null }) as const;
  let saidAtOnce: string[] = [];
  const said = await listen(4, (queue) => {
    const heard: ToChain[] = [];
    const direct = new DoorQueue((message) => heard.push(message));
    direct.addAlone(alone(1));
    saidAtOnce = heard.map(({ kind }) => kind);
    queue.add(control(1));
    queue.verifyAndAdd(2, 'submit', signed);
    queue.addAlone(alone(3));
    queue.add(control(4));
  });
  assert.deepEqual(saidAtOnce, ['admit']);
  assert.deepEqual(said, ['control 1', '2 true', '3 null', 'control 4']);
});

test('more than are verified at once keep their order, in fewer messages', async () => {
  const ids = Array.from({ length: 500 }, (_, id) => id);
  let messages = 0;
  const said = await new Promise<number[]>((resolve) => {
    const heard: number[] = [];
    const queue = new DoorQueue((message) => {
      messages++;
      if (message.kind === 'admit') heard.push(...message.requests.map(({ id }) => id));
      if (heard.length === ids.length) resolve(heard);
    });
    for (const id of ids) queue.verifyAndAdd(id, 'submit', signed);
  });
  assert.deepEqual(said, ids);
  assert.ok(messages < ids.length, `${messages} messages`);
});

test('a queue that is cleared says nothing of what it held', async () => {
  const said = await listen(1, (queue) => {
    queue.verifyAndAdd(1, 'submit', signed);
    queue.add(control(2));
    queue.clear();
    queue.add(control(3));
  });
  assert.deepEqual(said, ['control 3']);
});
