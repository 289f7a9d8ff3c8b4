/** The parts of packed values: numbers of seven bits a byte, up to 2^21 - 1, and copied bytes. */

import { viewBytes } from '../base/bytes/bytes.ts';

/** In bytes. */
const LONG_COPY = 64;
/** Of a number. */
export const NUMBER_BYTES_MAX = 3;

interface Span {
  readonly start: number;
  readonly end: number;
}

/** A loop is faster for few bytes, the built-in function for many. */
export function copyBytes(
  from: Uint8Array,
  { start, end }: Span,
  to: Uint8Array,
  target: number,
): void {
  if (end - start >= LONG_COPY) to.set(viewBytes(from, start, end), target);
  else for (let i = start; i < end; i++) to[target + i - start] = from[i]!;
}

/** Returns where the number ends. */
export function writeNumber(target: Uint8Array, at: number, number: number): number {
  let rest = number;
  let end = at;
  for (; rest >= 128; rest >>>= 7) target[end++] = (rest & 127) | 128;
  target[end] = rest;
  return end + 1;
}

/** A byte that is not there counts as zero, and a fourth one is not read. */
export function readNumber(packed: Uint8Array, at: number): number {
  const low = packed[at] ?? 0;
  if (low < 128) return low;
  const middle = packed[at + 1] ?? 0;
  const number = (low & 127) | ((middle & 127) << 7);
  return middle < 128 ? number : number | (((packed[at + 2] ?? 0) & 127) << 14);
}

export function numberEnd(packed: Uint8Array, at: number): number {
  if ((packed[at] ?? 0) < 128) return at + 1;
  return at + ((packed[at + 1] ?? 0) < 128 ? 2 : 3);
}

/** The number of some bytes, then these bytes; returns where they end. */
export function writeCounted(target: Uint8Array, at: number, from: Uint8Array, span: Span): number {
  const start = writeNumber(target, at, span.end - span.start);
  copyBytes(from, span, target, start);
  return start + span.end - span.start;
}
