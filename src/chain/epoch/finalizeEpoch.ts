// The end of an epoch: votes, kick-outs and rewards of the epoch that ends become the validators of
// the epoch after the next.

import type { Hash } from '../../base/crypto/hash.ts';
import type { Dialect } from '../../params/dialect.ts';
import type { EpochConfigs } from '../../params/epochConfigs.ts';
import { protocolNear } from '../../params/protocol.ts';
import type { AccountId } from '../../types/accountId.ts';
import type { BlockInfo, EpochInfo, KickoutReason } from '../../types/epoch.ts';
import { accountEntries } from './accountEntries.ts';
import type { Epoch } from './epoch.ts';
import { type EpochStatistics, sumWork } from './epochStatistics.ts';
import type { EpochSummary } from './epochSummary.ts';
import { multiplyFloor, ratioToFraction } from './fraction.ts';
import { findOfflineValidators } from './kickouts.ts';
import { chooseLayout } from './layoutChoice.ts';
import { computeRewards, type Treasury } from './rewards.ts';
import type { ValidatorWork } from './uptime.ts';
import { selectValidators } from './validatorSelection.ts';

interface EpochEnd {
  readonly configs: EpochConfigs;
  readonly dialect: Dialect;
  readonly treasury: Treasury;
  readonly epoch: Epoch;
  readonly nextEpoch: EpochInfo;
  /** Of the whole epoch, its last block included. */
  readonly statistics: EpochStatistics;
  readonly lastBlock: BlockInfo;
  readonly prevEpochLastBlock: BlockInfo;
  /** The random value of the last block. */
  readonly rngSeed: Hash;
}

/** Throws a PerigeeError of code `shard_layout` if the last block's split is not possible. */
export function finalizeEpoch(end: EpochEnd): {
  readonly summary: EpochSummary;
  readonly nextNextEpoch: EpochInfo;
} {
  const { configs, nextEpoch, statistics, lastBlock } = end;
  const work = sumWork(statistics);
  const offline = findOfflineValidators({
    config: configs.at(end.epoch.info.protocolVersion),
    validators: end.epoch.info.validators,
    work,
    leaving: new Set(nextEpoch.validatorKickout.map(([accountId]) => accountId)),
  });
  const nextNextVersion = countVotes(end);
  const kickouts = new Map([...findLeaving(end, nextNextVersion), ...offline]);
  const { rewards, minted } = payWorkers(end, work, offline);

  const selected = selectValidators({
    config: configs.at(nextNextVersion),
    rngSeed: end.rngSeed,
    previous: nextEpoch,
    proposals: statistics.proposals,
    kickouts,
    rewards,
    minted,
    protocolVersion: nextNextVersion,
    shardLayout: chooseLayout({
      configs,
      version: end.epoch.info.protocolVersion,
      nextNextVersion,
      nextLayout: nextEpoch.shardLayout,
      shardSplit: lastBlock.shardSplit,
    }),
    // By the votes, any version can be chosen; one that is not known ends the chain later.
    isSticky: protocolNear(nextNextVersion, end.dialect).features
      .stickyReshardingValidatorAssignment,
  });
  const summary: EpochSummary = {
    prevEpochLastBlock: end.prevEpochLastBlock.hash,
    proposals: statistics.proposals,
    kickouts: accountEntries(kickouts),
    work,
    nextNextVersion,
  };
  // Too few validators: the next epoch is repeated as it is, with its rewards, amounts and seed.
  const nextNextEpoch = selected ?? { ...nextEpoch, epochHeight: nextEpoch.epochHeight + 1 };
  return { summary, nextNextEpoch };
}

/**
 * The version with enough of the block producers' stake, or else that of the next epoch. Two can
 * only have enough where the threshold is below one half, which the reference does not foresee.
 */
function countVotes({ configs, epoch, nextEpoch, statistics }: EpochEnd): number {
  const total = epoch.blockProducers.reduce((sum, { stake }) => sum + stake, 0n);
  const stakes = new Map<number, bigint>();
  for (const [index, version] of statistics.versions.entries()) {
    if (version === null) continue;
    stakes.set(version, (stakes.get(version) ?? 0n) + epoch.validator(index).stake);
  }
  const { protocolUpgradeStakeThreshold } = configs.at(nextEpoch.protocolVersion);
  const threshold = multiplyFloor(total, ratioToFraction(protocolUpgradeStakeThreshold));
  const [chosen] = [...stakes].sort(([v, a], [w, b]) => Number(b - a) || w - v);
  return chosen !== undefined && chosen[1] > threshold ? chosen[0] : nextEpoch.protocolVersion;
}

/** Those who run a version that is too old, and those who took their stake back. */
function findLeaving(
  { epoch, nextEpoch, statistics }: EpochEnd,
  networkVersion: number,
): Map<AccountId, KickoutReason> {
  const leaving = new Map<AccountId, KickoutReason>();
  for (const [index, version] of statistics.versions.entries()) {
    if (version === null || version >= networkVersion) continue;
    const value = { version, networkVersion };
    leaving.set(epoch.validator(index).accountId, { kind: 'ProtocolVersionTooOld', value });
  }
  const staked = new Map(nextEpoch.stakeChange);
  for (const { accountId, stake } of statistics.proposals) {
    const isLeaving = stake === 0n && (staked.get(accountId) ?? 0n) > 0n;
    if (isLeaving) leaving.set(accountId, { kind: 'Unstaked' });
  }
  return leaving;
}

/** Offline validators get nothing; all others, including those leaving, are paid by uptime. */
function payWorkers(
  end: EpochEnd,
  work: readonly ValidatorWork[],
  offline: ReadonlyMap<AccountId, KickoutReason>,
): ReturnType<typeof computeRewards> {
  const { epoch, lastBlock, prevEpochLastBlock } = end;
  const config = end.configs.at(epoch.info.protocolVersion);
  const { onlineMinThreshold, onlineMaxThreshold, maxInflationRate } = config;
  return computeRewards({
    treasury: end.treasury,
    maxInflationRate,
    onlineMinThreshold,
    onlineMaxThreshold,
    endorsementCutoffPercent: config.chunkValidatorOnlyKickoutThreshold,
    totalSupply: lastBlock.totalSupply,
    durationNs: lastBlock.timestamp - prevEpochLastBlock.timestamp,
    totalStake: epoch.totalStake,
    workers: epoch.info.validators
      .map((validator, index) => ({ validator, work: work[index]! }))
      .filter(({ validator }) => !offline.has(validator.accountId)),
  });
}
