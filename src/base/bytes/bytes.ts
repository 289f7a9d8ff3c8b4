/**
 * Byte strings: order, equality, joining, little-endian integers and the plain text forms.
 * Every function that makes bytes returns a plain Uint8Array, never a Buffer, so that `slice`
 * always copies and no result keeps a shared pool alive.
 */

import { isAscii as isAsciiBuffer, isUtf8 as isUtf8Buffer } from 'node:buffer';
import { assert } from '../assert.ts';
import { PerigeeError } from '../errors.ts';

/** The `=` that fills up the last four symbols of base64. */
const PADDING = 0x3d;

const utf8Encoder = new TextEncoder();

/**
 * What a Buffer's `toString` calls. Calling it on plain bytes avoids creating a Buffer, for which
 * V8 would first have to move short arrays off its heap.
 */
const { base64Slice, hexSlice, latin1Slice, utf8Slice } = Buffer.prototype as unknown as Record<
  'base64Slice' | 'hexSlice' | 'latin1Slice' | 'utf8Slice',
  (this: Uint8Array, start: number, end: number) => string
>;

/** Up to here a loop is faster than a call into the runtime. */
const SHORT_LENGTH = 64;
const ASCII_MAX = 0x7f;
const COMMA = 0x2c;
const DIGIT_0 = 0x30;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;

/** Byte order; a proper prefix comes first. */
export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  return Buffer.compare(a, b);
}

export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  if (a.length > SHORT_LENGTH) return Buffer.compare(a, b) === 0;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

export function startsWithBytes(bytes: Uint8Array, prefix: Uint8Array): boolean {
  if (bytes.length < prefix.length) return false;
  for (let i = 0; i < prefix.length; i++) if (bytes[i] !== prefix[i]) return false;
  return true;
}

export function concatBytes(...parts: Uint8Array[]): Uint8Array {
  return joinBytes(parts);
}

/** The same for any number of parts: arguments of a call are on the stack. */
export function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
  let length = 0;
  for (const part of parts) length += part.length;
  const joined = new Uint8Array(length);
  let offset = 0;
  for (const part of parts) {
    joined.set(part, offset);
    offset += part.length;
  }
  return joined;
}

/** As `subarray`, several times as fast if the bytes are a Buffer, of which this makes none. */
export function viewBytes(bytes: Uint8Array, start: number, end: number): Uint8Array {
  return new Uint8Array(bytes.buffer, bytes.byteOffset + start, end - start);
}

/** The latin1 text of the bytes: a Map key that compares in byte order. */
export function bytesKey(bytes: Uint8Array): string {
  return latin1Slice.call(bytes, 0, bytes.length);
}

export function keyToBytes(key: string): Uint8Array {
  if (key.length > SHORT_LENGTH) return new Uint8Array(Buffer.from(key, 'latin1'));
  const bytes = new Uint8Array(key.length);
  for (let i = 0; i < key.length; i++) bytes[i] = key.charCodeAt(i);
  return bytes;
}

export function bytesToHex(bytes: Uint8Array): string {
  return hexSlice.call(bytes, 0, bytes.length);
}

/** Reads hex digits of either case; anything else throws a PerigeeError of code `hex`. */
export function hexToBytes(text: string): Uint8Array {
  if (text.length % 2 !== 0 || !/^[0-9a-fA-F]*$/.test(text)) {
    throw new PerigeeError({ code: 'hex' }, 'invalid hexadecimal text');
  }
  return new Uint8Array(Buffer.from(text, 'hex'));
}

/** `[1,20,255]`; several times as fast as joining, which counts for megabytes. */
export function formatByteList(bytes: Uint8Array): string {
  const out = new Uint8Array(bytes.length * 4 + 2);
  let length = 0;
  out[length++] = OPEN_BRACKET;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] as number;
    if (i > 0) out[length++] = COMMA;
    if (byte >= 100) out[length++] = DIGIT_0 + Math.floor(byte / 100);
    if (byte >= 10) out[length++] = DIGIT_0 + (Math.floor(byte / 10) % 10);
    out[length++] = DIGIT_0 + (byte % 10);
  }
  out[length++] = CLOSE_BRACKET;
  return latin1Slice.call(out, 0, length);
}

export function bytesToBase64(bytes: Uint8Array): string {
  return base64Slice.call(bytes, 0, bytes.length);
}

/** The base64 of some of the bytes. */
export function sliceBase64(bytes: Uint8Array, start: number, end: number): string {
  return base64Slice.call(bytes, start, end);
}

