/**
 * The form of a value on disk: without runs of zeros if that is much shorter (zeroRuns.ts), and
 * followed by a CRC-32 over the row's whole key, including its column, and these bytes. Without the
 * zeros the checksum is inverted. A row stored under the wrong key counts as damaged too.
 */

import { viewBytes } from '../../base/bytes/bytes.ts';
import { crc32 } from '../../base/bytes/crc32.ts';
import { packZeros, unpackZeros } from './zeroRuns.ts';

const CHECKSUM_BYTES = 4;

type Allocate = (length: number) => Uint8Array;

const allocateAlone: Allocate = (length) => new Uint8Array(length);

/** The value as it is stored. */
export function sealValue(
  key: Uint8Array,
  value: Uint8Array,
  allocate = allocateAlone,
): Uint8Array {
  const packed = packZeros(value);
  const body = packed ?? value;
  const { length } = body;
  const checksum = crc32(body, length, crc32(key));
  const sum = packed === null ? checksum : ~checksum;
  const target = allocate(length + CHECKSUM_BYTES);
  target.set(body);
  target[length] = sum;
  target[length + 1] = sum >>> 8;
  target[length + 2] = sum >>> 16;
  target[length + 3] = sum >>> 24;
  return target;
}

/** Whether the first `length` bytes of `stored` are a value with the checksum of its row. */
export function isSealed(key: Uint8Array, stored: Uint8Array, length: number): boolean {
  return formOf(key, stored, length) !== 'damaged';
}

/** The value in the first `length` bytes of `stored`; null if they are damaged. */
export function openValue(
  key: Uint8Array,
  stored: Uint8Array,
  length: number,
  allocate = allocateAlone,
): Uint8Array | null {
  const form = formOf(key, stored, length);
  if (form === 'damaged') return null;
  const end = length - CHECKSUM_BYTES;
  if (form === 'packed') return unpackZeros(stored, end, allocate);
  const value = allocate(end);
  value.set(viewBytes(stored, 0, end));
  return value;
}

function formOf(key: Uint8Array, stored: Uint8Array, length: number) {
  const end = length - CHECKSUM_BYTES;
  if (end < 0) return 'damaged';
  const sum =
    stored[end]! | (stored[end + 1]! << 8) | (stored[end + 2]! << 16) | (stored[end + 3]! << 24);
  const checksum = crc32(stored, end, crc32(key)) | 0;
  if (sum === checksum) return 'plain';
  return sum === ~checksum ? 'packed' : 'damaged';
}
