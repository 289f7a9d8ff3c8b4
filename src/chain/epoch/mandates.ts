// Chunk validators: each validator's stake is cut into mandates of one price and a remainder, and
// at every height all of them are dealt out to the shards.

import { assert } from '../../base/assert.ts';
import type { ChaChaRng } from '../../base/crypto/chacha.ts';
import type { ValidatorMandates } from '../../types/epoch.ts';

/** A validator of a chunk and the stake with which its endorsement counts. */
export interface ChunkValidator {
  readonly index: number;
  readonly weight: bigint;
}

type MandatesConfig = ValidatorMandates['config'];

export function createMandates(
  config: MandatesConfig,
  stakes: readonly bigint[],
): ValidatorMandates {
  const stakePerMandate = findMandatePrice(config, stakes);
  const mandates = stakes.flatMap((stake, index) =>
    new Array<number>(Number(stake / stakePerMandate)).fill(index),
  );
  const partials = stakes
    .map((stake, index) => [index, stake % stakePerMandate] as const)
    .filter(([, rest]) => rest > 0n);
  return { config, stakePerMandate, mandates, partials };
}

/** The highest price at which the stakes still buy as many mandates as are wanted. */
function findMandatePrice(config: MandatesConfig, stakes: readonly bigint[]): bigint {
  const total = stakes.reduce((sum, stake) => sum + stake, 0n);
  const wanted = BigInt(config.targetMandatesPerShard * config.numShards);
  const target = wanted < total ? wanted : total;
  assert(target > 0n, 'mandates are wanted and there is stake for them');
  const isEnough = (price: bigint) =>
    stakes.reduce((sum, stake) => sum + stake / price, 0n) >= target;

  let low = 1n;
  let high = total;
  if (isEnough(high)) return high;
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (isEnough(middle)) low = middle;
    else high = middle;
  }
  return low;
}

/** Deals the mandates out, one to each shard in turn; the result is in shard index order. */
export function sampleMandates(mandates: ValidatorMandates, rng: ChaChaRng): ChunkValidator[][] {
  const { config, stakePerMandate } = mandates;
  const shards = Array.from({ length: config.numShards }, (_, shard) => shard);
  const shuffled = <T>(items: readonly T[]) => {
    const copy = items.slice();
    rng.shuffle(copy);
    return copy;
  };
  const shardOfMandate = shuffled(shards);
  const shardOfPartial = shuffled(shards);
  const validators = countValidators(mandates);
  // A lone validator's mandates are all alike, and nothing is drawn after them.
  const wholes = validators === 1 ? mandates.mandates : shuffled(mandates.mandates);
  const partials = shuffled(mandates.partials);

  const counts = shards.map(() => new Uint32Array(validators));
  const rests = shards.map(() => new Array<bigint>(validators).fill(0n));
  for (const [i, index] of wholes.entries()) {
    counts[shardOfMandate[i % shards.length]!]![index]!++;
  }
  for (const [i, [index, rest]] of partials.entries()) {
    rests[shardOfPartial[i % shards.length]!]![index] = rest;
  }
  return shards.map((shard) => {
    const weights = rests[shard]!.map(
      (rest, i) => BigInt(counts[shard]![i]!) * stakePerMandate + rest,
    );
    const dealt = weights.map((weight, index) => ({ index, weight }));
    return shuffled(dealt.filter(({ weight }) => weight > 0n));
  });
}

/** Both lists ascend, and a validator with neither mandates nor a rest is not dealt to. */
function countValidators({ mandates, partials }: ValidatorMandates): number {
  return 1 + Math.max(mandates.at(-1) ?? -1, partials.at(-1)?.[0] ?? -1);
}
