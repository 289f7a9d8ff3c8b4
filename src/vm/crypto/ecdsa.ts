// ECDSA as host functions use it: recovery of a secp256k1 key and verification on P-256.

import { p256 } from '@noble/curves/nist.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { concatBytes } from '../../base/bytes/bytes.ts';
import { recoverSecp256k1Key } from '../../base/crypto/secp256k1.ts';
import { bytesToNumberBe } from './numbers.ts';

const SCALAR_BYTES = 32;
/** Shorter messages are refused by P-256: they hold less than half of a hash. */
const P256_MESSAGE_BYTES_MIN = 16;
const TAG_EVEN = 2;
const TAG_ODD = 3;
/** Only x is known; the smaller y is meant. */
const TAG_COMPACT = 5;

const SECP256K1_HALF_ORDER = secp256k1.Point.Fn.ORDER / 2n;

type Scalars = { readonly r: bigint; readonly s: bigint };

function splitSignature(signature: Uint8Array): Scalars {
  const r = bytesToNumberBe(signature.subarray(0, SCALAR_BYTES));
  const s = bytesToNumberBe(signature.subarray(SCALAR_BYTES));
  return { r, s };
}

type Recovery = {
  readonly hash: Uint8Array;
  readonly signature: Uint8Array;
  readonly recoveryId: number;
  /** Refuses the larger of the two s that sign the same. */
  readonly refuseHighS: boolean;
};

/** Both coordinates of the key that signed, or null if there is none. */
export function recoverSecp256k1(recovery: Recovery): Uint8Array | null {
  const { hash, signature, recoveryId, refuseHighS } = recovery;
  const isHigh = splitSignature(signature).s > SECP256K1_HALF_ORDER;
  return isHigh && refuseHighS ? null : recoverSecp256k1Key(hash, signature, recoveryId);
}

export function isP256SignatureInRange(signature: Uint8Array): boolean {
  const { r, s } = splitSignature(signature);
  const order = p256.Point.Fn.ORDER;
  return r > 0n && r < order && s > 0n && s < order;
}

/** Of `message`, a hash, the first 32 bytes count; a shorter one is filled up in front. */
export function verifyP256(
  signature: Uint8Array,
  message: Uint8Array,
  publicKey: Uint8Array,
): boolean {
  if (message.length < P256_MESSAGE_BYTES_MIN) return false;
  const hash = new Uint8Array(SCALAR_BYTES);
  const head = message.subarray(0, SCALAR_BYTES);
  hash.set(head, SCALAR_BYTES - head.length);
  try {
    const key = toSec1Key(publicKey);
    return p256.verify(signature, hash, key, { prehash: false, lowS: false });
  } catch {
    return false;
  }
}

/** Throws if no point has the x of a compact key; the library knows the other tags. */
function toSec1Key(key: Uint8Array): Uint8Array {
  if (key[0] !== TAG_COMPACT) return key;
  const x = key.subarray(1);
  const { y } = p256.Point.fromBytes(concatBytes(Uint8Array.of(TAG_EVEN), x));
  const isEvenSmaller = y <= p256.Point.Fp.ORDER - y;
  return concatBytes(Uint8Array.of(isEvenSmaller ? TAG_EVEN : TAG_ODD), x);
}
