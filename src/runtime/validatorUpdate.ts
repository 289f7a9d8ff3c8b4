// The first block of an epoch pays rewards and returns stakes that are no longer needed. It happens
// on every shard, also on one whose chunk is missing.

import { assert } from '../base/assert.ts';
import { maxBigint } from '../base/bytes/bigints.ts';
import { readAccount, writeAccount } from '../state/accounts.ts';
import type { StateUpdate } from '../state/stateUpdate.ts';
import { type Account, isInitialized } from '../types/account.ts';
import type { AccountId } from '../types/accountId.ts';
import { shardIdOfAccount } from '../types/shardLayout.ts';
import type { ChunkContext } from './chunkContext.ts';

/** For all accounts of the chain; each shard takes those that it holds. */
export interface ValidatorAccountsUpdate {
  /** The highest stake of an account in the epochs that still need it. */
  readonly stakes: ReadonlyMap<AccountId, bigint>;
  readonly rewards: ReadonlyMap<AccountId, bigint>;
  /** Stakes proposed in this shard's last chunk, which no epoch knows yet. */
  readonly lastProposals: ReadonlyMap<AccountId, bigint>;
  readonly treasuryAccount: AccountId;
}

export function updateValidatorAccounts(
  chunk: ChunkContext,
  state: StateUpdate,
  update: ValidatorAccountsUpdate,
): void {
  const isHere = (id: AccountId) => shardIdOfAccount(chunk.shardLayout, id) === chunk.shardId;
  for (const [id, stake] of update.stakes) {
    if (isHere(id)) settleStake(state, update, id, stake);
  }
  const { treasuryAccount } = update;
  // A treasury that validates got its reward with the others.
  if (isHere(treasuryAccount) && !update.stakes.has(treasuryAccount)) payTreasury(state, update);
  state.commit({ kind: 'ValidatorAccountsUpdate' });
}

/**
 * Locks the reward, and returns what neither an epoch nor a proposal needs. Nothing is assumed
 * about the rows: a validator may have no account, or less locked than it needs.
 */
function settleStake(
  state: StateUpdate,
  { lastProposals, rewards }: ValidatorAccountsUpdate,
  id: AccountId,
  stake: bigint,
): void {
  const account = readInitialized(state, id);
  if (account === null) return;
  const locked = account.locked + (rewards.get(id) ?? 0n);
  const needed = maxBigint(stake, lastProposals.get(id) ?? 0n);
  // If less than needed is locked, the balance makes up for it.
  const amount = maxBigint(0n, account.amount + locked - needed);
  writeAccount(state, id, { ...account, amount, locked: needed });
}

function payTreasury(state: StateUpdate, update: ValidatorAccountsUpdate): void {
  const { rewards, treasuryAccount } = update;
  const account = readInitialized(state, treasuryAccount);
  const reward = rewards.get(treasuryAccount);
  assert(reward !== undefined, 'the treasury has a reward');
  if (account === null) return;
  writeAccount(state, treasuryAccount, { ...account, amount: account.amount + reward });
}

/** A universal account that waits for its state init cannot have a stake: it counts as missing. */
function readInitialized(state: StateUpdate, id: AccountId): Account | null {
  const account = readAccount(state, id);
  return account !== null && isInitialized(account) ? account : null;
}
