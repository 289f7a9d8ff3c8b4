// Exact fractions: thresholds and rates of the protocol, averages over counts. Never reduced.

import type { Ratio } from '../../types/genesis.ts';

export interface Fraction {
  readonly numerator: bigint;
  /** Positive. */
  readonly denominator: bigint;
}

export function ratioToFraction([numerator, denominator]: Ratio): Fraction {
  return { numerator: BigInt(numerator), denominator: BigInt(denominator) };
}

export function compareFractions(a: Fraction, b: Fraction): number {
  return Number(a.numerator * b.denominator - b.numerator * a.denominator);
}

/** The share of an amount, rounded down. */
export function multiplyFloor(amount: bigint, { numerator, denominator }: Fraction): bigint {
  return (amount * numerator) / denominator;
}
