// How many of a unit make the next larger one. What the chain counts is a bigint.

export const US_PER_MS = 1_000;
export const MS_PER_SECOND = 1_000;

export const NS_PER_MS = 1_000_000n;
export const NS_PER_SECOND = 1_000_000_000n;

export const GAS_PER_TGAS = 1_000_000_000_000n;

export const YOCTO_PER_NEAR = 10n ** 24n;

export const MIB = 1024 * 1024;

/** For people: gas sums above 2^53 lose their last digits. */
export function toTgas(gas: bigint | number): number {
  return Number(gas) / Number(GAS_PER_TGAS);
}
