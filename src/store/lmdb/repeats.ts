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
/** Unpacking must be worth it. */
const SAVING_MIN = 16;
/** What is larger is mostly content, and a look at every byte would take long. */
const LENGTH_MAX = 4_096;
const DICTIONARY_BYTES_MAX = 4_096;
const TABLE_BITS = 12;

/** What many values of a column have, and where to find its parts. */
export class Dictionary {
  readonly bytes: Uint8Array;
  /** Where four bytes are, by their slot; -1 for nowhere. */
  readonly places = new Int16Array(2 ** TABLE_BITS).fill(-1);

  constructor(bytes: Uint8Array) {
    assert(bytes.length <= DICTIONARY_BYTES_MAX, 'a dictionary is short');
    this.bytes = bytes;
    for (let at = 0; at + 4 <= bytes.length; at++) this.places[slotOf(bytes, at)] = at;
  }
}

/** The dictionary, then the value; and where in them four bytes were last seen. */
const joined = new Uint8Array(DICTIONARY_BYTES_MAX + LENGTH_MAX);
const places = new Int16Array(2 ** TABLE_BITS);
const scratch = new Uint8Array(LENGTH_MAX);

/** The packed value, which is valid until the next call; null if it is not much shorter. */
export function packRepeats(value: Uint8Array, dictionary: Dictionary): Uint8Array | null {
  const { length } = value;
  if (length <= SAVING_MIN || length > LENGTH_MAX) return null;
  const first = dictionary.bytes.length;
  const end = first + length;
  joined.set(dictionary.bytes);
  joined.set(value, first);
  places.set(dictionary.places);
  const limit = length - SAVING_MIN;
  let at = writeNumber(scratch, 0, length);
  let start = first;
  for (let i = first; i + REPEAT_MIN <= end; ) {
    const seen = notePlace(i);
    // What begins in the dictionary ends there.
    const max = seen < first ? Math.min(first - seen, end - i) : end - i;
    const repeat = seen < 0 ? 0 : agreement(seen, i, max);
    if (repeat < REPEAT_MIN) {
      i++;
      continue;
    }
    if (at + 3 * NUMBER_BYTES_MAX + (i - start) > limit) return null;
    at = writeCounted(scratch, at, joined, { start, end: i });
    at = writeNumber(scratch, at, repeat);
    at = writeNumber(scratch, at, i - seen);
    start = i + repeat;
    for (i++; i < start; i++) if (i + 4 <= end) notePlace(i);
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
  // One by one: a run copies bytes that it has just made.
  for (let i = 0; i < count; i++) value[to + i] = value[from + i]!;
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

/** How many bytes are the same from two places on. */
function agreement(one: number, other: number, max: number): number {
  let count = 0;
  while (count < max && joined[one + count] === joined[other + count]) count++;
  return count;
}
