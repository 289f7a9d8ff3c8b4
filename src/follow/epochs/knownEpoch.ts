// What a follower knows about an epoch that it did not compute: the block producers, whom the chain
// commits to, the shards, and two numbers. It is kept in the form of a computed epoch; the sampling
// data is empty, so nothing can be sampled from it.

import { HASH_ZERO } from '../../base/crypto/hash.ts';
import type { EpochInfo } from '../../types/epoch.ts';
import { type ShardLayout, shardIds } from '../../types/shardLayout.ts';
import type { ValidatorStake } from '../../types/validatorStake.ts';

export interface KnownEpoch {
  readonly producers: readonly ValidatorStake[];
  readonly shardLayout: ShardLayout;
  readonly protocolVersion: number;
  /** Zero if unknown. */
  readonly epochHeight: number;
}

export function knownEpochToInfo(known: KnownEpoch): EpochInfo {
  const { producers, shardLayout, protocolVersion, epochHeight } = known;
  const indexes = producers.map((_, i) => i);
  const byAccount = producers
    .map(({ accountId }, i) => [accountId, i] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const shards = shardIds(shardLayout);
  return {
    epochHeight,
    validators: producers,
    validatorToIndex: byAccount,
    blockProducersSettlement: indexes,
    chunkProducersSettlement: shards.map(() => []),
    stakeChange: [],
    validatorReward: [],
    validatorKickout: [],
    mintedAmount: 0n,
    seatPrice: 0n,
    protocolVersion,
    shardLayout,
    lastResharding: null,
    rngSeed: HASH_ZERO,
    blockProducersSampler: NOTHING_DRAWN,
    chunkProducersSampler: shards.map(() => NOTHING_DRAWN),
    validatorMandates: {
      config: { targetMandatesPerShard: 0, numShards: shards.length },
      stakePerMandate: 0n,
      mandates: [],
      partials: [],
    },
  };
}

const NOTHING_DRAWN = { stakeSum: 0n, aliases: [], noAliasOdds: [] };

export function knownEpochFromInfo(info: EpochInfo): KnownEpoch {
  const { validators, shardLayout, protocolVersion, epochHeight } = info;
  return { producers: validators, shardLayout, protocolVersion, epochHeight };
}
