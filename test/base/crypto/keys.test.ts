/**
 * Keys of all three schemes: the keys and signatures that the reference derives from seeds, text
 * forms with their refusals, handles, and the rules of verification.
 */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ed25519 } from '@noble/curves/ed25519.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { encodeBase58 } from '../../../src/base/bytes/base58.ts';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '../../../src/base/bytes/bytes.ts';
import { keccak256, parseHash, sha256 } from '../../../src/base/crypto/hash.ts';
import {
  formatPublicKey,
  formatPublicKeyHandle,
  formatSecretKey,
  formatSignature,
  isSuitableStakingKey,
  isWellFormedSignature,
  type KeyType,
  keyFromSeed,
  PUBLIC_KEY_LENGTHS,
  parsePublicKey,
  parsePublicKeyHandle,
  parseSecretKey,
  parseSignature,
  publicKeyToHandle,
  SIGNATURE_LENGTHS,
  secretToPublic,
  sign,
  verify,
} from '../../../src/base/crypto/keys.ts';
import { PerigeeError } from '../../../src/base/errors.ts';

const KEY_TYPES: KeyType[] = ['ed25519', 'secp256k1', 'ml-dsa-65'];
const message = sha256(utf8ToBytes('123'));

test('ed25519 keys of seeds', () => {
  const cases: [string, string][] = [
    ['test', 'DcA2MzgpJbrUATQLLceocVckhhAqrkingax4oJ9kZ847'],
    ['alice.near', '22skMptHjFWNyuEWY22ftn2AbLPSYpmYwGJRGwpNHbTV'],
    ['node0', '7PGseFbWxvYVgZ89K1uTJKYoKetWs7BJtbyXDzfbAcqX'],
    ['node1', '6DSjZ8mvsRZDvFqFxo8tCKePG96omXW7eVYVSySmDk8e'],
    ['node2', 'GkDv7nSMS3xcqA45cpMvFmfV1o4fRF6zYo1JRR6mNqg5'],
    ['node3', 'ydgzeXHJ5Xyt7M1gXLxqLBW1Ejx6scNV5Nx2pxFM8su'],
    ['near', '546XB2oHhj7PzUKHiH9Xve3Ze5q1JiW2WTh6abXFED3c'],
    ['shard0', 'Ht8EqXGUnY8B8x7YvARE1LRMEpragRinqA6wy5xSyfj5'],
    ['test1', 'FXXrTXiKWpXj1R6r5fBvMLpstd8gPyrBq3qMByqKVzKF'],
    ['test.near', '9BmAFNRTa5mRRXpSAm6MxSEeqRASDGNh2FuuwZ4gyxTw'],
    ['validator0', 'ArWtVWwfGxrE48sAJqosEwVx4EiiRpyM99x4TxJbPRqW'],
  ];
  for (const [seed, key] of cases) {
    const publicKey = secretToPublic(keyFromSeed('ed25519', seed));
    assert.equal(formatPublicKey(publicKey), `ed25519:${key}`);
    assert.deepEqual(parsePublicKey(key), publicKey);
  }
  const long = 'a'.repeat(40);
  assert.deepEqual(keyFromSeed('ed25519', long), keyFromSeed('ed25519', long.slice(0, 32)));
});

test('the secret key, a signature and the account of seed "test" in ed25519', () => {
  const secret = keyFromSeed('ed25519', 'test');
  assert.equal(
    formatSecretKey(secret),
    'ed25519:' +
      '3KyUuch8pYP47krBq4DosFEVBMR5wDTMQ8AThzM8kAEcBQEpsPdYTZ2FPX5ZnSoLrerjwg66hwwJaW1wHzprd5k3',
  );
  assert.equal(
    formatSignature(sign(secret, utf8ToBytes('123'))),
    'ed25519:' +
      '3s1dvZdQtcAjBksMHFrysqvF63wnyMHPA4owNQmCJZ2EBakZEKdtMsLqrHdKWQjJbSRN6kRknN2WdwSBLWGCokXj',
  );
  assert.equal(
    bytesToHex(secretToPublic(secret).data),
    'bb4dc639b212e075a751685b26bdcea5920a504181ff2910e8549742127092a0',
  );
});

