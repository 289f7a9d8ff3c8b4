// Which bytes of a fixed length have a base58 form that begins with given digits: few ranges, since
// the form of 32 bytes has 43 or 44 digits and, for each zero byte in front, a leading 1.

import { ALPHABET } from './base58Code.ts';

interface ByteRange {
  readonly start: Uint8Array;
  /** Excluded; absent if the range ends with the last value. */
  readonly end?: Uint8Array;
}

/** In ascending order, without overlaps. The prefix has digits of base58 only. */
export function base58PrefixRanges(prefix: string, length: number): ByteRange[] {
  const digits = prefix.replace(/^1*/, '');
  const zeros = prefix.length - digits.length;
  if (zeros > length) return [];
  if (digits === '') return [toRange(0n, lowest(length - zeros), length)];
  if (zeros === length) return [];
  // A value without further zero bytes in front.
  const least = lowest(length - zeros - 1);
  const beyond = lowest(length - zeros);
  const ranges: ByteRange[] = [];
  let start = numberOf(digits);
  let end = start + 1n;
  for (; start < beyond; start *= 58n, end *= 58n) {
    const from = start > least ? start : least;
    const to = end < beyond ? end : beyond;
    if (from < to) ranges.push(toRange(from, to, length));
  }
  return ranges;
}

/** The lowest value that needs more than this many bytes. */
function lowest(bytes: number): bigint {
  return 1n << BigInt(8 * bytes);
}

function numberOf(digits: string): bigint {
  let value = 0n;
  for (const digit of digits) value = value * 58n + BigInt(ALPHABET.indexOf(digit));
  return value;
}

function toRange(from: bigint, to: bigint, length: number): ByteRange {
  const start = toBytes(from, length);
  return to === lowest(length) ? { start } : { start, end: toBytes(to, length) };
}

function toBytes(value: bigint, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  for (let at = length - 1, rest = value; rest > 0n; at--, rest >>= 8n) {
    bytes[at] = Number(rest & 0xffn);
  }
  return bytes;
}
