/** The parts of packed values: numbers of seven bits a byte, up to 2^14 - 1, and copied bytes. */

import { viewBytes } from '../base/bytes/bytes.ts';

/** In bytes. */
const LONG_COPY = 64;
/** Of a number. */
export const NUMBER_BYTES_MAX = 2;

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
  if (number < 128) {
    target[at] = number;
    return at + 1;
  }
  target[at] = (number & 127) | 128;
  target[at + 1] = number >>> 7;
  return at + 2;
}

export function readNumber(packed: Uint8Array, at: number): number {
  const low = packed[at] ?? 0;
  return low < 128 ? low : (low & 127) | ((packed[at + 1] ?? 0) << 7);
}

export function numberEnd(packed: Uint8Array, at: number): number {
  return at + ((packed[at] ?? 0) < 128 ? 1 : 2);
}

/** The number of some bytes, then these bytes; returns where they end. */
export function writeCounted(target: Uint8Array, at: number, from: Uint8Array, span: Span): number {
  const start = writeNumber(target, at, span.end - span.start);
  copyBytes(from, span, target, start);
  return start + span.end - span.start;
}