test('signatures over the hashes of recorded blocks and chunks', () => {
  const cases: [seed: string, hash: string, signature: string][] = [
    [
      'test',
      'B7zYzyE6VinUH8TUtmbKL5k1UiJd7sxDvvWrmAnHrQJn',
      '5LEpsYVqyjXUhzMaWj6dHpr42vB36r1axL6MDtFgKPEedmZPpmfR3H9FJ17xg1URjEW6K9m7aM7Eu8b9SYgfBrsy',
    ],
    [
      'test',
      'DfDLoTBn77HvCRh7cfKpXyiLrrCLWt7ZAbe8c5ExUQCm',
      '58YrSSvAXbRQyN1FZqmPq4SsNiwfrA5tSQ287n9Kgsoe7VJdKUZYjQAW939ARMhtLpzLMQ4R9m55VcSisuizNiWy',
    ],
    [
      'test',
      '7m9anMCAGRARxduMHFdy6uWo4JWyS2KxrEeJ4CEkaGdu',
      '4oECH6MLHvJ7Ct5kC9vMAA8sQ8f5gNMcFH59XxZU2ocXEkZncZHx5sDJgMNfKeiFWD67yDUuxPTyAhNVwS2FW8fm',
    ],
    [
      'test',
      'AD6NwoqPiW752GYHAMiPQdiifK32iobeVNniJooDYS4r',
      '4jNakjcQSiEHiKPTJhfdipYAU1b9vvqLpttxBfFqfnN6iGWdaAdSpZ35xwEfkgh9YJ9r8VXYMb6ra1FCY5i4rCaD',
    ],
    [
      'node0',
      '8mgtzxNxPeEKfvDcNdFisVq8TdeqpCcwfPMVk219zRfV',
      'uUvmvDV2cRVf1XW93wxDU8zkYqeKRmjpat4UUrHesJ81mmr27X43gFvFuoiJHWXz47czgX68eyBN38ejwL1qQTD',
    ],
    [
      'node0',
      'DoF7yoCzyBSNzB8R7anWwx6vrimYqz9ZbEmok4eqHZ3m',
      '32hozA7GMqNqJzscEWzYBXsTrJ9RDhW5Ly4sp7FXP1bmxoCsma8Usxry3cjvSuywzMYSD8HvGntVtJh34G2dKJpE',
    ],
    [
      'node0',
      '5ub8CZMQmzmZYQcJU76hDC3BsajJfryjyShxGF9rzpck',
      '492i57ZAPggqWEjuGcHQFZTh9tAKuQadMXLW7h5CoYBdMRnfY4g7A749YNXPfm6yXnJ3UaG1ahzcSePBGm74Uvz3',
    ],
    [
      'node2',
      '8sPHYmBFp7cfnXDAKdcATFYfh9UqjpAyqJSBKAngQQxL',
      '4FzcDw2ay2gAGosNpFdTyEwABJhhCwsi9g47uffi77N21EqEaamCg9p2tALbDt5fNeCXXoKxjWbHsZ1YezT2cL94',
    ],
  ];
  for (const [seed, hash, text] of cases) {
    const secret = keyFromSeed('ed25519', seed);
    const signature = sign(secret, parseHash(hash));
    assert.equal(formatSignature(signature), `ed25519:${text}`);
    assert.ok(verify(secretToPublic(secret), parseHash(hash), parseSignature(text)));
  }
});

test('the keys, a signature and the account of seed "test" in secp256k1', () => {
  const secret = keyFromSeed('secp256k1', 'test');
  const publicKey = secretToPublic(secret);
  assert.equal(formatSecretKey(secret), 'secp256k1:X4ETFKtQkSGVoZEnkn7bZ3LyajJaK2b3eweXaKmynGx');
  assert.equal(
    formatPublicKey(publicKey),
    'secp256k1:' +
      '5ftgm7wYK5gtVqq1kxMGy7gSudkrfYCbpsjL6sH1nwx2oj5NR2JktohjzB6fbEhhRERQpiwJcpwnQjxtoX3GS3cQ',
  );
  assert.equal(
    formatSignature(sign(secret, message)),
    'secp256k1:' +
      '5N5CB9H1dmB9yraLGCo4ZCQTcF24zj4v2NT14MHdH3aVhRoRXrX3AhprHr2w6iXNBZDmjMS1Ntzjzq8Bv6iBvwth6',
  );
  assert.equal(
    `0x${bytesToHex(keccak256(publicKey.data).slice(12))}`,
    '0x96791e923f8cf697ad9c3290f2c9059f0231b24c',
  );
});

