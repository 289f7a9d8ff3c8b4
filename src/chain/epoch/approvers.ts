// Who approves a block, in the order of the approvals in its header.

import type { PublicKey } from '../../base/crypto/keys.ts';
import type { AccountId } from '../../types/accountId.ts';
import type { ValidatorStake } from '../../types/validatorStake.ts';

/** Two thirds of the stake of both epochs are needed, each for itself. */
export interface Approver {
  readonly accountId: AccountId;
  readonly publicKey: PublicKey;
  readonly stakeThisEpoch: bigint;
  readonly stakeNextEpoch: bigint;
}

/** This epoch's producers, then those of the next that are not among them. */
export function orderApprovers(
  current: readonly ValidatorStake[],
  next: readonly ValidatorStake[],
): Approver[] {
  const approvers = new Map<AccountId, Approver>();
  for (const { accountId, publicKey, stake } of current) {
    approvers.set(accountId, { accountId, publicKey, stakeThisEpoch: stake, stakeNextEpoch: 0n });
  }
  for (const { accountId, publicKey, stake } of next) {
    const known = approvers.get(accountId) ?? { accountId, publicKey, stakeThisEpoch: 0n };
    approvers.set(accountId, { ...known, stakeNextEpoch: stake });
  }
  return [...approvers.values()];
}
