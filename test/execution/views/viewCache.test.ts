// Cached results: which calls are equal, and when a result is computed again.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HASH_ZERO, sha256 } from '../../../src/base/crypto/hash.ts';
import { ViewCache } from '../../../src/execution/views/viewCache.ts';
import type { ViewCall } from '../../../src/rpc/core/context.ts';
import type { ViewCallResult } from '../../../src/runtime/contracts/viewCall.ts';

const CALL: ViewCall = {
  blockHash: HASH_ZERO,
  shardId: 0,
  accountId: 'a.near',
  methodName: 'get',
  args: Uint8Array.of(1, 2),
  gasLimit: null,
};

/** Returns the number of the call; `finish` lets the pending calls end. */
function createAnswers() {
  const waiting: (() => void)[] = [];
  let count = 0;
  const answers = new ViewCache((): Promise<ViewCallResult> => {
    const value = Uint8Array.of(++count);
    return new Promise((resolve) => {
      waiting.push(() => resolve({ kind: 'returned', value, logs: [] }));
    });
  });
  const finish = () => {
    for (const resolve of waiting.splice(0)) resolve();
  };
  const ask = async (changes: Partial<ViewCall> = {}) => {
    const result = answers.callFunction({ ...CALL, ...changes });
    finish();
    return answerNumber(await result);
  };
  return { answers, ask, finish };
}

function answerNumber(result: ViewCallResult): number | undefined {
  assert.equal(result.kind, 'returned');
  return result.value[0];
}

test('equal calls share one result', async () => {
  const { ask } = createAnswers();
  assert.equal(await ask(), 1);
  assert.equal(await ask({ args: Uint8Array.of(1, 2) }), 1);
});

test('every part of a call counts', async () => {
  const { ask } = createAnswers();
  const others: Partial<ViewCall>[] = [
    {},
    { blockHash: sha256(HASH_ZERO) },
    { shardId: 1 },
    { accountId: 'b.near' },
    { methodName: 'get2' },
    { methodName: 'get\u0001', args: Uint8Array.of(2) },
    { args: Uint8Array.of(1, 3) },
    { gasLimit: 1n },
  ];
  for (const [index, changes] of others.entries()) assert.equal(await ask(changes), index + 1);
});

test('concurrent equal calls run once', async () => {
  const { answers, finish } = createAnswers();
  const calls = [answers.callFunction(CALL), answers.callFunction(CALL)];
  finish();
  assert.deepEqual((await Promise.all(calls)).map(answerNumber), [1, 1]);
});

test('large arguments are not cached', async () => {
  const { ask } = createAnswers();
  const args = new Uint8Array(100_000);
  assert.deepEqual([await ask({ args }), await ask({ args })], [1, 2]);
});

test('after clearing nothing is cached, including calls in flight', async () => {
  const { answers, ask, finish } = createAnswers();
  const early = answers.callFunction(CALL);
  answers.clear();
  finish();
  assert.equal(answerNumber(await early), 1);
  assert.equal(await ask(), 2);
});

test('a failure of the node is not cached', async () => {
  let count = 0;
  const answers = new ViewCache(() => Promise.reject(new Error(`failure ${++count}`)));
  await assert.rejects(async () => answers.callFunction(CALL), /failure 1/);
  await assert.rejects(async () => answers.callFunction(CALL), /failure 2/);
});
