// Who loses its place for having been offline. A part of the stake is spared, and one validator
// always stays.

import type { AccountId } from '../../types/accountId.ts';
import type { KickoutReason } from '../../types/epoch.ts';
import type { EpochConfig } from '../../types/epochConfig.ts';
import type { ValidatorStake } from '../../types/validatorStake.ts';
import { compareAccounts } from './accountEntries.ts';
import { compareFractions } from './fraction.ts';
import { averageUptime, isBelowPercent, type ValidatorWork } from './uptime.ts';

export type KickoutThresholds = Pick<
  EpochConfig,
  | 'blockProducerKickoutThreshold'
  | 'chunkProducerKickoutThreshold'
  | 'chunkValidatorOnlyKickoutThreshold'
  | 'validatorMaxKickoutStakePerc'
>;

interface KickoutInput {
  readonly config: KickoutThresholds;
  readonly validators: readonly ValidatorStake[];
  /** By validator index. */
  readonly work: readonly ValidatorWork[];
  /** Accounts that the next epoch has thrown out already. */
  readonly leaving: ReadonlySet<AccountId>;
}

export function findOfflineValidators(input: KickoutInput): Map<AccountId, KickoutReason> {
  const { config, validators, work, leaving } = input;
  const exempt = findExempt(input);
  const kickouts = new Map<AccountId, KickoutReason>();
  for (const [index, { accountId }] of validators.entries()) {
    const reason = exempt.has(accountId) ? null : judgeWork(config, work[index]!);
    if (reason !== null) kickouts.set(accountId, reason);
  }
  const isStaying = ({ accountId }: ValidatorStake) =>
    exempt.has(accountId) || !(kickouts.has(accountId) || leaving.has(accountId));
  if (!validators.some(isStaying)) {
    const spared = findBusiest(input);
    if (spared !== undefined) kickouts.delete(spared);
  }
  return kickouts;
}

function judgeWork(config: KickoutThresholds, work: ValidatorWork): KickoutReason | null {
  const { blocks, chunks, endorsements } = work;
  if (isBelowPercent(blocks, config.blockProducerKickoutThreshold)) {
    return { kind: 'NotEnoughBlocks', value: blocks };
  }
  if (isBelowPercent(chunks, config.chunkProducerKickoutThreshold)) {
    return { kind: 'NotEnoughChunks', value: chunks };
  }
  const isValidatorOnly = blocks.expected === 0 && chunks.expected === 0;
  if (isValidatorOnly && isBelowPercent(endorsements, config.chunkValidatorOnlyKickoutThreshold)) {
    return { kind: 'NotEnoughChunkEndorsements', value: endorsements };
  }
  return null;
}

/** The best validators, until they hold the share of the stake that may not be kicked out. */
function findExempt({ config, validators, work, leaving }: KickoutInput): Set<AccountId> {
  const total = validators.reduce((sum, { stake }) => sum + stake, 0n);
  const keptPercent = Math.max(100 - config.validatorMaxKickoutStakePerc, 0);
  const kept = (total * BigInt(keptPercent)) / 100n;
  const bestFirst = validators
    .map((validator, index) => ({ ...validator, uptime: averageUptime(work[index]!) }))
    .sort(
      (a, b) =>
        compareFractions(b.uptime, a.uptime) ||
        Number(b.stake - a.stake) ||
        compareAccounts(b.accountId, a.accountId),
    );

  const exempt = new Set<AccountId>();
  let exemptStake = 0n;
  for (const { accountId, stake } of bestFirst) {
    if (exemptStake >= kept) break;
    if (leaving.has(accountId)) continue;
    exempt.add(accountId);
    exemptStake += stake;
  }
  return exempt;
}

/** The validator with most blocks that is not leaving anyway; among equals the first. */
function findBusiest({ validators, work, leaving }: KickoutInput): AccountId | undefined {
  let busiest: AccountId | undefined;
  let most = -1;
  for (const [index, { accountId }] of validators.entries()) {
    const { produced } = work[index]!.blocks;
    if (leaving.has(accountId) || produced <= most) continue;
    most = produced;
    busiest = accountId;
  }
  return busiest;
}
