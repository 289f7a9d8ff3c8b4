// ECDSA as host functions use it: recovery of a secp256k1 key and verification on P-256.

import { bytesToNumberBe } from './numbers.ts';
import { isP256Scalar, verifyP256Signature } from './p256.ts';
import { recoverSecp256k1Key } from './secp256k1.ts';

const SCALAR_BYTES = 32;
/** Shorter messages are refused by P-256: they hold less than half of a hash. */
const P256_MESSAGE_BYTES_MIN = 16;

/** Half of the order of secp256k1's group, rounded down. */
const SECP256K1_HALF_ORDER = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n;

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
  const scalars = splitSignature(signature);
  if (refuseHighS && scalars.s > SECP256K1_HALF_ORDER) return null;
  return recoverSecp256k1Key(hash, scalars, recoveryId);
}

export function isP256SignatureInRange(signature: Uint8Array): boolean {
  const { r, s } = splitSignature(signature);
  return isP256Scalar(r) && isP256Scalar(s);
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
  return verifyP256Signature(splitSignature(signature), hash, publicKey);
}
