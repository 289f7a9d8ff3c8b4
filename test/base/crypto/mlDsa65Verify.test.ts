// Verification of ML-DSA-65 against @noble/post-quantum: signatures of random keys, and the same
// with a bit changed anywhere, with hints that are out of order, and with other messages.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ml_dsa65 } from '@noble/post-quantum/ml-dsa.js';
import { verifyMlDsa65Signature } from '../../../src/base/crypto/mlDsa65Verify.ts';
import { Random } from '../../vm/support/random.ts';

const KEYS = 4;
const CHANGES = 12;
const HINT_OFFSET = 3309 - 61;

function check(key: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  const isValid = verifyMlDsa65Signature(key, message, signature);
  assert.equal(
    isValid,
    ml_dsa65.verify(signature, message, key),
    Buffer.from(signature).toString('hex'),
  );
  return isValid;
}

it('accepts what the library accepts', () => {
  const random = new Random(65);
  const bytes = (length: number) => Uint8Array.from({ length }, () => random.below(256));
  for (let round = 0; round < KEYS; round++) {
    const { publicKey, secretKey } = ml_dsa65.keygen(bytes(32));
    const message = bytes(random.below(300));
    const signature = ml_dsa65.sign(message, secretKey);
    assert.equal(check(publicKey, message, signature), true);
    assert.equal(check(publicKey, Uint8Array.of(...message, 0), signature), false);
    for (let change = 0; change < CHANGES; change++) {
      const changed = signature.slice();
      const start = change % 2 === 0 ? 0 : HINT_OFFSET;
      changed[start + random.below(changed.length - start)]! ^= 1 << random.below(8);
      assert.equal(check(publicKey, message, changed), false);
      const otherKey = publicKey.slice();
      otherKey[random.below(otherKey.length)]! ^= 1 << random.below(8);
      assert.equal(check(otherKey, message, signature), false);
    }
  }
});

it('refuses hints that are out of order, and numbers that are too large', () => {
  const { publicKey, secretKey } = ml_dsa65.keygen(new Uint8Array(32));
  const message = new Uint8Array(5);
  const signature = ml_dsa65.sign(message, secretKey);
  const swapped = signature.slice();
  [swapped[HINT_OFFSET], swapped[HINT_OFFSET + 1]] = [
    swapped[HINT_OFFSET + 1]!,
    swapped[HINT_OFFSET]!,
  ];
  const large = signature.slice();
  large.fill(0, 48, 51);
  for (const changed of [swapped, large]) assert.equal(check(publicKey, message, changed), false);
});
