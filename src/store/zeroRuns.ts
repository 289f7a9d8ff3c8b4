/**
 * Values without their runs of zeros, of which outcomes, chunk headers and many others have more
 * than of anything else. A packed value is its length, then in turn a number of bytes, these bytes,
 * and a number of zeros.
 */

import {
  copyBytes,
  NUMBER_BYTES_MAX,
  numberEnd,
  readNumber,
  writeCounted,
  writeNumber,
} from './packing.ts';

/** A shorter run costs about as much as it saves. */
const RUN_MIN = 5;
/** Unpacking must be worth it. */
const SAVING_MIN = 16;
/** What is larger mostly holds code or text, and a look at every byte would take long. */
const LENGTH_MAX = 4_096;

const scratch = new Uint8Array(LENGTH_MAX);

/** The packed value, which is valid until the next call; null if it is not much shorter. */
export function packZeros(value: Uint8Array): Uint8Array | null {
  const { length } = value;
  if (length <= SAVING_MIN || length > LENGTH_MAX) return null;
  const limit = length - SAVING_MIN;
  let at = writeNumber(scratch, 0, length);
  let start = 0;
  // A run covers one of these places, so nothing between them has to be read.
  for (let i = RUN_MIN - 1; i < length; i += RUN_MIN) {
    if (value[i] !== 0) continue;
    const first = startOfRun(value, i, start);
    const end = endOfRun(value, i);
    i = end;
    if (end - first < RUN_MIN) continue;
    if (at + 2 * NUMBER_BYTES_MAX + (first - start) > limit) return null;
    at = writeCounted(scratch, at, value, { start, end: first });
    at = writeNumber(scratch, at, end - first);
    start = end;
  }
  if (at + NUMBER_BYTES_MAX + (length - start) > limit) return null;
  if (start < length) at = writeCounted(scratch, at, value, { start, end: length });
  return scratch.subarray(0, at);
}

/** Null for bytes that `packZeros` has not made. What `allocate` gives is all zero. */
export function unpackZeros(
  packed: Uint8Array,
  length: number,
  allocate: (length: number) => Uint8Array,
): Uint8Array | null {
  const total = readNumber(packed, 0);
  if (total > LENGTH_MAX) return null;
  const value = allocate(total);
  let at = numberEnd(packed, 0);
  let end = 0;
  while (at < length) {
    const count = readNumber(packed, at);
    const start = numberEnd(packed, at);
    at = start + count;
    if (at > length || end + count > total) return null;
    copyBytes(packed, { start, end: at }, value, end);
    end += count;
    if (at === length) break;
    end += readNumber(packed, at);
    at = numberEnd(packed, at);
  }
  return end === total && at === length ? value : null;
}

function startOfRun(value: Uint8Array, at: number, earliest: number): number {
  let start = at;
  while (start > earliest && value[start - 1] === 0) start--;
  return start;
}

function endOfRun(value: Uint8Array, start: number): number {
  let end = start;
  while (end < value.length && value[end] === 0) end++;
  return end;
}
