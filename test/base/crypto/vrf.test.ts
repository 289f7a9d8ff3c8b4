/**
 * The verifiable random function: proofs from real blocks are reproduced and verified, and anything
 * that was changed is refused.
 */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ristretto255 } from '@noble/curves/ed25519.js';
import { bytesToNumberLE } from '@noble/curves/utils.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '../../../src/base/bytes/bytes.ts';
import {
  blake2b256,
  blake2b512,
  formatHash,
  HASH_ZERO,
  sha256,
} from '../../../src/base/crypto/hash.ts';
import { keyFromSeed, secretToPublic } from '../../../src/base/crypto/keys.ts';
import { proveVrf, verifyVrf } from '../../../src/base/crypto/vrf.ts';

const test0 = keyFromSeed('ed25519', 'test');

/** Four consecutive blocks; the input of each is the random value of the previous one. */
const CHAIN: [value: string, proof: string, randomValue: string][] = [
  [
    'dc56138382bd1115bcf5168214b64d12e14e6d43980db979ba5502a74ae6ac11',
    'afdadb448b71019a9aa41621e875b3ba24a2e2d27d67a49b4325332b25c4dc0d' +
      'dd0abb9580714c56e4edcb80e87be57d57f29a74c1989dd1a8aaff04a0c36707',
    '6SRux2g7EUfT3kYps9ywLEHT9WC1GAKCXr8aqB8gtoPe',
  ],
  [
    'bca9102f6a4e0b11b37ab84401643661ff15a364a6ef5838d97ce41b5c04d617',
    '8c8296de44d0cf81bf329b26183154cc81ff4407495879c8348278d8e55eaa0c' +
      '48f1b9b655202fe3aeb2ba6651427b256d2a925b01616c3ad0dcee7e01acff02',
    'GrEgFYU5gamhQbhxDmgyx8BvgtxTX1gmBMRwvVpLKTG6',
  ],
  [
    '1c3115a724af88d8cdf4bc618031ee9ca738e967a0e3a640bda8a976cc588b50',
    'f8e0ff8bb1d3cb41ad34e4c48811b35c59c2e631709052db5930b903a0326f04' +
      '99576858744dfa3afff7d7cf0104490108f11af401b71b1db3c5b791828e2f03',
    '3aZwTdxLZ9vMk2hngDTUd5q1q7bhszSDpTpSKWa7qV4u',
  ],
  [
    'd83837c8ab292e4d1c5333a96248f5ab5ff044292d9c97786f3b5ce665f44b64',
    '83728f8c54f0405c2679b871e0939b7ca63494f2a56e5caba7ed68863274ae08' +
      '96af4616a48698e6306965b263d83aa63c35950087bcc2b16b290808e9c71203',
    '81ngGftwy3znjQgQZAWUW4oKjrPgKy5xtmuJ6RdepJJd',
  ],
];

test('a chain of four blocks', () => {
  let input = HASH_ZERO;
  for (const [valueHex, proofHex, randomValue] of CHAIN) {
    const { value, proof } = proveVrf(test0, input);
    assert.equal(bytesToHex(value), valueHex);
    assert.equal(bytesToHex(proof), proofHex);
    assert.equal(verifyVrf(secretToPublic(test0), input, value, proof), true);
    input = sha256(value);
    assert.equal(formatHash(input), randomValue);
  }
});

test('the first block of recorded chains', () => {
  const cases: [seed: string, value: string, proof: string][] = [
    [
      'node1',
      'e651bd697604301de8aef1af59d7311dfeaf2e3b3abd246e5bdfcbe5d6ed2828',
      'b702c6890080646b775e5467df0c1ef9e775ffb6510d9ad2e61887c53bfd2a09' +
        '71aa3d2bb16411daaa84a44aa17c30d59c0c08757c894847c17a2057fbc7070f',
    ],
    [
      'test.near',
      '9a2d3b4ed5a6a3003474cacfed625841d9e01db79c888b564add9ee64c333a37',
      '07f5f8d4477ef276db0e68cd8326a38efc8181b4ecf25430c2f928ccfa8e110e' +
        'adb61d973b50dce5312196ce1dafa3a2573e27bf06f275aa7e71fc5fdaf3850a',
    ],
  ];
  for (const [seed, valueHex, proofHex] of cases) {
    const secret = keyFromSeed('ed25519', seed);
    const { value, proof } = proveVrf(secret, HASH_ZERO);
    assert.equal(bytesToHex(value), valueHex);
    assert.equal(bytesToHex(proof), proofHex);
    assert.equal(verifyVrf(secretToPublic(secret), HASH_ZERO, value, proof), true);
  }
});

test('hashing to a scalar', () => {
  const { Fn } = ristretto255.Point;
  const reduce = (digest: Uint8Array) => bytesToHex(Fn.toBytes(Fn.create(bytesToNumberLE(digest))));
  assert.equal(
    reduce(blake2b256(new Uint8Array())),
    'cc0fb71e1f068c41898b8252aed624d1d0e5df47778f7787faab45cdf12fe308',
  );
  assert.equal(
    reduce(blake2b512(new Uint8Array())),
    '4d31ff252ec727ffb194a0557482c659e4376e76e8148134678460cb24223e06',
  );
});

test('anything else is refused', () => {
  const input = utf8ToBytes('Test');
  const publicKey = secretToPublic(test0);
  const { value, proof } = proveVrf(test0, input);
  assert.equal(verifyVrf(publicKey, input, value, proof), true);

  const flip = (bytes: Uint8Array, index: number) => bytes.map((b, i) => (i === index ? b ^ 1 : b));
  const order = Uint8Array.from(ristretto255.Point.Fn.toBytes(ristretto255.Point.Fn.ORDER - 1n));
  order[0]! += 1;
  const cases: [string, Parameters<typeof verifyVrf>][] = [
    ['input', [publicKey, utf8ToBytes('Tent'), value, proof]],
    ['value', [publicKey, input, proveVrf(test0, HASH_ZERO).value, proof]],
    ['value that is not a point', [publicKey, input, new Uint8Array(32).fill(255), proof]],
    ['short value', [publicKey, input, value.slice(1), proof]],
    ['response', [publicKey, input, value, flip(proof, 0)]],
    ['challenge', [publicKey, input, value, flip(proof, 32)]],
    ['large response', [publicKey, input, value, concatBytes(order, proof.slice(32))]],
    ['large challenge', [publicKey, input, value, concatBytes(proof.slice(0, 32), order)]],
    ['short proof', [publicKey, input, value, proof.slice(1)]],
    ['zero proof', [publicKey, input, value, new Uint8Array(64)]],
    ['key', [secretToPublic(keyFromSeed('ed25519', 'near')), input, value, proof]],
    [
      'key off the curve',
      [{ type: 'ed25519', data: hexToBytes(`02${'00'.repeat(31)}`) }, input, value, proof],
    ],
    ['key with torsion', [{ type: 'ed25519', data: new Uint8Array(32) }, input, value, proof]],
    ['key type', [secretToPublic(keyFromSeed('secp256k1', 'test')), input, value, proof]],
  ];
  for (const [name, args] of cases) assert.equal(verifyVrf(...args), false, name);
});
