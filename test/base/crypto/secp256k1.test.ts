// The WebAssembly library against the JavaScript one: both always agree, for signatures that are
// valid, mutated, or at the edges of what is allowed.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import fc from 'fast-check';
import { concatBytes, hexToBytes } from '../../../src/base/bytes/bytes.ts';
import { verifySecp256k1 } from '../../../src/base/crypto/secp256k1.ts';

const { Fn, Fp } = secp256k1.Point;
const ORDER = Fn.ORDER;

const toBytes = (value: bigint) => hexToBytes(value.toString(16).padStart(64, '0'));
const toNumber = (bytes: Uint8Array) => BigInt(`0x${Buffer.from(bytes).toString('hex')}`);

function verifyPlainly(key: Uint8Array, hash: Uint8Array, scalars: Uint8Array): boolean {
  try {
    const options = { prehash: false, lowS: true };
    return secp256k1.verify(scalars, hash, concatBytes(Uint8Array.of(4), key), options);
  } catch {
    return false;
  }
}

/** Compares both libraries; returns whether the signature is valid. */
function compare(key: Uint8Array, hash: Uint8Array, scalars: Uint8Array): boolean {
  const isValid = verifySecp256k1(key, hash, scalars);
  assert.equal(isValid, verifyPlainly(key, hash, scalars), 'verify');
  return isValid;
}

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const secret = bytes(32).filter((drawn) => secp256k1.utils.isValidSecretKey(drawn));

function signPlainly(drawn: Uint8Array, hash: Uint8Array) {
  const key = secp256k1.getPublicKey(drawn, false).slice(1);
  return { key, scalars: secp256k1.sign(hash, drawn, { prehash: false }) };
}

test('valid signatures, and with one bit changed anywhere', () => {
  fc.assert(
    fc.property(secret, bytes(32), fc.nat(160 * 8 - 1), (drawn, hash, bit) => {
      const { key, scalars } = signPlainly(drawn, hash);
      assert.ok(compare(key, hash, scalars));
      const all = concatBytes(key, hash, scalars);
      all[bit >> 3] = (all[bit >> 3] as number) ^ (1 << (bit & 7));
      assert.ok(!compare(all.slice(0, 64), all.slice(64, 96), all.slice(96)));
    }),
    { numRuns: 20 },
  );
});

test('every pair of scalars at the edges', () => {
  const hash = new Uint8Array(32).fill(7);
  const { key, scalars } = signPlainly(new Uint8Array(32).fill(9), hash);
  const [r, s] = [toNumber(scalars.subarray(0, 32)), toNumber(scalars.subarray(32))];
  const half = ORDER / 2n;
  const edges = [0n, 1n, 2n, half, half + 1n, ORDER - 1n, ORDER, ORDER + 1n, Fp.ORDER - ORDER];
  const both = [...edges, Fp.ORDER - ORDER - 1n, Fp.ORDER - 1n, 2n ** 256n - 1n];
  assert.ok(compare(key, hash, concatBytes(toBytes(r), toBytes(s))));
  assert.ok(!compare(key, hash, concatBytes(toBytes(r), toBytes(ORDER - s))), 'a high s');
  for (const edge of both) {
    compare(key, hash, concatBytes(toBytes(edge), toBytes(s)));
    compare(key, hash, concatBytes(toBytes(r), toBytes(edge)));
    for (const other of [0n, 1n, half, ORDER - 1n]) {
      compare(key, hash, concatBytes(toBytes(edge), toBytes(other)));
    }
  }
});

test('hashes at the edges', () => {
  const drawn = toBytes(3n);
  for (const value of [0n, 1n, ORDER - 1n, ORDER, ORDER + 1n, 2n ** 256n - 1n]) {
    const hash = toBytes(value);
    const { key, scalars } = signPlainly(drawn, hash);
    assert.ok(compare(key, hash, scalars), `${value}`);
  }
});

test('keys that are not points, and wrong lengths', () => {
  const hash = new Uint8Array(32).fill(1);
  const { key, scalars } = signPlainly(toBytes(11n), hash);
  const coordinate = (value: bigint) => concatBytes(toBytes(value), key.subarray(32));
  for (const value of [0n, 1n, Fp.ORDER - 1n, Fp.ORDER, Fp.ORDER + 1n, 2n ** 256n - 1n]) {
    assert.ok(!compare(coordinate(value), hash, scalars), `${value}`);
  }
  assert.ok(!compare(new Uint8Array(64), hash, scalars));
  for (const cut of [0, 1, 31, 63]) {
    assert.ok(!verifySecp256k1(key.slice(0, cut), hash, scalars), `a key of ${cut}`);
    assert.ok(!verifySecp256k1(key, hash.slice(0, cut % 32), scalars), `a hash of ${cut}`);
    assert.ok(!verifySecp256k1(key, hash, scalars.slice(0, cut)), `scalars of ${cut}`);
  }
  assert.ok(!verifySecp256k1(concatBytes(key, Uint8Array.of(0)), hash, scalars));
});

test('any number of keys that are not points leaves the library as it was', () => {
  const hash = new Uint8Array(32).fill(1);
  const { key, scalars } = signPlainly(toBytes(11n), hash);
  const other = key.with(63, (key[63] as number) ^ 1);
  for (let count = 0; count < 20_000; count++) {
    assert.ok(!verifySecp256k1(other, hash, scalars));
  }
  assert.ok(verifySecp256k1(key, hash, scalars));
});
