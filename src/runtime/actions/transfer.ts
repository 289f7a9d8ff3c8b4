// Transfer: adds to the account's balance, or creates an implicit account; a refund of gas goes
// back to the key that paid.

import { minBigint, U128_MAX } from '../../base/bytes/bigints.ts';
import { publicKeyToHandle } from '../../base/crypto/keys.ts';
import { readAccessKey, writeAccessKey } from '../../state/accessKeys.ts';
import { accessKeyStorageUsage } from '../../state/storageUsage.ts';
import { type AccessKey, gasKeyInfo } from '../../types/accessKey.ts';
import { type Account, withAmount } from '../../types/account.ts';
import {
  isDeterministic,
  isEthImplicit,
  isUniversal,
  nearImplicitKey,
  SYSTEM_ACCOUNT,
} from '../../types/accountId.ts';
import type { ActionOf } from '../../types/action.ts';
import { ethWalletHash } from '../contracts/ethWallet.ts';
import {
  type ActionContext,
  type ActionResult,
  existingAccount,
  succeed,
} from '../results/actionResult.ts';
import { isGasRefund } from '../results/systemReceipts.ts';
import { addGasKeyBalance } from './gasKeyBalance.ts';
import { createEmptyAccount, createUninitializedAccount, initialNonce } from './newAccount.ts';

export function applyTransfer(context: ActionContext, action: ActionOf<'Transfer'>): ActionResult {
  const { deposit } = action;
  if (context.account === null) return createImplicitAccount(context, deposit);
  if (isRefundOfGas(context) && refundToKey(context, deposit) === 'gasKey') {
    return succeed(context, {});
  }
  const account = existingAccount(context);
  return succeed(context, { account: withAmount(account, account.amount + deposit) });
}

/** A universal account has no owner before its state init: the payer does not become its actor. */
function createImplicitAccount(context: ActionContext, amount: bigint): ActionResult {
  const { accountId, chunk } = context;
  if (isUniversal(accountId)) {
    return succeed(context, { account: createUninitializedAccount(chunk, amount) });
  }
  const account = createOwnedAccount(context, amount);
  return succeed(context, { account, actorId: accountId });
}

function createOwnedAccount(context: ActionContext, amount: bigint): Account {
  const { accountId, chunk } = context;
  const account = createEmptyAccount(chunk.protocol, amount);
  if (isEthImplicit(accountId)) {
    const hash = ethWalletHash(chunk.chainId);
    const storageUsage = account.storageUsage + hash.length;
    const contract = { kind: 'Global', value: hash } as const;
    return { ...account, version: 'V2', storageUsage, contract };
  }
  if (isDeterministic(accountId)) return account;
  return { ...account, storageUsage: account.storageUsage + addOwnKey(context) };
}

/** The id of a NEAR-implicit account is its first key; returns the storage that the key takes. */
function addOwnKey({ accountId, chunk, state }: ActionContext): number {
  const handle = { type: 'ed25519', data: nearImplicitKey(accountId) } as const;
  const accessKey: AccessKey = {
    nonce: initialNonce(chunk.block.height),
    permission: { kind: 'FullAccess' },
  };
  writeAccessKey(state, accountId, handle, accessKey);
  return accessKeyStorageUsage(chunk.protocol.storage, handle, accessKey);
}

function isRefundOfGas({ accountId, envelope, receipt }: ActionContext): boolean {
  return receipt.predecessorId === SYSTEM_ACCOUNT && isGasRefund(accountId, envelope.signerId);
}

/** Restores what the signer's key paid; only a gas key takes the tokens themselves. */
function refundToKey(context: ActionContext, deposit: bigint): 'gasKey' | 'account' {
  const { accountId, envelope, state } = context;
  const handle = publicKeyToHandle(envelope.signerPublicKey);
  const key = readAccessKey(state, accountId, handle);
  if (key === null) return 'account';
  if (gasKeyInfo(key.permission) !== null) {
    writeAccessKey(state, accountId, handle, addGasKeyBalance(key, deposit));
    return 'gasKey';
  }
  const restored = restoreAllowance(key, deposit);
  if (restored !== null) writeAccessKey(state, accountId, handle, restored);
  return 'account';
}

/** Null without an allowance, or when nothing more fits into it. */
function restoreAllowance({ nonce, permission }: AccessKey, deposit: bigint): AccessKey | null {
  if (permission.kind !== 'FunctionCall') return null;
  const { allowance } = permission.value;
  if (allowance === null || allowance === U128_MAX) return null;
  const restored = minBigint(allowance + deposit, U128_MAX);
  const value = { ...permission.value, allowance: restored };
  return { nonce, permission: { kind: 'FunctionCall', value } };
}
