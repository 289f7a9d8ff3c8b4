// Who is verified next, counted with threads that respond when the test wants it: honest signers do
// not wait for a flood, suspects get a fraction of one thread, and everything is bounded.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type KeyType, keyFromSeed } from '../../../src/base/crypto/keys.ts';
import { plainNonce } from '../../../src/types/signTransaction.ts';
import type { HashedTransaction } from '../../../src/types/transaction.ts';
import { createTransaction } from '../../support/transactions.ts';
import { createOrigin, FakeSignatureThreads } from './fakeSignatureThreads.ts';

const KNOWN = createOrigin(true);
const UNKNOWN = createOrigin(false);
const mlDsa = createTransaction({}, keyFromSeed('ml-dsa-65', 'alice'));
const secp = createTransaction({}, keyFromSeed('secp256k1', 'alice'));

/** Any number of different transactions with one signature: only a few are really verified. */
function copies(signed: HashedTransaction, count: number, signerId?: string): HashedTransaction[] {
  return Array.from({ length: count }, (_, i) => ({
    ...signed,
    transaction: {
      ...signed.transaction,
      nonce: plainNonce(BigInt(i + 1)),
      ...(signerId !== undefined && { signerId }),
    },
  }));
}

test('a signature is verified once, in a thread that is started on demand', async () => {
  const threads = new FakeSignatureThreads();
  assert.equal(threads.started, 0);
  for (const type of ['ml-dsa-65', 'secp256k1'] satisfies KeyType[]) {
    const signed = createTransaction({}, keyFromSeed(type, 'bob'));
    const verdict = threads.checks.verify(signed, KNOWN);
    assert.equal(threads.answerAll(), 1, type);
    assert.equal(await verdict, true, type);
    assert.equal(await threads.checks.verify(signed, KNOWN), true);
    assert.equal(threads.asked.length, 0, 'the result is cached');
  }
  assert.equal(threads.started, 1);
});

test('an honest signer does not wait for a flood of unknown ones', () => {
  const threads = new FakeSignatureThreads();
  for (const signed of copies(mlDsa, 200)) void threads.checks.verify(signed, UNKNOWN);
  const honest = createTransaction({}, keyFromSeed('secp256k1', 'honest'));
  void threads.checks.verify(honest, KNOWN);
  assert.deepEqual(
    threads.asked.map(({ question }) => question.publicKey.type),
    ['ml-dsa-65', 'secp256k1'],
    'after the one that is being verified',
  );
});

test('known signers take turns, and so do the schemes', () => {
  const threads = new FakeSignatureThreads();
  const order: string[] = [];
  const add = (signed: HashedTransaction, name: string) =>
    void threads.checks.verify(signed, KNOWN).then(() => order.push(name));
  for (const signed of copies(mlDsa, 100, 'busy.near')) add(signed, 'busy');
  for (const signed of copies(mlDsa, 1, 'calm.near')) add(signed, 'calm');
  for (const signed of copies(secp, 1, 'quick.near')) add(signed, 'quick');
  for (let i = 0; i < 6; i++) threads.answerNext(true);
  return Promise.resolve().then(() => {
    assert.deepEqual(order.slice(0, 6).sort(), ['busy', 'busy', 'busy', 'busy', 'calm', 'quick']);
  });
});

test('suspects are verified one at a time, with pauses', () => {
  const threads = new FakeSignatureThreads(2);
  for (const signed of copies(mlDsa, 50)) void threads.checks.verify(signed, UNKNOWN);
  let verified = 0;
  for (let ms = 0; ms < 40; ms++) {
    assert.ok(threads.asked.length <= 1, 'one at a time');
    verified += threads.answerAll(false);
    threads.pass(1);
  }
  assert.ok(verified >= 10 && verified <= 14, `${verified} in 40 ms, each of which took 1 ms`);
});

test('the queue is bounded by count and by bytes', async () => {
  const threads = new FakeSignatureThreads();
  const flood = copies(mlDsa, 1_000).map((signed) => threads.checks.verify(signed, UNKNOWN));
  assert.ok(threads.checks.waiting <= 256, `${threads.checks.waiting} wait`);
  assert.equal(await flood.at(-1), 'refused');
  const roomy = new FakeSignatureThreads();
  const bytes = new Uint8Array(1024 * 1024);
  const large = copies({ ...secp, bytes }, 40).map((signed) => roomy.checks.verify(signed, KNOWN));
  assert.equal(await large.at(-1), 'refused');
  assert.ok(roomy.checks.waiting <= 16, `${roomy.checks.waiting} of a MiB each wait`);
});

test('a client whose signatures fail becomes a suspect, with its queue', async () => {
  const threads = new FakeSignatureThreads();
  const attacker = createOrigin(true, '198.51.100.7');
  const flood = copies(mlDsa, 400).map((signed) => threads.checks.verify(signed, attacker));
  assert.ok(threads.answerAll(false) <= 40, 'then other clients get their turn');
  assert.equal(await flood.at(-1), 'refused', 'there is less room for suspects');
  void threads.checks.verify(copies(mlDsa, 1, 'calm.near')[0] as HashedTransaction, KNOWN);
  assert.equal(threads.asked.length, 1, 'another client is verified at once');
});

test('programs on this machine are judged by the signers they name, not by each other', () => {
  const threads = new FakeSignatureThreads();
  for (const signed of copies(mlDsa, 64, 'victim.near')) void threads.checks.verify(signed, KNOWN);
  threads.answerAll(false);
  for (const signed of copies(secp, 2, 'calm.near')) void threads.checks.verify(signed, KNOWN);
  assert.equal(threads.asked.length, 2);
});

test('waiting for urgent signatures does not include suspects', () => {
  const threads = new FakeSignatureThreads();
  for (const signed of copies(mlDsa, 20)) void threads.checks.verify(signed, UNKNOWN);
  const passed: string[] = [];
  threads.checks.afterUrgent(() => passed.push('none was urgent'));
  assert.equal(passed.length, 1);
  for (const signed of copies(secp, 2, 'calm.near')) void threads.checks.verify(signed, KNOWN);
  threads.checks.afterUrgent(() => passed.push('two were'));
  for (const signed of copies(secp, 2, 'late.near')) void threads.checks.verify(signed, KNOWN);
  assert.equal(passed.length, 1);
  threads.answerNext(true);
  threads.answerNext(true);
  threads.answerNext(true);
  assert.deepEqual(passed, ['none was urgent', 'two were']);
});

test('a thread that ends leaves its requests without a verdict, and is replaced', async () => {
  const threads = new FakeSignatureThreads();
  const [first, second, third] = copies(secp, 3).map((signed) =>
    threads.checks.verify(signed, KNOWN),
  );
  threads.asked.length = 0;
  threads.handlers[0]?.onEnd();
  assert.deepEqual([await first, await second], [null, null]);
  threads.answerAll(true);
  assert.deepEqual([await third, threads.started], [true, 2]);
  threads.checks.close();
  assert.equal(threads.stopped, 1);
});
