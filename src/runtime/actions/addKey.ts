// AddKey: a new access key or gas key. The nonce in the action is ignored.

import { publicKeyToHandle } from '../../base/crypto/keys.ts';
import { readAccessKey, writeAccessKey, writeGasKeyNonce } from '../../state/accessKeys.ts';
import { accessKeyStorageUsage } from '../../state/storageUsage.ts';
import { gasKeyInfo } from '../../types/accessKey.ts';
import type { ActionOf } from '../../types/action.ts';
import {
  type ActionContext,
  type ActionResult,
  existingAccount,
  fail,
  succeed,
} from '../results/actionResult.ts';
import { initialNonce } from './newAccount.ts';

export function applyAddKey(context: ActionContext, action: ActionOf<'AddKey'>): ActionResult {
  const { accountId, chunk, state } = context;
  const { publicKey } = action;
  const { permission } = action.accessKey;
  const handle = publicKeyToHandle(publicKey);
  if (readAccessKey(state, accountId, handle) !== null) {
    return fail(context, { kind: 'AddKeyAlreadyExists', value: { accountId, publicKey } });
  }
  const nonce = initialNonce(chunk.block.height);
  const gasKey = gasKeyInfo(permission);
  // The nonces of a gas key are in separate rows; the one in the key itself stays 0.
  const accessKey = { nonce: gasKey === null ? nonce : 0n, permission };
  writeAccessKey(state, accountId, handle, accessKey);
  for (let index = 0; index < (gasKey?.numNonces ?? 0); index++) {
    writeGasKeyNonce(state, { accountId, publicKey: handle, index }, nonce);
  }
  const account = existingAccount(context);
  const added = accessKeyStorageUsage(chunk.protocol.storage, handle, accessKey);
  return succeed(context, { account: { ...account, storageUsage: account.storageUsage + added } });
}
