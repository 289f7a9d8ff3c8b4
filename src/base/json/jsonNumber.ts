/**
 * Numbers of JSON as serde_json keeps them: integers of 64 bits are exact, everything else is an
 * f64. The f64 is computed with the same steps (at most 19 or 20 digits, then one multiplication
 * or division by a power of ten), so that even a badly rounded number comes out alike.
 */

import { U64_MAX } from '../bytes/bigints.ts';

/** A number that serde_json keeps as an f64: with a point or exponent, `-0`, or huge. */
export class JsonFloat {
  readonly value: number;

  constructor(value: number) {
    this.value = value;
  }
}

/** The parts of a number in the text; the exponent is zero when there is none. */
type NumberParts = {
  readonly isNegative: boolean;
  readonly integer: string;
  /** Undefined when the number has no decimal point. */
  readonly fraction: string | undefined;
  /** Undefined when the number has no exponent. */
  readonly exponent: number | undefined;
};

const I64_MIN_ABSOLUTE = 2n ** 63n;
const POWERS_OF_TEN = Array.from({ length: 309 }, (_, exponent) => Number(`1e${exponent}`));

/** Returns undefined when the number is out of the range of an f64. */
export function partsToNumber(parts: NumberParts): number | bigint | JsonFloat | undefined {
  const integer = appendDigits(0n, parts.integer);
  if (parts.fraction === undefined && parts.exponent === undefined && integer.dropped === 0) {
    const { significand } = integer;
    if (!parts.isNegative) return narrowInteger(significand);
    if (significand > 0n && significand <= I64_MIN_ABSOLUTE) return narrowInteger(-significand);
    return new JsonFloat(-Number(significand));
  }
  const fraction = parts.fraction ?? '';
  // A digit that fits again after dropped ones is taken, at the wrong place; so does serde_json.
  const all = appendDigits(integer.significand, fraction);
  const taken = fraction.length - all.dropped;
  const value = scale(all.significand, integer.dropped - taken + (parts.exponent ?? 0));
  if (value === undefined) return undefined;
  return new JsonFloat(parts.isNegative ? -value : value);
}

function narrowInteger(value: bigint): number | bigint {
  const narrow = Number(value);
  return Number.isSafeInteger(narrow) ? narrow : value;
}

/** Appends digits up to the first that would not fit into a u64. */
function appendDigits(start: bigint, digits: string): { significand: bigint; dropped: number } {
  let significand = start;
  // Zeros in front cost next to nothing, however many a text may have.
  const first = start === 0n ? digits.search(/[1-9]/) : 0;
  if (first === -1) return { significand, dropped: 0 };
  for (let i = first; i < digits.length; i++) {
    const digit = digits.charCodeAt(i) - 0x30;
    const next = significand * 10n + BigInt(digit);
    if (next > U64_MAX) return { significand, dropped: digits.length - i };
    significand = next;
  }
  return { significand, dropped: 0 };
}

function scale(significand: bigint, exponent: number): number | undefined {
  let value = Number(significand);
  let rest = exponent;
  for (; Math.abs(rest) > 308 && value !== 0; rest += 308) {
    if (rest > 0) return undefined;
    value /= 1e308;
  }
  if (value === 0) return 0;
  if (rest < 0) return value / POWERS_OF_TEN[-rest]!;
  value *= POWERS_OF_TEN[rest]!;
  return Number.isFinite(value) ? value : undefined;
}

/** The shortest digits of a finite f64 in the layout of the ryu crate: `1.0`, `1e16`, `1e-6`. */
export function formatFloat(value: number): string {
  if (value < 0 || Object.is(value, -0)) return `-${formatFloat(-value)}`;
  if (value === 0) return '0.0';
  const [mantissa, exponentText] = value.toExponential().split('e') as [string, string];
  const digits = mantissa.replace('.', '');
  /** The number of digits before the decimal point. */
  const point = Number(exponentText) + 1;
  if (point > 16 || point <= -5) {
    return `${mantissa}e${point - 1}`;
  }
  if (point <= 0) return `0.${'0'.repeat(-point)}${digits}`;
  const whole = digits.slice(0, point).padEnd(point, '0');
  return `${whole}.${digits.slice(point) || '0'}`;
}
