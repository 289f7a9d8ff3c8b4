/**
 * Values without their runs of zeros, of which outcomes, chunk headers and many others have more
 * than of anything else. A packed value is its length, then in turn a number of bytes, these bytes,
 * and a number of zeros; numbers take seven bits a byte.
 */

/** A shorter run costs about as much as it saves. */
const RUN_MIN = 5;
/** Unpacking must be worth it. */
const SAVING_MIN = 16;
/** What is larger mostly holds code or text, and a look at every byte would take long. */
const LENGTH_MAX = 4_096;
/** A packed length that claims more is damage. */
const NUMBER_BYTES_MAX = 2;

const scratch = new Uint8Array(LENGTH_MAX);

/** The packed value, which is valid until the next call; null if it is not much shorter. */
export function packZeros(value: Uint8Array): Uint8Array | null {
  const { length } = value;
  if (length <= SAVING_MIN || length > LENGTH_MAX) return null;
  const limit = length - SAVING_MIN;
  let at = writeNumber(0, length);
  let start = 0;
  for (let i = 0; i < length; ) {
    const end = endOfRun(value, i);
    if (end - i < RUN_MIN) {
      i = end === i ? i + 1 : end;
      continue;
    }
    if (at + 2 * NUMBER_BYTES_MAX + (i - start) > limit) return null;
    at = writeBytes(at, value, start, i);
    at = writeNumber(at, end - i);
    start = end;
    i = end;
  }
  if (at + NUMBER_BYTES_MAX + (length - start) > limit) return null;
  if (start < length) at = writeBytes(at, value, start, length);
  return scratch.subarray(0, at);
}

/** Null for bytes that `packZeros` has not made. What `allocate` gives is all zero. */
export function unpackZeros(
  packed: Uint8Array,
  length: number,
  allocate: (length: number) => Uint8Array,
): Uint8Array | null {
  const reader = { at: 0 };
  const total = readNumber(packed, reader);
  if (total > LENGTH_MAX) return null;
  const value = allocate(total);
  let end = 0;
  while (reader.at < length) {
    const count = readNumber(packed, reader);
    const { at } = reader;
    if (at + count > length || end + count > total) return null;
    for (let i = 0; i < count; i++) value[end + i] = packed[at + i]!;
    reader.at += count;
    end += count + (reader.at < length ? readNumber(packed, reader) : 0);
  }
  return end === total && reader.at === length ? value : null;
}

function endOfRun(value: Uint8Array, start: number): number {
  let end = start;
  while (end < value.length && value[end] === 0) end++;
  return end;
}

function writeBytes(at: number, value: Uint8Array, start: number, end: number): number {
  const target = writeNumber(at, end - start) - start;
  for (let i = start; i < end; i++) scratch[target + i] = value[i]!;
  return target + end;
}

function writeNumber(at: number, number: number): number {
  if (number < 128) {
    scratch[at] = number;
    return at + 1;
  }
  scratch[at] = (number & 127) | 128;
  scratch[at + 1] = number >>> 7;
  return at + 2;
}

function readNumber(packed: Uint8Array, reader: { at: number }): number {
  const low = packed[reader.at++] ?? 0;
  if (low < 128) return low;
  return (low & 127) | ((packed[reader.at++] ?? 0) << 7);
}
