// The sponge against @noble/hashes, for all lengths around its blocks, and parts of messages
// against the whole.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { keccak_256, keccak_512, shake128, shake256 } from '@noble/hashes/sha3.js';
import { keccak256, keccak512 } from '../../../src/base/crypto/hash.ts';
import { keccakBlocks, keccakHash, type Sponge } from '../../../src/base/crypto/keccak.ts';

const SHAKE_128: Sponge = { rate: 168, suffix: 0x1f };
const SHAKE_256: Sponge = { rate: 136, suffix: 0x1f };

const message = (length: number) => Uint8Array.from({ length }, (_, i) => (i * 37 + length) & 0xff);

it('hashes messages of any length', () => {
  for (const length of [...Array(420).keys(), 5_000]) {
    const bytes = message(length);
    assert.deepEqual(keccak256(bytes), keccak_256(bytes), `keccak256 of ${length}`);
    assert.deepEqual(keccak512(bytes), keccak_512(bytes), `keccak512 of ${length}`);
  }
});

it('gives results of any length', () => {
  for (const length of [1, 32, 135, 136, 137, 168, 169, 1_000]) {
    const bytes = message(length);
    const parts = [bytes.subarray(0, length >> 1), new Uint8Array(), bytes.subarray(length >> 1)];
    const options = { dkLen: length };
    assert.deepEqual(keccakHash(SHAKE_128, parts, length), shake128(bytes, options), `${length}`);
    assert.deepEqual(keccakHash(SHAKE_256, parts, length), shake256(bytes, options), `${length}`);
  }
});

it('gives results block by block', () => {
  const bytes = message(99);
  const nextBlock = keccakBlocks(SHAKE_128, [bytes]);
  const blocks = [0, 1, 2].map(() => Uint8Array.from(nextBlock()));
  assert.deepEqual(Uint8Array.from(Buffer.concat(blocks)), shake128(bytes, { dkLen: 3 * 168 }));
});
