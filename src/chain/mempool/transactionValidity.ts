// Whether a transaction may enter the chain after a given block: its base block must be an
// ancestor, and not too old. There are no forks here, so every known block is an ancestor.

import type { Hash } from '../../base/crypto/hash.ts';

interface BaseBlocks {
  /** The height of a block of this chain, or null for an unknown hash. */
  heightOf(hash: Hash): number | null;
  readonly validityPeriod: number;
}

export function isWithinValidity(blocks: BaseBlocks, base: Hash, prevHeight: number): boolean {
  const baseHeight = blocks.heightOf(base);
  if (baseHeight === null || baseHeight > prevHeight) return false;
  return prevHeight <= baseHeight + blocks.validityPeriod;
}
