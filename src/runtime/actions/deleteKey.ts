// DeleteKey: removes a key. What a gas key still holds is burnt with it, if it is not too much.

import { type PublicKeyHandle, publicKeyToHandle } from '../../base/crypto/keys.ts';
import { GAS_KEY_MAX_BALANCE_TO_BURN } from '../../params/constants.ts';
import { readAccessKey, removeAccessKey, removeGasKeyNonce } from '../../state/accessKeys.ts';
import { accessKeyStorageUsage, subtractUsage } from '../../state/storageUsage.ts';
import { gasKeyNonceTrieKey } from '../../state/trieKey.ts';
import { gasKeyInfo } from '../../types/accessKey.ts';
import type { ActionOf } from '../../types/action.ts';
import {
  type ActionContext,
  type ActionResult,
  existingAccount,
  fail,
  succeed,
} from '../results/actionResult.ts';
import { nonceRemovalCompute } from './nonceRemoval.ts';

export function applyDeleteKey(
  context: ActionContext,
  action: ActionOf<'DeleteKey'>,
): ActionResult {
  const { accountId, chunk, state } = context;
  const { publicKey } = action;
  const handle = publicKeyToHandle(publicKey);
  const key = readAccessKey(state, accountId, handle);
  if (key === null) {
    return fail(context, { kind: 'DeleteKeyDoesNotExist', value: { accountId, publicKey } });
  }
  const gasKey = gasKeyInfo(key.permission);
  const balance = gasKey?.balance ?? 0n;
  if (balance > GAS_KEY_MAX_BALANCE_TO_BURN) {
    return fail(context, {
      kind: 'GasKeyBalanceTooHigh',
      value: { accountId, publicKey, balance },
    });
  }
  const compute = removeNonces(context, handle, gasKey?.numNonces ?? 0);
  removeAccessKey(state, accountId, handle);
  const account = existingAccount(context);
  const freed = accessKeyStorageUsage(chunk.protocol.storage, handle, key);
  const storageUsage = subtractUsage(account.storageUsage, freed);
  return succeed(context, { account: { ...account, storageUsage }, tokensBurnt: balance, compute });
}

/** Removes the nonces of a gas key; returns the compute cost. */
function removeNonces(context: ActionContext, handle: PublicKeyHandle, count: number): bigint {
  const { accountId, chunk, state } = context;
  for (let index = 0; index < count; index++) {
    removeGasKeyNonce(state, { accountId, publicKey: handle, index });
  }
  const keyBytes = count * gasKeyNonceTrieKey(accountId, handle, 0).length;
  return nonceRemovalCompute(chunk.protocol, { count, keyBytes });
}
