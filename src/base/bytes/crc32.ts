/**
 * CRC-32 as in zlib and Ethernet. It finds every single flipped bit, every burst of up to 32 bits,
 * and all but one in 2^32 of other changes. Long input goes to zlib; a call into it costs more than
 * the table needs for a short row.
 */

import { crc32 as crc32Native } from 'node:zlib';
import { viewBytes } from './bytes.ts';

const POLYNOMIAL = 0xedb88320;
/** Longer input is faster in zlib. */
const TABLE_BYTES_MAX = 512;

/** Eight tables of 256: table n advances a byte over n further zero bytes. */
const TABLES = createTables();

function createTables(): Int32Array {
  const tables = new Int32Array(8 * 256);
  for (let byte = 0; byte < 256; byte++) {
    let rest = byte;
    for (let bit = 0; bit < 8; bit++)
      rest = (rest & 1) === 1 ? (rest >>> 1) ^ POLYNOMIAL : rest >>> 1;
    tables[byte] = rest;
  }
  for (let i = 256; i < tables.length; i++) {
    const before = tables[i - 256]!;
    tables[i] = (before >>> 8) ^ tables[before & 255]!;
  }
  return tables;
}

/** Of the first `length` bytes, continuing the checksum of what came before them. */
export function crc32(bytes: Uint8Array, length = bytes.length, before = 0): number {
  return length > TABLE_BYTES_MAX
    ? crc32Native(viewBytes(bytes, 0, length), before)
    : crc32Table(bytes, length, before);
}

function crc32Table(bytes: Uint8Array, length: number, before: number): number {
  const t = TABLES;
  let rest = ~before;
  let i = 0;
  for (; i + 8 <= length; i += 8) {
    rest ^= bytes[i]! | (bytes[i + 1]! << 8) | (bytes[i + 2]! << 16) | (bytes[i + 3]! << 24);
    rest =
      t[1792 + (rest & 255)]! ^
      t[1536 + ((rest >>> 8) & 255)]! ^
      t[1280 + ((rest >>> 16) & 255)]! ^
      t[1024 + (rest >>> 24)]! ^
      t[768 + bytes[i + 4]!]! ^
      t[512 + bytes[i + 5]!]! ^
      t[256 + bytes[i + 6]!]! ^
      t[bytes[i + 7]!]!;
  }
  for (; i < length; i++) rest = (rest >>> 8) ^ t[(rest ^ bytes[i]!) & 255]!;
  return ~rest >>> 0;
}
