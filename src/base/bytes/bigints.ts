/**
 * What bigints lack: the smaller and the larger of two, and the bounds of the protocol's integers.
 */

export const U64_MAX = 2n ** 64n - 1n;
export const U128_MAX = 2n ** 128n - 1n;

export function minBigint(a: bigint, b: bigint): bigint {
  if (a < b) return a;
  return b;
}

export function maxBigint(a: bigint, b: bigint): bigint {
  if (a > b) return a;
  return b;
}

/** The difference, but never less than zero. */
export function saturatingSub(a: bigint, b: bigint): bigint {
  return a > b ? a - b : 0n;
}
