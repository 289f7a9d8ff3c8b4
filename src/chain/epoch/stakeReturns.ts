// What the first block of an epoch does to validator accounts: rewards are added to locked stakes,
// and what no epoch needs any more is unlocked.

import type { AccountId } from '../../types/accountId.ts';
import type { EpochInfo } from '../../types/epoch.ts';

export interface StakeReturns {
  /** What stays locked at least: the highest stake of the account in three epochs. */
  readonly stakes: ReadonlyMap<AccountId, bigint>;
  readonly rewards: ReadonlyMap<AccountId, bigint>;
}

/** Of an epoch that ended and the two after it; the last of them was made at that end. */
export function computeStakeReturns(
  epochs: readonly [ended: EpochInfo, begun: EpochInfo, made: EpochInfo],
): StakeReturns {
  const stakes = new Map<AccountId, bigint>();
  for (const [account, stake] of epochs.flatMap((epoch) => epoch.stakeChange)) {
    const highest = stakes.get(account) ?? 0n;
    stakes.set(account, stake > highest ? stake : highest);
  }
  return { stakes, rewards: new Map(epochs[2].validatorReward) };
}
