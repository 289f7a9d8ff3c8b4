// WithdrawFromGasKey: the owner moves tokens from a gas key to the account.

import { publicKeyToHandle } from '../../base/crypto/keys.ts';
import { readAccessKey, writeAccessKey } from '../../state/accessKeys.ts';
import { gasKeyInfo } from '../../types/accessKey.ts';
import type { ActionOf } from '../../types/action.ts';
import {
  type ActionContext,
  type ActionResult,
  existingAccount,
  fail,
  succeed,
} from '../results/actionResult.ts';
import { addGasKeyBalance } from './gasKeyBalance.ts';

export function applyWithdrawFromGasKey(
  context: ActionContext,
  action: ActionOf<'WithdrawFromGasKey'>,
): ActionResult {
  const { accountId, state } = context;
  const { publicKey, amount } = action;
  const handle = publicKeyToHandle(publicKey);
  const key = readAccessKey(state, accountId, handle);
  const info = key === null ? null : gasKeyInfo(key.permission);
  if (key === null || info === null) {
    return fail(context, { kind: 'GasKeyDoesNotExist', value: { accountId, publicKey } });
  }
  if (info.balance < amount) {
    const value = { accountId, publicKey, balance: info.balance, required: amount };
    return fail(context, { kind: 'InsufficientGasKeyBalance', value });
  }
  writeAccessKey(state, accountId, handle, addGasKeyBalance(key, -amount));
  const account = existingAccount(context);
  return succeed(context, { account: { ...account, amount: account.amount + amount } });
}
