// Drawing validators in proportion to their stakes: the alias method of Vose in integers, so that
// each draw costs one lookup. The tables are part of an epoch's encoding.

import { assert } from '../../base/assert.ts';
import { readU64Le } from '../../base/bytes/bytes.ts';
import type { Hash } from '../../base/crypto/hash.ts';
import type { StakeWeightedIndex } from '../../types/epoch.ts';

/** The order of popping the two stacks determines the tables. */
export function createStakeWeightedIndex(stakes: readonly bigint[]): StakeWeightedIndex {
  const count = BigInt(stakes.length);
  const stakeSum = stakes.reduce((sum, stake) => sum + stake, 0n);
  const aliases = stakes.map(() => 0);
  const odds = stakes.map((stake) => stake * count);
  const small: number[] = [];
  const big: number[] = [];
  const sort = (i: number) => (odds[i]! < stakeSum ? small : big).push(i);

  for (const i of odds.keys()) sort(i);
  while (small.length > 0 && big.length > 0) {
    const poor = small.pop()!;
    const rich = big.pop()!;
    aliases[poor] = rich;
    odds[rich] = odds[rich]! - stakeSum + odds[poor]!;
    sort(rich);
  }
  for (const i of [...small, ...big]) odds[i] = stakeSum;
  return { stakeSum, aliases, noAliasOdds: odds };
}

/** The position drawn by a seed. */
export function sampleStakeWeightedIndex(index: StakeWeightedIndex, seed: Hash): number {
  const { stakeSum, aliases, noAliasOdds } = index;
  assert(stakeSum > 0n, 'at least one validator has a stake');
  const position = Number(readU64Le(seed, 0) % BigInt(aliases.length));
  const weight = (readU64Le(seed, 8) | (readU64Le(seed, 16) << 64n)) % stakeSum;
  return weight < noAliasOdds[position]! ? position : aliases[position]!;
}
