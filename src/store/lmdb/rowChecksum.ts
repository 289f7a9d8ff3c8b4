/**
 * The form of a value on disk: shorter if that is possible, and followed by a CRC-32 over the row's
 * whole key, including its column, and these bytes. Columns that declare what their values repeat
 * leave that out (repeats.ts), others runs of zeros (zeroRuns.ts); the checksum of a shorter form
 * is changed by a mask, which is how it is recognised. A row stored under the wrong key counts as
 * damaged too.
 */

import { viewBytes } from '../../base/bytes/bytes.ts';
import { crc32 } from '../../base/bytes/crc32.ts';
import { findColumn } from '../column.ts';
import { packZeros, unpackZeros } from '../zeroRuns.ts';
import { Dictionary, packRepeats, unpackRepeats } from './repeats.ts';

const CHECKSUM_BYTES = 4;
/** They differ in many bits, so that a flipped one does not change the form. */
const WITHOUT_ZEROS = ~0;
const WITHOUT_REPEATS = 0x33333333;

type Form = 'whole' | 'without zeros' | 'without repeats' | 'damaged';

type Allocate = (length: number) => Uint8Array;

const allocateAlone: Allocate = (length) => new Uint8Array(length);

/** The value as it is stored. */
export function sealValue(
  key: Uint8Array,
  value: Uint8Array,
  allocate = allocateAlone,
): Uint8Array {
  const dictionary = dictionaryOf(key);
  const packed = dictionary === null ? packZeros(value) : packRepeats(value, dictionary);
  const body = packed ?? value;
  const { length } = body;
  const mask = packed === null ? 0 : dictionary === null ? WITHOUT_ZEROS : WITHOUT_REPEATS;
  const sum = crc32(body, length, crc32(key)) ^ mask;
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
  if (form === 'without zeros') return unpackZeros(stored, end, allocate);
  if (form === 'without repeats') {
    const dictionary = dictionaryOf(key);
    return dictionary && unpackRepeats(stored, end, dictionary, allocate);
  }
  const value = allocate(end);
  value.set(viewBytes(stored, 0, end));
  return value;
}

function formOf(key: Uint8Array, stored: Uint8Array, length: number): Form {
  const end = length - CHECKSUM_BYTES;
  if (end < 0) return 'damaged';
  const sum =
    stored[end]! | (stored[end + 1]! << 8) | (stored[end + 2]! << 16) | (stored[end + 3]! << 24);
  const checksum = crc32(stored, end, crc32(key)) | 0;
  if (sum === checksum) return 'whole';
  if (sum === (checksum ^ WITHOUT_ZEROS)) return 'without zeros';
  return sum === (checksum ^ WITHOUT_REPEATS) ? 'without repeats' : 'damaged';
}

const dictionaries: (Dictionary | null | undefined)[] = [];

/** Of the column that the key begins with. */
function dictionaryOf(key: Uint8Array): Dictionary | null {
  const number = key[0] ?? 0;
  const known = dictionaries[number];
  if (known !== undefined) return known;
  const column = findColumn(number);
  const dictionary = column?.repeated === undefined ? null : new Dictionary(column.repeated);
  if (column !== undefined) dictionaries[number] = dictionary;
  return dictionary;
}
