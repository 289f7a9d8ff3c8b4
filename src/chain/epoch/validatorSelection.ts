// From proposals to the validators of an epoch: the candidates and their stakes, who gets a seat in
// which role, and everything that is sampled from them afterwards.

import type { Hash } from '../../base/crypto/hash.ts';
import type { AccountId } from '../../types/accountId.ts';
import type { EpochInfo, KickoutReason } from '../../types/epoch.ts';
import type { EpochConfig } from '../../types/epochConfig.ts';
import type { Ratio } from '../../types/genesis.ts';
import { type ShardLayout, sameLayout, shardIds } from '../../types/shardLayout.ts';
import type { ValidatorStake } from '../../types/validatorStake.ts';
import { accountEntries, compareAccounts } from './accountEntries.ts';
import { assignChunkProducers, createAssignmentRng } from './chunkProducers.ts';
import { ratioToFraction } from './fraction.ts';
import { createMandates } from './mandates.ts';
import { findSuccession } from './shardSuccession.ts';
import { createStakeWeightedIndex } from './stakeWeightedIndex.ts';

export interface SelectionInput {
  readonly config: EpochConfig;
  readonly rngSeed: Hash;
  /** The epoch before the new one; null at genesis. */
  readonly previous: EpochInfo | null;
  /** At most one for each account. */
  readonly proposals: readonly ValidatorStake[];
  readonly kickouts: ReadonlyMap<AccountId, KickoutReason>;
  readonly rewards: ReadonlyMap<AccountId, bigint>;
  readonly minted: bigint;
  readonly protocolVersion: number;
  readonly shardLayout: ShardLayout;
  /** Whether the shards of a new layout keep the producers of those they come from. */
  readonly isSticky: boolean;
}

/** The new epoch; null if there are too few validators for a shard. */
export function selectValidators(input: SelectionInput): EpochInfo | null {
  const { config, previous, rngSeed, shardLayout } = input;
  const { candidates, stakeChange } = collectCandidates(input);
  const roles = assignRoles(config, candidates);
  const { validators, seatPrice } = roles;
  const validatorToIndex = new Map(validators.map(({ accountId }, index) => [accountId, index]));

  const kickouts = new Map(input.kickouts);
  const wereValidators = new Set(previous?.validators.map(({ accountId }) => accountId));
  for (const { accountId, stake } of candidates) {
    if (validatorToIndex.has(accountId)) continue;
    stakeChange.set(accountId, 0n);
    if (!wereValidators.has(accountId)) continue;
    const value = { stakeU128: stake, thresholdU128: seatPrice };
    kickouts.set(accountId, { kind: 'NotEnoughStake', value });
  }

  const chunkProducersSettlement = settleChunkProducers(input, roles.chunkProducers);
  if (chunkProducersSettlement === null) return null;
  const stakes = validators.map(({ stake }) => stake);
  const sampler = (settlement: readonly number[]) =>
    createStakeWeightedIndex(settlement.map((index) => stakes[index]!));
  const blockProducersSettlement = roles.blockProducers.map(
    ({ accountId }) => validatorToIndex.get(accountId)!,
  );
  const mandatesConfig = {
    targetMandatesPerShard: config.targetValidatorMandatesPerShard,
    numShards: chunkProducersSettlement.length,
  };
  return {
    epochHeight: (previous?.epochHeight ?? 0) + 1,
    validators,
    validatorToIndex: accountEntries(validatorToIndex),
    blockProducersSettlement,
    chunkProducersSettlement,
    stakeChange: accountEntries(stakeChange),
    validatorReward: accountEntries(input.rewards),
    validatorKickout: accountEntries(kickouts),
    mintedAmount: input.minted,
    seatPrice,
    protocolVersion: input.protocolVersion,
    shardLayout,
    lastResharding: findLastResharding(previous, shardLayout),
    rngSeed,
    blockProducersSampler: sampler(blockProducersSettlement),
    chunkProducersSampler: chunkProducersSettlement.map(sampler),
    validatorMandates: createMandates(mandatesConfig, stakes),
  };
}

/** The height of the last epoch that had other shards than the one before it. */
function findLastResharding(previous: EpochInfo | null, shardLayout: ShardLayout): number | null {
  if (previous === null) return null;
  const isChanged = !sameLayout(previous.shardLayout, shardLayout);
  return isChanged ? previous.epochHeight + 1 : previous.lastResharding;
}

