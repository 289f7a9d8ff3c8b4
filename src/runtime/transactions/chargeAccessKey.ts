// A transaction signed with an ordinary key: the account pays for everything, within the allowance
// of the key if it has one.

import type { Protocol } from '../../params/protocol.ts';
import { missingStorageStake } from '../../state/storageStake.ts';
import {
  type AccessKey,
  type AccessKeyPermission,
  functionCallPermission,
  gasKeyInfo,
} from '../../types/accessKey.ts';
import { type Account, withAmount } from '../../types/account.ts';
import type { Transaction } from '../../types/transaction.ts';
import type { InvalidTxError } from '../../types/transactionErrors.ts';
import { findCallPermissionFault } from '../validation/callPermission.ts';
import { findNonceFault } from './nonceRules.ts';
import type { TransactionCost } from './transactionCost.ts';
import type { Verdict } from './verdict.ts';

export interface ChargeInput {
  readonly protocol: Protocol;
  readonly transaction: Transaction;
  readonly cost: TransactionCost;
  readonly account: Account;
  readonly nonceHeight: number | null;
}

export function chargeAccessKey(input: ChargeInput, accessKey: AccessKey): Verdict {
  const error = findChargeFault(input, accessKey);
  if (error !== null) return { kind: 'refused', error };
  const { transaction, cost, account } = input;
  const rows = {
    account: withAmount(account, account.amount - cost.totalCost),
    accessKey: {
      nonce: transaction.nonce.value.nonce,
      permission: spendAllowance(accessKey.permission, cost),
    },
    gasKeyNonce: null,
  };
  return { kind: 'accepted', cost, rows };
}

function findChargeFault(input: ChargeInput, accessKey: AccessKey): InvalidTxError | null {
  const { protocol, transaction, cost, account } = input;
  const { signerId } = transaction;
  const { totalCost } = cost;
  const info = gasKeyInfo(accessKey.permission);
  if (info !== null) {
    const value = { txNonceIndex: null, numNonces: info.numNonces };
    return { kind: 'InvalidNonceIndex', value };
  }
  const nonceFault = findNonceFault(transaction, accessKey.nonce, input.nonceHeight);
  if (nonceFault !== null) return nonceFault;
  const { amount } = account;
  if (amount < totalCost) {
    return { kind: 'NotEnoughBalance', value: { signerId, balance: amount, cost: totalCost } };
  }
  const allowanceFault = findAllowanceFault(input, accessKey);
  if (allowanceFault !== null) return allowanceFault;
  const missing = missingStorageStake(protocol.storage, account, amount - totalCost);
  if (missing > 0n) return { kind: 'LackBalanceForState', value: { signerId, amount: missing } };
  return findPermissionFault(transaction, accessKey);
}

function findAllowanceFault(
  { transaction, cost }: ChargeInput,
  { permission }: AccessKey,
): InvalidTxError | null {
  const allowance = functionCallPermission(permission)?.allowance ?? null;
  if (allowance === null || allowance >= cost.totalCost) return null;
  const { signerId, publicKey } = transaction;
  const value = { accountId: signerId, publicKey, allowance, cost: cost.totalCost };
  return { kind: 'InvalidAccessKeyError', value: { kind: 'NotEnoughAllowance', value } };
}

/** What a key restricted to function calls does not let through. */
export function findPermissionFault(
  { receiverId, actions }: Transaction,
  { permission }: AccessKey,
): InvalidTxError | null {
  const calls = functionCallPermission(permission);
  if (calls === null) return null;
  const fault = findCallPermissionFault(calls, receiverId, actions);
  return fault === null ? null : { kind: 'InvalidAccessKeyError', value: fault };
}

function spendAllowance(
  permission: AccessKeyPermission,
  { totalCost }: TransactionCost,
): AccessKeyPermission {
  if (permission.kind !== 'FunctionCall' || permission.value.allowance === null) return permission;
  const value = { ...permission.value, allowance: permission.value.allowance - totalCost };
  return { kind: 'FunctionCall', value };
}
