/**
 * Verification of ML-DSA-65 signatures, without a context. OpenSSL does it where Node has a version
 * that can (3.5, from Node 24.6 on), several times as fast as this project's code.
 */

import { createPublicKey, type KeyObject, verify as verifyMessage } from 'node:crypto';
import { bytesKey, concatBytes, hexToBytes } from '../bytes/bytes.ts';
import { keyCaches } from './keyCaches.ts';
import { verifyMlDsa65Signature } from './mlDsa65Verify.ts';

const KEY_LENGTH = 1952;
const SIGNATURE_LENGTH = 3309;

/** The DER frame around a raw key. */
const KEY_FRAME = hexToBytes('308207b2300b0609608648016503040312038207a100');
/** What a parsed key costs, roughly: its matrix is expanded. */
const KEY_OBJECT_BYTES = 64 * 1024;

const keyObjects = keyCaches.create<KeyObject>('ml_dsa_65_public_keys');
/** Every key of the right length parses, so a failure means that no key can be parsed. */
let isNative = true;

/** Returns false for anything malformed. */
export function verifyMlDsa65(
  key: Uint8Array,
  message: Uint8Array,
  signature: Uint8Array,
): boolean {
  if (key.length !== KEY_LENGTH || signature.length !== SIGNATURE_LENGTH) return false;
  const object = isNative ? findKeyObject(key) : null;
  try {
    if (object !== null) return verifyMessage(null, message, object, signature);
    return verifyMlDsa65Signature(key, message, signature);
  } catch {
    return false;
  }
}

function findKeyObject(key: Uint8Array): KeyObject | null {
  const cacheKey = bytesKey(key);
  const known = keyObjects.get(cacheKey);
  if (known !== undefined) return known;
  const der = Buffer.from(concatBytes(KEY_FRAME, key));
  try {
    const object = createPublicKey({ key: der, format: 'der', type: 'spki' });
    keyObjects.set(cacheKey, object, KEY_OBJECT_BYTES);
    return object;
  } catch {
    isNative = false;
    return null;
  }
}
