// ML-DSA-65 verification against the JavaScript library, for signatures that are valid, changed in
// every part, or malformed. Where Node has OpenSSL 3.5 these are two implementations.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ml_dsa65 } from '@noble/post-quantum/ml-dsa.js';
import { verifyMlDsa65 } from '../../../src/base/crypto/mlDsa65.ts';

const { publicKey, secretKey } = ml_dsa65.keygen(new Uint8Array(32).fill(5));
const message = new Uint8Array(32).fill(6);
const signature = ml_dsa65.sign(message, secretKey, { extraEntropy: false });

/** The offsets of a signature's parts: the challenge, the response, and the hints. */
const RESPONSE_AT = 48;
const HINTS_AT = 48 + 5 * 640;

function verifyPlainly(key: Uint8Array, text: Uint8Array, signed: Uint8Array): boolean {
  try {
    return ml_dsa65.verify(signed, text, key);
  } catch {
    return false;
  }
}

function compare(key: Uint8Array, text: Uint8Array, signed: Uint8Array, name: string): boolean {
  const isValid = verifyMlDsa65(key, text, signed);
  assert.equal(isValid, verifyPlainly(key, text, signed), name);
  return isValid;
}

const change = (bytes: Uint8Array, at: number, to?: number) => {
  const copy = bytes.slice();
  copy[at] = to ?? (copy[at] as number) ^ 1;
  return copy;
};

test('a valid signature verifies, for messages of any length', () => {
  assert.ok(compare(publicKey, message, signature, 'as it is'));
  for (const length of [0, 1, 100, 5_000]) {
    const text = new Uint8Array(length).fill(3);
    const signed = ml_dsa65.sign(text, secretKey, { extraEntropy: false });
    assert.ok(compare(publicKey, text, signed, `${length} bytes`));
  }
});

test('a bit changed in any part invalidates a signature', () => {
  assert.ok(!compare(publicKey, change(message, 3), signature, 'message'));
  for (const at of [0, 31, 32, 1_000, 1_951]) {
    assert.ok(!compare(change(publicKey, at), message, signature, `key at ${at}`));
  }
  for (const at of [0, 47, RESPONSE_AT, 1_700, HINTS_AT - 1, HINTS_AT, HINTS_AT + 54, 3_308]) {
    assert.ok(!compare(publicKey, message, change(signature, at), `signature at ${at}`));
  }
});

test('hints and responses that no signer produces are refused', () => {
  for (let at = HINTS_AT; at < signature.length; at++) {
    compare(publicKey, message, change(signature, at, 0), `0 at ${at}`);
    compare(publicKey, message, change(signature, at, 255), `255 at ${at}`);
  }
  const response = signature.slice();
  response.fill(0, RESPONSE_AT, HINTS_AT);
  assert.ok(!compare(publicKey, message, response, 'a response out of range'));
  response.fill(255, RESPONSE_AT, HINTS_AT);
  assert.ok(!compare(publicKey, message, response, 'a response out of range'));
});

test('wrong lengths and meaningless keys are refused', () => {
  assert.ok(!verifyMlDsa65(publicKey.slice(1), message, signature));
  assert.ok(!verifyMlDsa65(publicKey, message, signature.slice(1)));
  assert.ok(!verifyMlDsa65(publicKey, message, new Uint8Array(3_310)));
  for (const fill of [0, 255]) {
    assert.ok(!compare(new Uint8Array(1952).fill(fill), message, signature, `key of ${fill}`));
    assert.ok(!compare(publicKey, message, new Uint8Array(3309).fill(fill), `all ${fill}`));
  }
});