test('the key of seed "kat-seed-v1" in ML-DSA-65 and its handle', () => {
  const { data } = secretToPublic(keyFromSeed('ml-dsa-65', 'kat-seed-v1'));
  assert.equal(
    bytesToHex(sha256(data)),
    'd592b03a1d6d202e01cb38b891ab5adb140e1dc7c58abfc0d9f62fd277bcffe0',
  );
  assert.equal(bytesToHex(data.slice(0, 16)), 'c8e2af89b72bf5a5bc98b6ca6ba56f24');
  assert.equal(bytesToHex(data.slice(-16)), 'caa7ff48ef8edbb9bb56199816c585ee');
  const handle = publicKeyToHandle({ type: 'ml-dsa-65', data });
  assert.equal(
    bytesToHex(handle.data),
    '7117fedd2e78d860850f3af7491c12e1194e479b99fc374e9a3370c2b7b3061e',
  );
  const text = 'ml-dsa-65-hash:8cUHv6GMQBn2tQRkqS6eGaPq8kuReqXXFY5qNQquSa5j';
  assert.equal(formatPublicKeyHandle(handle), text);
  assert.deepEqual(parsePublicKeyHandle(text), handle);
});

test('every scheme signs, verifies, and has text forms that read back', () => {
  for (const type of KEY_TYPES) {
    const secret = keyFromSeed(type, 'round trip');
    const publicKey = secretToPublic(secret);
    const signature = sign(secret, message);
    assert.equal(publicKey.data.length, PUBLIC_KEY_LENGTHS[type]);
    assert.equal(signature.data.length, SIGNATURE_LENGTHS[type]);
    assert.deepEqual(sign(secret, message), signature);
    assert.deepEqual(parseSecretKey(formatSecretKey(secret)), secret);
    assert.deepEqual(parsePublicKey(formatPublicKey(publicKey)), publicKey);
    assert.deepEqual(parseSignature(formatSignature(signature)), signature);
    const handle = publicKeyToHandle(publicKey);
    assert.deepEqual(parsePublicKeyHandle(formatPublicKeyHandle(handle)), handle);

    assert.equal(verify(publicKey, message, signature), true);
    assert.equal(verify(publicKey, sha256(message), signature), false);
    assert.equal(verify(secretToPublic(keyFromSeed(type, 'other')), message, signature), false);
  }
});

test('verifying never throws', () => {
  for (const keyType of KEY_TYPES) {
    const secret = keyFromSeed(keyType, 'test');
    const publicKey = secretToPublic(secret);
    const good = sign(secret, message);
    for (const type of KEY_TYPES) {
      for (const fill of [0, 4, 255]) {
        const data = new Uint8Array(SIGNATURE_LENGTHS[type]).fill(fill);
        assert.equal(verify(publicKey, message, { type, data }), false);
      }
      assert.equal(verify(publicKey, message, { type, data: new Uint8Array(3) }), false);
      for (const fill of [0, 4, 255]) {
        const data = new Uint8Array(PUBLIC_KEY_LENGTHS[type]).fill(fill);
        assert.equal(verify({ type, data }, message, good), false);
      }
      assert.equal(verify({ type, data: new Uint8Array(3) }, message, good), false);
    }
  }
});

test('secp256k1: 32 bytes only, a low s, and a recovery id that only has to be in range', () => {
  const secret = keyFromSeed('secp256k1', 'test');
  const publicKey = secretToPublic(secret);
  const { data } = sign(secret, message);
  const check = (bytes: Uint8Array) =>
    verify(publicKey, message, { type: 'secp256k1', data: bytes });
  for (const recoveryId of [0, 1, 2, 3]) {
    assert.equal(check(concatBytes(data.slice(0, 64), Uint8Array.of(recoveryId))), true);
  }
  assert.equal(check(concatBytes(data.slice(0, 64), Uint8Array.of(4))), false);

  const { Fn } = secp256k1.Point;
  const highS = Fn.toBytes(Fn.neg(Fn.fromBytes(data.slice(32, 64))));
  const high = concatBytes(data.slice(0, 32), highS, data.slice(64));
  assert.equal(check(high), false);
  const options = { prehash: false, lowS: false } as const;
  const point = concatBytes(Uint8Array.of(4), publicKey.data);
  assert.equal(secp256k1.verify(high.slice(0, 64), message, point, options), true);

  assert.equal(verify(publicKey, new Uint8Array(31), { type: 'secp256k1', data }), false);
  assert.throws(() => sign(secret, new Uint8Array(31)), /secp256k1 signs a hash/);
});

test('an ed25519 signature with high bits in s is not well formed', () => {
  const data = new Uint8Array(64);
  for (let byte = 0; byte < 256; byte++) {
    data[63] = byte;
    assert.equal(isWellFormedSignature({ type: 'ed25519', data }), byte < 32);
  }
  assert.ok(isWellFormedSignature({ type: 'secp256k1', data: new Uint8Array(65).fill(255) }));
});

