/**
 * Values without what they repeat: bytes that they have twice, such as the hash of the block before
 * in a block and in each of its chunks, and bytes of a dictionary, which many values of a column
 * have. A packed value is its length, then in turn a number of bytes, these bytes, a length and a
 * distance back to copy from; the dictionary comes before the value.
 */

import { assert } from '../../base/assert.ts';
import {
  copyBytes,
  NUMBER_BYTES_MAX,
  numberEnd,
  readNumber,
  writeCounted,
  writeNumber,
} from '../packing.ts';

/** A shorter repeat costs about as much as it saves. */
const REPEAT_MIN = 5;
/** Unpacking must be worth it: this many bytes, and one of this many. */
const SAVING_MIN = 16;
const SAVING_SHARE = 16;
/** What is larger is mostly code, and a look at it would take long. */
const LENGTH_MAX = 256 * 1024;
const DICTIONARY_BYTES_MAX = 4_096;
const TABLE_BITS = 12;
/**
 * The more bytes have passed without a repeat, the fewer places are looked at: they are hashes,
 * signatures or code. Of long values, time counts more than the last bytes.
 */
const PATIENCE_BITS = { short: 6, long: 3 } as const;
const SHORT_LENGTH = 4_096;
/** Of the bytes that were found before, only some places are noted again. */
const NOTED_STEP = 4;

/** What many values of a column have, and where to find its parts. */
export class Dictionary {
  readonly bytes: Uint8Array;
  /** Where four bytes are, by their slot; -1 for nowhere. */
  readonly places = new Int32Array(2 ** TABLE_BITS).fill(-1);

  constructor(bytes: Uint8Array) {
    assert(bytes.length <= DICTIONARY_BYTES_MAX, 'a dictionary is short');
    this.bytes = bytes;
    for (let at = 0; at + 4 <= bytes.length; at++) this.places[slotOf(bytes, at)] = at;
  }
}

/** The dictionary, then the value; and where in them four bytes were last seen. */
let joined = new Uint8Array(DICTIONARY_BYTES_MAX);
const places = new Int32Array(2 ** TABLE_BITS);
let scratch = new Uint8Array(0);

/** The packed value, which is valid until the next call; null if it is not much shorter. */
export function packRepeats(value: Uint8Array, dictionary: Dictionary): Uint8Array | null {
  const { length } = value;
  if (length <= SAVING_MIN || length > LENGTH_MAX) return null;
  const first = dictionary.bytes.length;
  const end = first + length;
  reserve(length);
  joined.set(dictionary.bytes);
  joined.set(value, first);
  places.set(dictionary.places);
  const limit = length - Math.max(SAVING_MIN, Math.floor(length / SAVING_SHARE));
  const patience = length <= SHORT_LENGTH ? PATIENCE_BITS.short : PATIENCE_BITS.long;
  let at = writeNumber(scratch, 0, length);
  let start = first;
  for (let i = first; i + REPEAT_MIN <= end; ) {
    const seen = notePlace(i);
    // What begins in the dictionary ends there.
    const max = seen < first ? Math.min(first - seen, end - i) : end - i;
    const after = seen < 0 ? 0 : agreement(seen, i, max);
    if (after < REPEAT_MIN) {
      i += 1 + ((i - start) >>> patience);
      continue;
    }
    const before = agreementBefore(
      seen,
      i,
      Math.min(i - start, seen < first ? seen : seen - first),
    );
    if (at + 3 * NUMBER_BYTES_MAX + (i - before - start) > limit) return null;
    at = writeCounted(scratch, at, joined, { start, end: i - before });
    at = writeNumber(scratch, at, before + after);
    at = writeNumber(scratch, at, i - seen);
    start = i + after;
    for (i += NOTED_STEP; i < start; i += NOTED_STEP) if (i + 4 <= end) notePlace(i);
    i = start;
  }
  if (at + NUMBER_BYTES_MAX + (end - start) > limit) return null;
  if (start < end) at = writeCounted(scratch, at, joined, { start, end });
  return scratch.subarray(0, at);
}

/** Null for bytes that `packRepeats` has not made. */
export function unpackRepeats(
  packed: Uint8Array,
  length: number,
  { bytes: dictionary }: Dictionary,
  allocate: (length: number) => Uint8Array,
): Uint8Array | null {
  const total = readNumber(packed, 0);
  if (total > LENGTH_MAX) return null;
  const value = allocate(total);
  let at = numberEnd(packed, 0);
  let end = 0;
  while (at < length) {
    const start = numberEnd(packed, at);
    const stop = start + readNumber(packed, at);
    if (stop > length || end + (stop - start) > total) return null;
    copyBytes(packed, { start, end: stop }, value, end);
    end += stop - start;
    at = stop;
    if (at === length) break;
    const repeat = readNumber(packed, at);
    at = numberEnd(packed, at);
    const from = end - readNumber(packed, at);
    at = numberEnd(packed, at);
    if (end + repeat > total || !copyRepeat({ value, dictionary, from }, end, repeat)) return null;
    end += repeat;
  }
  return end === total && at === length ? value : null;
}

/** They grow with the values that are packed, up to the longest. */
function reserve(length: number): void {
  if (scratch.length >= length) return;
  const capacity = Math.min(LENGTH_MAX, 2 * length);
  joined = new Uint8Array(DICTIONARY_BYTES_MAX + capacity);
  scratch = new Uint8Array(capacity);
}

interface RepeatSource {
  readonly value: Uint8Array;
  readonly dictionary: Uint8Array;
  /** Negative in the dictionary. */
  readonly from: number;
}

/** False if the bytes are not there. */
function copyRepeat({ value, dictionary, from }: RepeatSource, to: number, count: number): boolean {
  if (from < 0) {
    const start = dictionary.length + from;
    if (start < 0 || from + count > 0) return false;
    copyBytes(dictionary, { start, end: start + count }, value, to);
    return true;
  }
  if (from + count <= to) copyBytes(value, { start: from, end: from + count }, value, to);
  // One by one: a run copies bytes that it has just made.
  else for (let i = 0; i < count; i++) value[to + i] = value[from + i]!;
  return from < to;
}

/** Where the four bytes from here on were last seen; -1 for nowhere. */
function notePlace(at: number): number {
  const slot = slotOf(joined, at);
  const seen = places[slot]!;
  places[slot] = at;
  return seen;
}

function slotOf(bytes: Uint8Array, at: number): number {
  const word = bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);
  return Math.imul(word, 0x9e3779b1) >>> (32 - TABLE_BITS);
}

/** How many bytes are the same before two places. */
function agreementBefore(one: number, other: number, max: number): number {
  let count = 0;
  while (count < max && joined[one - count - 1] === joined[other - count - 1]) count++;
  return count;
}

/** How many bytes are the same from two places on. */
function agreement(one: number, other: number, max: number): number {
  let count = 0;
  while (count < max && joined[one + count] === joined[other + count]) count++;
  return count;
}
