// Who works at a height: block producer, chunk producers, chunk validators. All are drawn from the
// epoch's seed and the height alone. Validators are named by their index in the epoch. A chunk's
// height is the one after the block it builds on, whatever block includes it.

import { assert } from '../../base/assert.ts';
import { concatBytes, u64Le } from '../../base/bytes/bytes.ts';
import { ChaChaRng } from '../../base/crypto/chacha.ts';
import { type Hash, sha256 } from '../../base/crypto/hash.ts';
import type { EpochInfo, StakeWeightedIndex } from '../../types/epoch.ts';
import { shardIds } from '../../types/shardLayout.ts';
import { type ChunkValidator, sampleMandates } from './mandates.ts';
import { sampleStakeWeightedIndex } from './stakeWeightedIndex.ts';

export function sampleBlockProducer(epoch: EpochInfo, height: number): number {
  return samplePosition(epoch.blockProducersSettlement, epoch.blockProducersSampler, () =>
    sha256(concatBytes(epoch.rngSeed, u64Le(height))),
  );
}

export function sampleChunkProducer(epoch: EpochInfo, shardIndex: number, height: number): number {
  const settlement = epoch.chunkProducersSettlement[shardIndex];
  const sampler = epoch.chunkProducersSampler[shardIndex];
  const shardId = shardIds(epoch.shardLayout)[shardIndex];
  assert(
    settlement !== undefined && sampler !== undefined && shardId !== undefined,
    'no such shard',
  );
  return samplePosition(settlement, sampler, () =>
    sha256(concatBytes(epoch.rngSeed, u64Le(height), u64Le(shardId))),
  );
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
