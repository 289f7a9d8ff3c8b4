/**
 * Verification and key recovery on secp256k1, by libsecp256k1 compiled to WebAssembly: about nine
 * times as fast as plain JavaScript. It is loaded with the first use, since most threads never need
 * it. Keys are both coordinates, without a tag; messages are hashes of 32 bytes.
 */

import { createRequire } from 'node:module';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import type * as TinySecp256k1 from 'tiny-secp256k1';
import { bytesToHex, concatBytes } from '../bytes/bytes.ts';

const KEY_LENGTH = 64;
const HASH_LENGTH = 32;
const SCALARS_LENGTH = 64;
const RECOVERY_ID_MAX = 3;
/** Ids from here on mean that x is not below the order of the group. */
const BEYOND_ORDER = 2;
const UNCOMPRESSED = Uint8Array.of(4);

let loaded: typeof TinySecp256k1 | undefined;

function load(): typeof TinySecp256k1 {
  loaded ??= createRequire(import.meta.url)('tiny-secp256k1') as typeof TinySecp256k1;
  return loaded;
}

/** A high s is refused. Returns false for anything malformed. */
export function verifySecp256k1(key: Uint8Array, hash: Uint8Array, scalars: Uint8Array): boolean {
  if (key.length !== KEY_LENGTH || hash.length !== HASH_LENGTH) return false;
  if (scalars.length !== SCALARS_LENGTH) return false;
  const { verify } = load();
  try {
    return verify(hash, concatBytes(UNCOMPRESSED, key), scalars, true);
  } catch {
    return false;
  }
}

/** The key that signed, or null if there is none. A high s is taken. */
export function recoverSecp256k1Key(
  hash: Uint8Array,
  scalars: Uint8Array,
  recoveryId: number,
): Uint8Array | null {
  if (hash.length !== HASH_LENGTH || scalars.length !== SCALARS_LENGTH) return null;
  if (recoveryId < 0 || recoveryId > RECOVERY_ID_MAX) return null;
  const { recover } = load();
  try {
    const isBeyondOrder = recoveryId >= BEYOND_ORDER;
    const key = isBeyondOrder
      ? recoverBeyondOrder(hash, scalars, recoveryId)
      : recover(hash, scalars, recoveryId as 0 | 1, false);
    return key === null ? null : key.slice(UNCOMPRESSED.length);
  } catch {
    return null;
  }
}

/**
 * For a nonce point whose x is r + n: the library's own function looks for a point at r. Computes
 * (sR - zG) / r. Throws if there is no such point.
 */
function recoverBeyondOrder(
  hash: Uint8Array,
  scalars: Uint8Array,
  recoveryId: number,
): Uint8Array | null {
  const { pointAdd, pointFromScalar, pointMultiply } = load();
  const { Fn, Fp } = secp256k1.Point;
  const [r, s] = [Fn.fromBytes(scalars.slice(0, 32)), Fn.fromBytes(scalars.slice(32))];
  const x = r + Fn.ORDER;
  if (r === 0n || s === 0n || x >= Fp.ORDER) return null;
  const point = concatBytes(Uint8Array.of(2 + (recoveryId & 1)), Fp.toBytes(x));
  const inverse = Fn.inv(r);
  const scaled = pointMultiply(point, Fn.toBytes(Fn.mul(s, inverse)), false);
  const z = Fn.create(BigInt(`0x${bytesToHex(hash)}`));
  if (z === 0n || scaled === null) return scaled;
  const base = pointFromScalar(Fn.toBytes(Fn.neg(Fn.mul(z, inverse))), false);
  return base && pointAdd(scaled, base, false);
}