/** ASCII text, between two places. */
export function sliceLatin1(bytes: Uint8Array, start: number, end: number): string {
  return latin1Slice.call(bytes, start, end);
}

/**
 * Reads the standard alphabet with canonical padding. Throws a PerigeeError of code `base64` with
 * the text of the base64 crate 0.21.
 */
export function base64ToBytes(text: string): Uint8Array {
  const buffer = Buffer.from(text, 'base64');
  // Buffer skips what it does not know; only canonical text comes back the same.
  if (buffer.toString('base64') === text) return new Uint8Array(buffer);
  throw new PerigeeError({ code: 'base64' }, describeBase64Error(utf8ToBytes(text), true));
}

/** As `base64ToBytes`, but the padding may be missing, or a part of it. */
export function laxBase64ToBytes(text: string): Uint8Array {
  const buffer = Buffer.from(text, 'base64');
  if (buffer.toString('base64') === text.padEnd(Math.ceil(text.length / 4) * 4, '=')) {
    return new Uint8Array(buffer);
  }
  throw new PerigeeError({ code: 'base64' }, describeBase64Error(utf8ToBytes(text), false));
}

function describeBase64Error(text: Uint8Array, isPaddingNeeded: boolean): string {
  const isSymbol = (byte: number) => /[A-Za-z0-9+/]/.test(String.fromCharCode(byte));
  const { length } = text;
  const last = text[length - 1]!;
  if (length % 4 === 1) {
    if (last !== PADDING && !isSymbol(last)) return `Invalid byte ${last}, offset ${length - 1}.`;
    return 'Encoded text cannot have a 6-bit remainder.';
  }
  const firstOther = text.findIndex((byte) => !isSymbol(byte));
  const end = firstOther === -1 ? length : firstOther;
  if (end < length) {
    const isPadding = text.subarray(end).every((byte) => byte === PADDING);
    const isInPlace = end % 4 >= 2 && length - end <= 4 - (end % 4);
    if (!isPadding || !isInPlace) return `Invalid byte ${text[end]}, offset ${end}.`;
  }
  if (isPaddingNeeded && length % 4 !== 0) return 'Invalid padding';
  return `Invalid last symbol ${text[end - 1]}, offset ${end - 1}.`;
}

export function utf8ToBytes(text: string): Uint8Array {
  if (text.length > SHORT_LENGTH) return utf8Encoder.encode(text);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code > ASCII_MAX) return utf8Encoder.encode(text);
    bytes[i] = code;
  }
  return bytes;
}

/** Invalid sequences become U+FFFD, as Rust's lossy conversion makes them. */
export function bytesToUtf8(bytes: Uint8Array): string {
  return utf8Slice.call(bytes, 0, bytes.length);
}

export function isUtf8(bytes: Uint8Array): boolean {
  return isUtf8Buffer(bytes);
}

export function isAscii(bytes: Uint8Array): boolean {
  return isAsciiBuffer(bytes);
}

export function u16Le(value: number): Uint8Array {
  assert(Number.isInteger(value) && value >= 0 && value <= 0xffff, 'u16 out of range');
  return Uint8Array.of(value & 0xff, value >>> 8);
}

export function u32Le(value: number): Uint8Array {
  assert(Number.isInteger(value) && value >= 0 && value <= 0xffffffff, 'u32 out of range');
  const bytes = new Uint8Array(4);
  setU32(bytes, 0, value);
  return bytes;
}

export function u64Le(value: number | bigint): Uint8Array {
  assert(value >= 0 && value <= 0xffff_ffff_ffff_ffffn, 'u64 out of range');
  const bytes = new Uint8Array(8);
  if (typeof value === 'bigint') {
    setU32(bytes, 0, Number(value & 0xffff_ffffn));
    setU32(bytes, 4, Number(value >> 32n));
  } else {
    assert(Number.isSafeInteger(value), 'a number that is not a bigint is a safe integer');
    setU32(bytes, 0, value);
    setU32(bytes, 4, value / 2 ** 32);
  }
  return bytes;
}

/** Writes the value modulo 2^32. */
function setU32(bytes: Uint8Array, offset: number, value: number): void {
  bytes[offset] = value;
  bytes[offset + 1] = value >>> 8;
  bytes[offset + 2] = value >>> 16;
  bytes[offset + 3] = value >>> 24;
}

export function readU64Le(bytes: Uint8Array, offset = 0): bigint {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.length).getBigUint64(offset, true);
}
