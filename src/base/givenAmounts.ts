// Tokens and gas as programs give them: a number of the smallest unit, or a text with the unit.

import { GAS_PER_TGAS, YOCTO_PER_NEAR } from './units.ts';

/** A bigint is in yoctoNEAR. */
export type GivenTokens = bigint | `${number} NEAR` | `${number} yoctoNEAR`;
/** A bigint is in units of gas. */
export type GivenGas = bigint | `${number} Tgas`;

/** More digits than any amount has. */
const DIGITS_MAX = 40;

/** In yoctoNEAR; null for anything else. */
export function parseTokens(given: unknown): bigint | null {
  return parseAmount(given, { NEAR: YOCTO_PER_NEAR, yoctoNEAR: 1n });
}

/** Null for anything else. */
export function parseGas(given: unknown): bigint | null {
  return parseAmount(given, { Tgas: GAS_PER_TGAS });
}

function parseAmount(given: unknown, units: Readonly<Record<string, bigint>>): bigint | null {
  if (typeof given === 'bigint') return given >= 0n ? given : null;
  if (typeof given !== 'string' || given.length > DIGITS_MAX + DIGITS_MAX) return null;
  const [, whole = '', fraction = '', name = ''] = /^(\d+)(?:\.(\d+))? (\w+)$/.exec(given) ?? [];
  const unit = Object.hasOwn(units, name) ? units[name] : undefined;
  if (unit === undefined) return null;
  const scale = 10n ** BigInt(fraction.length);
  const scaled = BigInt(whole + fraction) * unit;
  return scaled % scale === 0n ? scaled / scale : null;
}
