/**
 * The generator against the published ChaCha20 stream, shuffles from real chains, and the sampling
 * rules recomputed with bigint from a second stream.
 */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { hexToBytes } from '../../../src/base/bytes/bytes.ts';
import { ChaChaRng, type ChaChaRounds } from '../../../src/base/crypto/chacha.ts';
import { sha256 } from '../../../src/base/crypto/hash.ts';

const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

function shuffleWith(rng: ChaChaRng, count: number): number[] {
  const items = range(count);
  rng.shuffle(items);
  return items;
}

test('the stream of a zero key', () => {
  const streams: [ChaChaRounds, string][] = [
    [20, '76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7'],
    [12, '9bf49a6a0755f953811fce125f2683d50429c3bb49e074147e0089a52eae155f'],
    [8, '3e00ef2f895f40d67f5bb8e81f09a5a12c840ec3ce9a7f3b181be188ef711a1e'],
  ];
  for (const [rounds, hex] of streams) {
    const rng = new ChaChaRng(new Uint8Array(32), rounds);
    const expected = new DataView(hexToBytes(hex).buffer);
    for (let i = 0; i < 8; i++) assert.equal(rng.nextU32(), expected.getUint32(4 * i, true));
  }
});

test('the second block follows the first, and a u64 takes its low word first', () => {
  const words = new ChaChaRng(new Uint8Array(32), 20);
  const wide = new ChaChaRng(new Uint8Array(32), 20);
  for (let i = 0; i < 24; i++) {
    const low = BigInt(words.nextU32());
    assert.equal(wide.nextU64(), (BigInt(words.nextU32()) << 32n) | low);
  }
  const second = new ChaChaRng(new Uint8Array(32), 20);
  for (let i = 0; i < 16; i++) second.nextU32();
  // 9f07e7be... starts the second block of the published stream.
  assert.equal(second.nextU32(), 0xbee7079f);
});

test('shuffling receipts with a hash as the key', () => {
  const rng = new ChaChaRng(sha256(Uint8Array.of(1, 2, 3, 4, 5)), 20);
  assert.deepEqual(shuffleWith(rng, 7), [2, 3, 1, 4, 0, 5, 6]);
});

test('shard ids of local chains: twelve rounds, a number as the seed', () => {
  const layouts = [
    [0],
    [1, 0],
    [2, 1, 0],
    [3, 1, 0, 2],
    [0, 4, 3, 2, 1],
    [0, 4, 5, 2, 1, 3],
    [6, 2, 5, 0, 4, 1, 3],
    [6, 2, 5, 0, 4, 7, 3, 1],
  ];
  for (const layout of layouts) {
    assert.deepEqual(shuffleWith(ChaChaRng.fromU64(42n, 12), layout.length), layout);
  }
});

test('shard ids of chunk validators: eight rounds, two shuffles in a row', () => {
  const rng = ChaChaRng.fromU64(42n, 8);
  assert.deepEqual(shuffleWith(rng, 3), [2, 1, 0]);
  assert.deepEqual(shuffleWith(rng, 3), [2, 1, 0]);
  const other = ChaChaRng.fromU64(42n, 8);
  assert.deepEqual(shuffleWith(other, 4), [0, 2, 1, 3]);
  assert.deepEqual(shuffleWith(other, 4), [3, 2, 0, 1]);
});

test('bounded numbers follow the rule of the reference', () => {
  const seed = fc.bigInt(0n, 2n ** 64n - 1n);
  const bound32 = fc.oneof(
    fc.integer({ min: 1, max: 100 }),
    fc.integer({ min: 1, max: 2 ** 32 - 1 }),
  );
  fc.assert(
    fc.property(seed, bound32, (start, bound) => {
      const rng = ChaChaRng.fromU64(start, 12);
      const words = ChaChaRng.fromU64(start, 12);
      const drawn = drawBelow(() => BigInt(words.nextU32()), 32n, BigInt(bound));
      assert.equal(rng.below32(bound), Number(drawn));
      assert.equal(rng.nextU32(), words.nextU32());
    }),
  );
  const bound64 = fc.oneof(bound32, fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }));
  fc.assert(
    fc.property(seed, bound64, (start, bound) => {
      const rng = ChaChaRng.fromU64(start, 12);
      const words = ChaChaRng.fromU64(start, 12);
      assert.equal(
        rng.below64(bound),
        Number(drawBelow(() => words.nextU64(), 64n, BigInt(bound))),
      );
      assert.equal(rng.nextU32(), words.nextU32());
    }),
  );
});

test('a bound below one and a short seed fail an assertion', () => {
  const rng = ChaChaRng.fromU64(0n, 20);
  for (const bound of [0, -1, 0.5, 2 ** 32]) assert.throws(() => rng.below32(bound));
  for (const bound of [0, -1, 0.5, 2 ** 53]) assert.throws(() => rng.below64(bound));
  assert.throws(() => new ChaChaRng(new Uint8Array(31), 20));
});

function drawBelow(draw: () => bigint, bits: bigint, bound: bigint): bigint {
  let zone = bound;
  while (zone < 2n ** (bits - 1n)) zone *= 2n;
  for (;;) {
    const product = draw() * bound;
    if (product % 2n ** bits <= zone - 1n) return product >> bits;
  }
}
