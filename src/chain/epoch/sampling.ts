// Who works at a height: block producer, chunk producers, chunk validators. All are drawn from the
// epoch's seed and the height; chunk producers may be excluded. Validators are named by their index
// in the epoch. A chunk's height is the one after the block it builds on, whatever block includes
// it.

import { assert } from '../../base/assert.ts';
import { concatBytes, u64Le } from '../../base/bytes/bytes.ts';
import { ChaChaRng } from '../../base/crypto/chacha.ts';
import { type Hash, sha256 } from '../../base/crypto/hash.ts';
import type { EpochInfo, StakeWeightedIndex } from '../../types/epoch.ts';
import { shardIds } from '../../types/shardLayout.ts';
import { type ChunkDraw, findExcluded } from './earlyKickout.ts';
import { type ChunkValidator, sampleMandates } from './mandates.ts';
import { createStakeWeightedIndex, sampleStakeWeightedIndex } from './stakeWeightedIndex.ts';

export function sampleBlockProducer(epoch: EpochInfo, height: number): number {
  return samplePosition(epoch.blockProducersSettlement, epoch.blockProducersSampler, () =>
    sha256(concatBytes(epoch.rngSeed, u64Le(height))),
  );
}

/** Among all producers of the shard that are not excluded. */
export function sampleChunkProducer(epoch: EpochInfo, shardIndex: number, draw: ChunkDraw): number {
  const settlement = epoch.chunkProducersSettlement[shardIndex];
  const sampler = epoch.chunkProducersSampler[shardIndex];
  const shardId = shardIds(epoch.shardLayout)[shardIndex];
  assert(
    settlement !== undefined && sampler !== undefined && shardId !== undefined,
    'no such shard',
  );
  const seed = () => sha256(concatBytes(epoch.rngSeed, u64Le(draw.height), u64Le(shardId)));
  const excluded = findExcluded(draw, shardIndex, settlement);
  if (excluded.size === 0) return samplePosition(settlement, sampler, seed);
  const rest = settlement.filter((index) => !excluded.has(index));
  const stakes = rest.map((index) => epoch.validators[index]!.stake);
  return samplePosition(rest, createStakeWeightedIndex(stakes), seed);
}

/** Those of each shard, in shard index order. */
export function sampleChunkValidators(epoch: EpochInfo, height: number): ChunkValidator[][] {
  const seed = sha256(concatBytes(epoch.rngSeed, u64Le(height)));
  return sampleMandates(epoch.validatorMandates, new ChaChaRng(seed, 20));
}

/** A single candidate needs no draw: a jump over a million heights stays cheap. */
function samplePosition(
  settlement: readonly number[],
  sampler: StakeWeightedIndex,
  seed: () => Hash,
): number {
  const position = settlement.length === 1 ? 0 : sampleStakeWeightedIndex(sampler, seed());
  const index = settlement[position];
  assert(index !== undefined, 'a settlement is as long as its sampler');
  return index;
}
