/**
 * The checksum after the value of every row on disk: a CRC-32 over the row's whole key, including
 * its column, and the value. A row stored under the wrong key counts as damaged too.
 */

import { crc32 } from '../../base/bytes/crc32.ts';

export const CHECKSUM_BYTES = 4;

/** The value as it is stored. `target` has room for the value and its checksum. */
export function sealValue(key: Uint8Array, value: Uint8Array, target: Uint8Array): Uint8Array {
  const { length } = value;
  const sum = crc32(value, length, crc32(key));
  target.set(value);
  target[length] = sum;
  target[length + 1] = sum >>> 8;
  target[length + 2] = sum >>> 16;
  target[length + 3] = sum >>> 24;
  return target;
}

/** Whether the first `length` bytes of `stored` are a value with the checksum of its row. */
export function isSealed(key: Uint8Array, stored: Uint8Array, length: number): boolean {
  const end = length - CHECKSUM_BYTES;
  if (end < 0) return false;
  const sum =
    stored[end]! | (stored[end + 1]! << 8) | (stored[end + 2]! << 16) | (stored[end + 3]! << 24);
  return sum >>> 0 === crc32(stored, end, crc32(key));
}
