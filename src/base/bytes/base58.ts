/**
 * Base58 with the Bitcoin alphabet and no checksum: the text form of hashes, keys and signatures.
 * The work is quadratic in the length, in steps of four digits against three bytes: both
 * 58^4 * 2^24 and its reverse stay far below 2^53, so plain numbers are exact. Hashes and
 * signatures, which every response is full of, are written by code for their length
 * (base58Code.ts).
 */

import { PerigeeError } from '../errors.ts';
import { ALPHABET, compileEncoder, type Encode58, LIMB_58, PAIR_58 } from './base58Code.ts';

const ZERO_CODE = ALPHABET.charCodeAt(0);
const LIMB_256 = 2 ** 24;

/** The digit of each ASCII code, or 255. */
const DIGITS = new Uint8Array(128).fill(255);
for (let digit = 0; digit < 58; digit++) DIGITS[ALPHABET.charCodeAt(digit)] = digit;

/** The two characters of each value below 58^2. */
const PAIRS: string[] = [];
for (const high of ALPHABET) for (const low of ALPHABET) PAIRS.push(high + low);

/** Enough for keys and signatures: memory for each of them would cost as much as the digits. */
const limbScratch = new Float64Array(32);

function takeLimbs(count: number): Float64Array {
  return count <= limbScratch.length ? limbScratch : new Float64Array(count);
}

export type Base58Error = {
  readonly code: 'base58';
  readonly reason: 'character' | 'tooLong';
};

/** Made when they are first needed, for hashes and keys, and for signatures. */
let encode32: Encode58 | undefined;
let encode64: Encode58 | undefined;

export function encodeBase58(bytes: Uint8Array): string {
  if (bytes.length === 32) return encodeHash(bytes, 0, false);
  if (bytes.length === 64) return encodeSignature(bytes, 0, false);
  return encodeLong(bytes);
}

/** 32 bytes, from a place on. */
function encodeHash(bytes: Uint8Array, start: number, isQuoted: boolean): string {
  encode32 ??= compileEncoder(32);
  return encode32(bytes, start, isQuoted);
}

/** 64 bytes, from a place on. */
function encodeSignature(bytes: Uint8Array, start: number, isQuoted: boolean): string {
  encode64 ??= compileEncoder(64);
  return encode64(bytes, start, isQuoted);
}

/** The 32 bytes from a place on as JSON: in quotes. */
export function quoteBase58(bytes: Uint8Array, start = 0): string {
  return encodeHash(bytes, start, true);
}

/** The text of 32 or 64 bytes from a place on. */
export function encodeBase58At(bytes: Uint8Array, start: number, length: 32 | 64): string {
  return length === 32 ? encodeHash(bytes, start, false) : encodeSignature(bytes, start, false);
}

function encodeLong(bytes: Uint8Array): string {
  let zeros = 0;
  while (zeros < bytes.length && bytes[zeros] === 0) zeros++;
  // log(256) / log(58^4) is below 0.3416; limbs are least significant first.
  const limbs = takeLimbs(Math.ceil((bytes.length - zeros) * 0.3416));
  let used = 0;
  let width = (bytes.length - zeros) % 3 || 3;
  for (let at = zeros; at < bytes.length; at += width, width = 3) {
    let carry = 0;
    for (let i = at; i < at + width; i++) carry = carry * 256 + bytes[i]!;
    const shift = width === 3 ? LIMB_256 : 256 ** width;
    for (let i = 0; i < used; i++) {
      const value = limbs[i]! * shift + carry;
      carry = Math.floor(value / LIMB_58);
      limbs[i] = value - carry * LIMB_58;
    }
    for (; carry > 0; carry = Math.floor(carry / LIMB_58)) limbs[used++] = carry % LIMB_58;
  }
  let digits = '';
  for (let i = used - 1; i >= 0; i--) {
    const limb = limbs[i]!;
    const high = Math.floor(limb / PAIR_58);
    digits += PAIRS[high]! + PAIRS[limb - high * PAIR_58]!;
  }
  let padding = 0;
  while (padding < digits.length && digits.charCodeAt(padding) === ZERO_CODE) padding++;
  return '1'.repeat(zeros) + digits.slice(padding);
}

/** Least significant first. */
function limbsOf(value: bigint): Float64Array {
  const limbs: number[] = [];
  for (let rest = value; rest > 0n; rest /= BigInt(LIMB_256))
    limbs.push(Number(rest % BigInt(LIMB_256)));
  return Float64Array.from(limbs);
}

/**
 * At most `bytesMax` bytes, or an error with the text of the bs58 crate. As there, a value that
 * outgrows the bound before the first invalid character is too long.
 */
export function readBase58(text: string, bytesMax: number): Uint8Array | PerigeeError<Base58Error> {
  const whole = readShort(text, bytesMax);
  if (whole !== null) return whole;
  let digits = 0;
  while (digits < text.length && isDigit(text.charCodeAt(digits))) digits++;
  let zeros = 0;
  while (zeros < digits && text.charCodeAt(zeros) === ZERO_CODE) zeros++;
  const limbs = readLimbs(text, zeros, digits, Math.ceil(bytesMax / 3));
  const bytes = limbs && limbsToBytes(limbs, zeros);
  if (bytes === undefined || bytes.length - zeros > bytesMax) return createTooLongError();
  if (digits < text.length) return createCharacterError(text, digits);
  return bytes.length > bytesMax ? createTooLongError() : bytes;
}

