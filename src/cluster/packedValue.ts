// Values as a cluster keeps them: without their runs of zeros, if that makes them much shorter.
// Outcomes, of which a block has more than of anything else, take less than half. A packed value is
// recognized by its length, which is less than the size that is stored with it.

import { packZeros, unpackZeros } from '../store/zeroRuns.ts';

export function packValue(value: Uint8Array): Uint8Array {
  return packZeros(value)?.slice() ?? value;
}

/** Null for bytes that are not a whole value of this size. */
export function unpackValue(bytes: Uint8Array, size: number): Uint8Array | null {
  if (bytes.length === size) return bytes;
  const value = unpackZeros(bytes, bytes.length, (length) => new Uint8Array(length));
  return value?.length === size ? value : null;
}
