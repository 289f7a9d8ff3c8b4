// The trace of the section `mixed`, and the distribution that it is drawn from.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMixedTrace } from '../../src/benchmark/mixedTrace.ts';
import { createRandom, createZipf } from '../../src/benchmark/zipf.ts';

test('the item of rank k is chosen in proportion to 1 / k', () => {
  const draws = 200_000;
  const zipf = createZipf(4, createRandom(1));
  const drawn = Array.from({ length: draws }, zipf);
  const counts = [0, 1, 2, 3].map((index) => drawn.filter((one) => one === index).length);
  const whole = 1 + 1 / 2 + 1 / 3 + 1 / 4;
  for (const [i, count] of counts.entries()) {
    const expected = draws / (i + 1) / whole;
    assert.ok(Math.abs(count - expected) < 0.02 * draws, `rank ${i + 1}: ${count}`);
  }
});

test('every index is below the count, even at the ends of what chance returns', () => {
  for (const chance of [0, 0.5, 1 - 2 ** -32]) {
    const index = createZipf(1_000, () => chance)();
    assert.ok(index >= 0 && index < 1_000, `${chance}: ${index}`);
  }
  assert.equal(createZipf(1, () => 0.999)(), 0);
});

const source = {
  headHash: 'head',
  contractId: 'contract.near',
  blocks: Array.from({ length: 100 }, (_, i) => ({ height: i, hash: `block${i}` })),
  chunkHashes: Array.from({ length: 100 }, (_, i) => `chunk${i}`),
  transactions: Array.from({ length: 300 }, (_, i) => ({
    hash: `tx${i}`,
    signerId: 'signer',
    receiverId: `receiver${i}`,
    blockIndex: Math.floor(i / 3),
  })),
};

test('a trace is the same each time, has many repetitions, and the mix of methods', () => {
  const length = 20_000;
  const trace = createMixedTrace(source, length);
  assert.deepEqual(trace, createMixedTrace(source, length));
  assert.ok(new Set(trace).size < length / 2);
  const calls = trace.filter((body) => body.includes('"call_function"')).length;
  assert.ok(Math.abs(calls / length - 0.3) < 0.02, `${calls} of ${length} call functions`);
});

test('what a chain cannot be asked about is not in its trace', () => {
  const trace = createMixedTrace({ ...source, contractId: null, transactions: [] }, 1_000);
  assert.equal(trace.length, 1_000);
  assert.ok(trace.every((body) => !/call_function|"tx"|view_account/.test(body)));
});
