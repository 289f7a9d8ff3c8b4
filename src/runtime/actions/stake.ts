// Stake: names the stake that the account wants to validate with. More tokens are locked at once;
// fewer are returned by the validator update of a later epoch.

import { saturatingSub } from '../../base/bytes/bigints.ts';
import type { ActionOf } from '../../types/action.ts';
import {
  type ActionContext,
  type ActionResult,
  existingAccount,
  fail,
  succeed,
} from '../results/actionResult.ts';

export function applyStake(context: ActionContext, action: ActionOf<'Stake'>): ActionResult {
  const { accountId, chunk } = context;
  const { stake, publicKey } = action;
  const account = existingAccount(context);
  const { amount, locked } = account;
  const increment = saturatingSub(stake, locked);
  if (amount < increment) {
    return fail(context, {
      kind: 'TriesToStake',
      value: { accountId, stake, locked, balance: amount },
    });
  }
  if (locked === 0n && stake === 0n) {
    return fail(context, { kind: 'TriesToUnstake', value: { accountId } });
  }
  const minimumStake = chunk.epoch.minimumStake();
  if (stake > 0n && stake < minimumStake) {
    return fail(context, { kind: 'InsufficientStake', value: { accountId, stake, minimumStake } });
  }
  return succeed(context, {
    account: { ...account, amount: amount - increment, locked: locked + increment },
    proposals: [{ accountId, publicKey, stake }],
  });
}