/** Everybody who could have a seat, by descending stake, and the stake that each account keeps. */
function collectCandidates({ previous, proposals, kickouts, rewards }: SelectionInput): {
  candidates: ValidatorStake[];
  stakeChange: Map<AccountId, bigint>;
} {
  const candidates = new Map<AccountId, ValidatorStake>();
  const stakeChange = new Map<AccountId, bigint>();
  const outdated = new Set(
    previous?.validatorKickout
      .filter(([, reason]) => reason.kind === 'ProtocolVersionTooOld')
      .map(([accountId]) => accountId),
  );
  const add = (candidate: ValidatorStake) => {
    candidates.set(candidate.accountId, candidate);
    stakeChange.set(candidate.accountId, candidate.stake);
  };

  for (const proposal of proposals) {
    if (kickouts.has(proposal.accountId)) stakeChange.set(proposal.accountId, 0n);
    else if (!outdated.has(proposal.accountId)) add(proposal);
  }
  for (const validator of previous?.validators ?? []) {
    const { accountId } = validator;
    if (kickouts.has(accountId)) {
      stakeChange.set(accountId, 0n);
      continue;
    }
    const candidate = candidates.get(accountId) ?? validator;
    add({ ...candidate, stake: candidate.stake + (rewards.get(accountId) ?? 0n) });
  }
  return { candidates: [...candidates.values()].sort(compareCandidates), stakeChange };
}

function compareCandidates(a: ValidatorStake, b: ValidatorStake): number {
  return Number(b.stake - a.stake) || compareAccounts(a.accountId, b.accountId);
}

interface Roles {
  /**
   * All of them; the index of a validator is its place in this list. Chunk producers come first.
   */
  readonly validators: readonly ValidatorStake[];
  readonly chunkProducers: readonly ValidatorStake[];
  readonly blockProducers: readonly ValidatorStake[];
  /** The smallest stake that would have won a seat. */
  readonly seatPrice: bigint;
}

function assignRoles(config: EpochConfig, candidates: readonly ValidatorStake[]): Roles {
  const fill = (seats: number) => fillSeats(candidates, seats, config.minimumStakeRatio);
  const chunkProducers = fill(config.numChunkProducerSeats);
  const blockProducers = fill(config.numBlockProducerSeats);
  const chunkValidators = fill(config.numChunkValidatorSeats);
  const roles = [chunkProducers, blockProducers, chunkValidators];
  return {
    validators: [...new Set(roles.flatMap(({ seated }) => seated))],
    chunkProducers: chunkProducers.seated,
    blockProducers: blockProducers.seated,
    seatPrice: roles.map(({ threshold }) => threshold).reduce((a, b) => (a < b ? a : b)),
  };
}

/** Takes the largest stakes, as long as each is more than a minimal share of those taken so far. */
function fillSeats(
  candidates: readonly ValidatorStake[],
  seats: number,
  minimumStakeRatio: Ratio,
): { seated: ValidatorStake[]; threshold: bigint } {
  const { numerator, denominator } = ratioToFraction(minimumStakeRatio);
  const seated: ValidatorStake[] = [];
  let total = 0n;
  for (const candidate of candidates.slice(0, seats)) {
    if (candidate.stake * denominator <= numerator * (total + candidate.stake)) break;
    seated.push(candidate);
    total += candidate.stake;
  }
  const last = seated.at(-1);
  if (last !== undefined && seated.length === seats) return { seated, threshold: last.stake + 1n };
  const rest = denominator - numerator;
  return { seated, threshold: (numerator * total + rest - 1n) / rest };
}

/** Chunk producers are the first validators, so their places are their indexes. */
function settleChunkProducers(
  { config, previous, rngSeed, shardLayout, isSticky }: SelectionInput,
  producers: readonly ValidatorStake[],
): number[][] | null {
  const settlement = assignChunkProducers({
    producers,
    shardCount: shardIds(shardLayout).length,
    minPerShard: config.minimumValidatorsPerShard,
    changesLimit: config.chunkProducerAssignmentChangesLimit,
    rngSeed,
    previous: (previous?.chunkProducersSettlement ?? []).map((members) =>
      members.map((index) => previous!.validators[index]!.accountId),
    ),
    succession:
      previous === null ? 'none' : findSuccession(previous.shardLayout, shardLayout, isSticky),
  });
  if (settlement !== null && config.shuffleShardAssignmentForChunkProducers) {
    createAssignmentRng(rngSeed).shuffle(settlement);
  }
  return settlement;
}
