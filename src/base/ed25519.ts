/**
 * Ed25519 on node:crypto. OpenSSL checks exactly what ed25519-dalek's `verify` checks: s below the
 * group order, and the bytes of R equal to the encoding of sB - kA. There is no cofactor; keys and
 * R of small order pass if the equation holds, a key may be encoded with y >= p or as a zero x
 * with a sign, and an R encoded so never matches. Tests compare this with plain point arithmetic.
 */

import {
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  sign as signMessage,
  verify as verifyMessage,
} from 'node:crypto';
import { BoundedCache } from './boundedCache.ts';
import { bytesKey, concatBytes, hexToBytes } from './bytes.ts';

/** The DER frames around a raw key. */
const PUBLIC_FRAME = hexToBytes('302a300506032b6570032100');
const SECRET_FRAME = hexToBytes('302e020100300506032b657004220420');

/** What a parsed key costs, roughly. */
const KEY_OBJECT_BYTES = 1024;
const publicKeyObjects = new BoundedCache<KeyObject>(8192 * KEY_OBJECT_BYTES);
const secretKeyObjects = new BoundedCache<KeyObject>(1024 * KEY_OBJECT_BYTES);

/** The public key of a 32-byte seed. */
export function deriveEd25519(seed: Uint8Array): Uint8Array {
  const der = createPublicKey(getSecretKeyObject(seed)).export({ format: 'der', type: 'spki' });
  return new Uint8Array(der.subarray(PUBLIC_FRAME.length));
}

export function signEd25519(seed: Uint8Array, message: Uint8Array): Uint8Array {
  return new Uint8Array(signMessage(null, message, getSecretKeyObject(seed)));
}

/** Returns false for anything malformed. */
export function verifyEd25519(
  publicKey: Uint8Array,
  message: Uint8Array,
  signature: Uint8Array,
): boolean {
  if (publicKey.length !== 32 || signature.length !== 64) return false;
  try {
    return verifyMessage(null, message, getPublicKeyObject(publicKey), signature);
  } catch {
    return false;
  }
}

function getPublicKeyObject(publicKey: Uint8Array): KeyObject {
  const cacheKey = bytesKey(publicKey);
  const known = publicKeyObjects.get(cacheKey);
  if (known !== undefined) return known;
  const der = Buffer.from(concatBytes(PUBLIC_FRAME, publicKey));
  const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
  publicKeyObjects.set(cacheKey, key, KEY_OBJECT_BYTES);
  return key;
}

function getSecretKeyObject(seed: Uint8Array): KeyObject {
  const cacheKey = bytesKey(seed);
  const known = secretKeyObjects.get(cacheKey);
  if (known !== undefined) return known;
  const der = Buffer.from(concatBytes(SECRET_FRAME, seed));
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  secretKeyObjects.set(cacheKey, key, KEY_OBJECT_BYTES);
  return key;
}
