// TransferToGasKey: anyone may pay into the balance of a gas key.

import { publicKeyToHandle } from '../../base/crypto/keys.ts';
import { readAccessKey, writeAccessKey } from '../../state/accessKeys.ts';
import { gasKeyInfo } from '../../types/accessKey.ts';
import type { ActionOf } from '../../types/action.ts';
import { type ActionContext, type ActionResult, fail, succeed } from '../results/actionResult.ts';
import { addGasKeyBalance } from './gasKeyBalance.ts';

export function applyTransferToGasKey(
  context: ActionContext,
  action: ActionOf<'TransferToGasKey'>,
): ActionResult {
  const { accountId, state } = context;
  const { publicKey, deposit } = action;
  const handle = publicKeyToHandle(publicKey);
  const key = readAccessKey(state, accountId, handle);
  if (key === null || gasKeyInfo(key.permission) === null) {
    return fail(context, { kind: 'GasKeyDoesNotExist', value: { accountId, publicKey } });
  }
  writeAccessKey(state, accountId, handle, addGasKeyBalance(key, deposit));
  return succeed(context, {});
}
