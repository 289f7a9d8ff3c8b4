// How numbers lie in memory, and the pieces of Wasm code that follow from it: words of 56 bits,
// computed with as two digits of 28 bits.

import { I64_CONST } from '../../../base/wasm/wasmOpcodes.ts';

export const WORD_BITS = 56;
export const WORD_BYTES = 8;
export const DIGIT_BITS = 28;

/** The body of a function on numbers, whose locals have 64 bits. */
export type FieldCode = { readonly locals: number; readonly code: readonly number[] };

export const constant = (value: bigint): number[] => [I64_CONST, ...signed64(value)];

export const DIGIT_MASK: readonly number[] = constant(2n ** BigInt(DIGIT_BITS) - 1n);
export const DIGIT_SHIFT: readonly number[] = constant(BigInt(DIGIT_BITS));

/** The inverse modulo 2^28 of an odd number. */
export function inverseDigit(value: bigint): bigint {
  const digit = (number: bigint) => BigInt.asUintN(DIGIT_BITS, number);
  let inverse = 1n;
  while (digit(value * inverse) !== 1n) inverse = digit(inverse * (2n - value * inverse));
  return inverse;
}

/** In LEB128 with a sign. */
function signed64(value: bigint): number[] {
  const isLast = value >= -0x40n && value < 0x40n;
  const low = Number(BigInt.asUintN(7, value));
  return isLast ? [low] : [low | 0x80, ...signed64(value >> 7n)];
}
