/**
 * Scalars of the group of edwards25519 and ristretto255, as bigints below its order, and the
 * numbers that they are written as: little endian.
 */

import { ed25519 } from '@noble/curves/ed25519.js';
import { sha512 } from './hash.ts';

export const { ORDER } = ed25519.Point.Fn;
const NUMBER_BYTES = 32;

/** Of 32 or 64 bytes. */
export function readNumber(bytes: Uint8Array): bigint {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let value = 0n;
  for (let at = bytes.length - 8; at >= 0; at -= 8) {
    value = (value << 64n) | view.getBigUint64(at, true);
  }
  return value;
}

/** As `readNumber`, reduced to a scalar. */
export function readScalar(bytes: Uint8Array): bigint {
  return readNumber(bytes) % ORDER;
}

/** A number below 2^256 in 32 bytes. */
export function numberToBytes(value: bigint): Uint8Array {
  const bytes = new Uint8Array(NUMBER_BYTES);
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < NUMBER_BYTES; at += 8) {
    view.setBigUint64(at, BigInt.asUintN(64, value >> BigInt(8 * at)), true);
  }
  return bytes;
}

/** The scalar and the prefix derived from the 32 bytes of a secret key. */
interface ExpandedSeed {
  readonly scalar: bigint;
  /** What the nonces of signatures are made from. */
  readonly prefix: Uint8Array;
}

export function expandSeed(seed: Uint8Array): ExpandedSeed {
  const expanded = sha512(seed);
  const clamped = expanded.slice(0, NUMBER_BYTES);
  clamped[0]! &= 248;
  clamped[31] = (clamped[31]! & 127) | 64;
  return { scalar: readScalar(clamped), prefix: expanded.slice(NUMBER_BYTES) };
}
