// The validators of an epoch and of the next one as people ask for them: with the work done so far
// in the running epoch, or with the summary of a finished one.

import type { AccountId } from '../../types/accountId.ts';
import type { EpochInfo, KickoutReason } from '../../types/epoch.ts';
import { shardIds } from '../../types/shardLayout.ts';
import type { ValidatorStake } from '../../types/validatorStake.ts';
import { type EpochStatistics, sumWork } from './epochStatistics.ts';
import type { EpochSummary } from './epochSummary.ts';
import { NO_PRODUCTION, type Production, type ValidatorWork } from './uptime.ts';

export interface ShardProduction extends Production {
  readonly shardId: number;
}

/** Shards are in the order of their ids. */
export interface CurrentValidator {
  readonly validator: ValidatorStake;
  readonly work: ValidatorWork;
  readonly chunks: readonly ShardProduction[];
  readonly endorsements: readonly ShardProduction[];
}

export interface NextValidator {
  readonly validator: ValidatorStake;
  /** Assigned for chunks, in the order of ids. */
  readonly shardIds: readonly number[];
}

export interface ValidatorsInfo {
  readonly epochHeight: number;
  readonly epochStartHeight: number;
  readonly currentValidators: readonly CurrentValidator[];
  readonly nextValidators: readonly NextValidator[];
  /** In the order of accounts, as the other two lists by account. */
  readonly currentProposals: readonly ValidatorStake[];
  readonly prevEpochKickout: readonly (readonly [AccountId, KickoutReason])[];
  readonly validatorReward: readonly (readonly [AccountId, bigint])[];
}

interface ValidatorsQuestion {
  readonly epoch: EpochInfo;
  readonly nextEpoch: EpochInfo;
  readonly epochStartHeight: number;
  readonly progress:
    | { readonly kind: 'running'; readonly statistics: EpochStatistics }
    | { readonly kind: 'finished'; readonly summary: EpochSummary };
}

export function validatorsInfo(question: ValidatorsQuestion): ValidatorsInfo {
  const { epoch, nextEpoch, progress } = question;
  const isRunning = progress.kind === 'running';
  const nextShards = assignedShards(nextEpoch);
  return {
    epochHeight: epoch.epochHeight,
    epochStartHeight: question.epochStartHeight,
    currentValidators: isRunning
      ? describeRunning(epoch, progress.statistics)
      : describeFinished(epoch, progress.summary),
    nextValidators: nextEpoch.validators.map((validator, index) => ({
      validator,
      shardIds: nextShards[index]!,
    })),
    currentProposals: isRunning ? progress.statistics.proposals : progress.summary.proposals,
    prevEpochKickout: nextEpoch.validatorKickout,
    validatorReward: epoch.validatorReward,
  };
}

/** Only shards on which something was asked of a validator so far are listed. */
function describeRunning(epoch: EpochInfo, statistics: EpochStatistics): CurrentValidator[] {
  const ids = shardIds(epoch.shardLayout);
  const work = sumWork(statistics);
  const listShards = (kind: 'chunks' | 'endorsements', index: number) =>
    statistics.shards
      .map((shard, shardIndex) => ({ shardId: ids[shardIndex]!, ...shard[kind][index]! }))
      .filter(({ expected }) => expected > 0)
      .sort((a, b) => a.shardId - b.shardId);
  return epoch.validators.map((validator, index) => ({
    validator,
    work: work[index]!,
    chunks: listShards('chunks', index),
    endorsements: listShards('endorsements', index),
  }));
}

/** A summary does not know shards: those assigned are listed with zeros, and none endorsed. */
function describeFinished(epoch: EpochInfo, summary: EpochSummary): CurrentValidator[] {
  const shards = assignedShards(epoch);
  return epoch.validators.map((validator, index) => ({
    validator,
    work: summary.work[index]!,
    chunks: shards[index]!.map((shardId) => ({ shardId, ...NO_PRODUCTION })),
    endorsements: [],
  }));
}

/** The shards of each validator as a chunk producer, in the order of their ids. */
function assignedShards(epoch: EpochInfo): number[][] {
  const ids = shardIds(epoch.shardLayout);
  return epoch.validators.map((_, index) =>
    ids
      .filter((_, shardIndex) => epoch.chunkProducersSettlement[shardIndex]!.includes(index))
      .sort((a, b) => a - b),
  );
}