/** log(256) / log(58), rounded up. */
const DIGITS_PER_BYTE = 1.3658;
const SHORT_BYTES_MAX = 64;

/** The limbs, in base 2^24, of each power of 58^4 in a short value. */
const POWERS_58 = Array.from(
  { length: Math.ceil((SHORT_BYTES_MAX * DIGITS_PER_BYTE) / 4) },
  (_, i) => limbsOf(BigInt(LIMB_58) ** BigInt(i)),
);

/**
 * A short value of exactly `length` bytes without a leading zero, as nearly all hashes, keys and
 * signatures are; null for any other text. 22 products of 58^4 and 2^24 stay below 2^53.
 */
function readShort(text: string, length: number): Uint8Array | null {
  const isShort = length <= SHORT_BYTES_MAX && text.length <= Math.ceil(length * DIGITS_PER_BYTE);
  if (!isShort || text.charCodeAt(0) === ZERO_CODE) return null;
  const groups = Math.ceil(text.length / 4);
  const limbs = limbScratch;
  const count = Math.ceil(length / 3) + 1;
  limbs.fill(0, 0, count + 1);
  for (let i = 0, end = text.length; i < groups; i++, end -= 4) {
    let group = 0;
    for (let at = Math.max(0, end - 4); at < end; at++) {
      const code = text.charCodeAt(at);
      const digit = code < 128 ? DIGITS[code]! : 255;
      if (digit === 255) return null;
      group = group * 58 + digit;
    }
    const power = POWERS_58[i]!;
    for (let j = 0; j < power.length; j++) limbs[j] = limbs[j]! + group * power[j]!;
  }
  const bytes = new Uint8Array(length);
  let carry = 0;
  let at = length;
  for (let i = 0; i <= count; i++) {
    const value = limbs[i]! + carry;
    carry = Math.floor(value / LIMB_256);
    let rest = value - carry * LIMB_256;
    for (let j = 0; j < 3; j++, rest >>>= 8) {
      if (at > 0) bytes[--at] = rest;
      else if (rest !== 0) return null;
    }
  }
  return bytes[0] === 0 ? null : bytes;
}

/** The value of text[start, end) in base 2^24, least significant first; undefined if too large. */
function readLimbs(
  text: string,
  start: number,
  end: number,
  limbsMax: number,
): Float64Array | undefined {
  // One limb per 4.09 digits; the slack takes the carry out of the last one allowed.
  const limbs = takeLimbs(Math.min(limbsMax, Math.ceil((end - start) / 4)) + 2);
  let used = 0;
  let width = (end - start) % 4 || 4;
  for (let at = start; at < end; at += width, width = 4) {
    let carry = 0;
    for (let i = at; i < at + width; i++) carry = carry * 58 + DIGITS[text.charCodeAt(i)]!;
    const shift = width === 4 ? LIMB_58 : 58 ** width;
    for (let i = 0; i < used; i++) {
      const value = limbs[i]! * shift + carry;
      carry = Math.floor(value / LIMB_256);
      limbs[i] = value - carry * LIMB_256;
    }
    if (carry > 0) limbs[used++] = carry;
    if (used > limbsMax) return undefined;
  }
  return limbs.subarray(0, used);
}

function limbsToBytes(limbs: Float64Array, zeros: number): Uint8Array {
  const top = limbs.length === 0 ? 0 : limbs[limbs.length - 1]!;
  const topBytes = top >= 0x10000 ? 3 : top >= 0x100 ? 2 : top > 0 ? 1 : 0;
  const bytes = new Uint8Array(zeros + Math.max(0, limbs.length - 1) * 3 + topBytes);
  let at = bytes.length;
  for (const limb of limbs) {
    for (let rest = limb, i = 0; i < 3 && at > zeros; i++, rest >>>= 8) bytes[--at] = rest;
  }
  return bytes;
}

function isDigit(code: number): boolean {
  return code < 128 && DIGITS[code] !== 255;
}

function createTooLongError(): PerigeeError<Base58Error> {
  const message = 'buffer provided to decode base58 encoded string into was too small';
  return new PerigeeError<Base58Error>({ code: 'base58', reason: 'tooLong' }, message);
}

function createCharacterError(text: string, index: number): PerigeeError<Base58Error> {
  const code = text.charCodeAt(index);
  const what =
    code < 128
      ? `invalid character ${formatCharacter(code)} at byte ${index}`
      : `non-ascii character starting at byte ${index}`;
  const message = `provided string contained ${what}`;
  return new PerigeeError<Base58Error>({ code: 'base58', reason: 'character' }, message);
}

/** An ASCII character in the debug form of Rust. */
function formatCharacter(code: number): string {
  const escapes = ['\\0', '\\t', '\\n', '\\r', "\\'", '\\\\'];
  const escaped = escapes[[0, 9, 10, 13, 39, 92].indexOf(code)];
  if (escaped !== undefined) return `'${escaped}'`;
  if (code < 0x20 || code === 0x7f) return `'\\u{${code.toString(16)}}'`;
  return `'${String.fromCharCode(code)}'`;
}