test('staking keys are ed25519 points without torsion', () => {
  const { Point } = ed25519;
  const torsion = Point.fromHex('c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a');
  const check = (data: Uint8Array) => isSuitableStakingKey({ type: 'ed25519', data });
  assert.equal(isSuitableStakingKey(secretToPublic(keyFromSeed('ed25519', 'test'))), true);
  assert.equal(isSuitableStakingKey(secretToPublic(keyFromSeed('secp256k1', 'test'))), false);
  assert.equal(isSuitableStakingKey(secretToPublic(keyFromSeed('ml-dsa-65', 'test'))), false);
  assert.equal(check(Point.BASE.add(torsion).toBytes()), false);
  assert.equal(check(new Uint8Array(32)), false);
  assert.equal(check(hexToBytes(`02${'00'.repeat(31)}`)), false);
  assert.equal(check(new Uint8Array(31)), false);
  // The identity is torsion free, in both of its encodings.
  assert.equal(check(Point.ZERO.toBytes()), true);
  assert.equal(check(hexToBytes(`ee${'ff'.repeat(30)}7f`)), true);
});

test('the prefix is optional and its case does not matter', () => {
  const text = 'DcA2MzgpJbrUATQLLceocVckhhAqrkingax4oJ9kZ847';
  for (const prefix of ['', 'ed25519:', 'ED25519:', 'Ed25519:']) {
    assert.equal(formatPublicKey(parsePublicKey(prefix + text)), `ed25519:${text}`);
  }
});

test('text that is not a key is refused with the error text of the reference', () => {
  const badByte = "invalid key data: provided string contained invalid character '!' at byte 0";
  const length = (expected: number, received: number) =>
    `invalid key length: expected the input of ${expected} bytes, but ${received} was given`;
  const cases: [string, string][] = [
    ['', length(32, 0)],
    ['ed25519:', length(32, 0)],
    ['ed25519:2VfU', length(32, 3)],
    [`ed25519:${'z'.repeat(60)}`, length(32, 33)],
    [`ed25519:${'1'.repeat(40)}`, length(32, 33)],
    ['secp256k1:2VfU', length(64, 3)],
    ['ml-dsa-65:2VfU', length(1952, 3)],
    ['!', badByte],
    ['ed25519:!', badByte],
    ['RSA:abc', "unknown key type 'rsa'"],
    ['ÄB:abc', "unknown key type 'Äb'"],
    [':abc', "unknown key type ''"],
    ['toString:abc', "unknown key type 'tostring'"],
    ['ml-dsa-65-hash:2VfU', "unknown key type 'ml-dsa-65-hash'"],
    ['ed25519:a:b', "invalid key data: provided string contained invalid character ':' at byte 1"],
  ];
  for (const [text, expected] of cases) {
    assert.throws(() => parsePublicKey(text), isError('key', expected), text);
  }
  const full =
    'invalid key data: full ML-DSA-65 keys cannot appear in a PublicKeyHandle; ' +
    'use the `ml-dsa-65-hash:` form instead';
  assert.throws(() => parsePublicKeyHandle('ml-dsa-65:2VfU'), isError('key', full));
  assert.throws(() => parsePublicKeyHandle('ml-dsa-65-hash:2VfU'), isError('key', length(32, 3)));
  assert.throws(
    () => parsePublicKeyHandle('ML-DSA-65-HASH:2VfU'),
    isError('key', "unknown key type 'ml-dsa-65-hash'"),
  );
});

test('text that is not a signature or secret key is refused', () => {
  assert.throws(
    () => parseSignature('ed25519:2VfU'),
    isError(
      'signature',
      'invalid signature length: expected the input of 64 bytes, but 3 was given',
    ),
  );
  assert.throws(
    () => parseSignature('secp256k1:0'),
    isError(
      'signature',
      "invalid signature data: provided string contained invalid character '0' at byte 0",
    ),
  );
  assert.throws(() => parseSignature('x:0'), isError('signature', "unknown key type 'x'"));
  const malformed = 'invalid key data: malformed or out-of-range secret key';
  for (const fill of [0, 255]) {
    const text = `secp256k1:${encodeBase58(new Uint8Array(32).fill(fill))}`;
    assert.throws(() => parseSecretKey(text), isError('key', malformed));
  }
  const text = `ml-dsa-65:${encodeBase58(new Uint8Array(4032).fill(255))}`;
  assert.throws(() => parseSecretKey(text), isError('key', malformed));
});

function isError(code: string, expected: string): (error: unknown) => boolean {
  return (error) =>
    error instanceof PerigeeError && error.code === code && error.message === expected;
}
