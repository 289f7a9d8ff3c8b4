// What an epoch pays: new tokens in proportion to its length, a share of them for the treasury, the
// rest to validators by stake and uptime. What is not earned is not minted.

import { NS_PER_SECOND } from '../../base/units.ts';
import type { AccountId } from '../../types/accountId.ts';
import type { Ratio } from '../../types/genesis.ts';
import type { ValidatorStake } from '../../types/validatorStake.ts';
import { type Fraction, multiplyFloor, ratioToFraction } from './fraction.ts';
import { averageUptime, roundEndorsements, type ValidatorWork } from './uptime.ts';

const NS_PER_YEAR = 365n * 24n * 60n * 60n * NS_PER_SECOND;

export interface Treasury {
  readonly account: AccountId;
  readonly rewardRate: Ratio;
}

export interface RewardInput {
  readonly treasury: Treasury;
  readonly maxInflationRate: Ratio;
  /** Below it nothing is paid, at the other one everything. */
  readonly onlineMinThreshold: Ratio;
  readonly onlineMaxThreshold: Ratio;
  readonly endorsementCutoffPercent: number;
  readonly totalSupply: bigint;
  readonly durationNs: bigint;
  /** Of all validators of the epoch, also of those that get nothing. */
  readonly totalStake: bigint;
  readonly workers: readonly { readonly validator: ValidatorStake; readonly work: ValidatorWork }[];
}

interface Rewards {
  readonly rewards: ReadonlyMap<AccountId, bigint>;
  readonly minted: bigint;
}

/**
 * A treasury that is a validator too keeps only the validator's reward, though both are minted;
 * without any worker nothing is minted, though the treasury is paid.
 */
export function computeRewards(input: RewardInput): Rewards {
  const { treasury, workers, totalStake } = input;
  const inflation = ratioToFraction(input.maxInflationRate);
  const total = multiplyFloor(input.totalSupply * input.durationNs, inflation) / NS_PER_YEAR;
  const treasuryReward = multiplyFloor(total, ratioToFraction(treasury.rewardRate));
  const rewards = new Map([[treasury.account, treasuryReward]]);
  if (workers.length === 0) return { rewards, minted: 0n };

  let minted = treasuryReward;
  for (const { validator, work } of workers) {
    const weight = (total - treasuryReward) * validator.stake;
    const reward = multiplyFloor(weight, earnedShare(input, work)) / totalStake;
    rewards.set(validator.accountId, reward);
    minted += reward;
  }
  return { rewards, minted };
}

/** Where the uptime stands between the two thresholds: at most 1. */
function earnedShare(input: RewardInput, work: ValidatorWork): Fraction {
  const uptime = averageUptime(roundEndorsements(work, input.endorsementCutoffPercent));
  const min = ratioToFraction(input.onlineMinThreshold);
  const max = ratioToFraction(input.onlineMaxThreshold);
  const above = uptime.numerator * min.denominator - min.numerator * uptime.denominator;
  if (above < 0n) return { numerator: 0n, denominator: 1n };
  const range = max.numerator * min.denominator - min.numerator * max.denominator;
  const whole = range * uptime.denominator;
  const earned = above * max.denominator;
  return { numerator: earned < whole ? earned : whole, denominator: whole };
}
