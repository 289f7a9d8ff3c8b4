// A transaction signed with a gas key: the key's own balance pays for the gas, the account for the
// deposits. If the account cannot, the key still pays for what was done.

import { assert } from '../../base/assert.ts';
import { missingStorageStake } from '../../state/storageStake.ts';
import { type AccessKey, type GasKeyInfo, gasKeyInfo } from '../../types/accessKey.ts';
import type { InvalidTxError } from '../../types/transactionErrors.ts';
import { addGasKeyBalance } from '../actions/gasKeyBalance.ts';
import { type ChargeInput, findPermissionFault } from './chargeAccessKey.ts';
import { findNonceFault } from './nonceRules.ts';
import type { Verdict } from './verdict.ts';

interface GasKeyChargeInput extends ChargeInput {
  readonly accessKey: AccessKey;
  readonly nonceIndex: number;
  /** The row of that nonce, or null if there is none. */
  readonly gasKeyNonce: bigint | null;
}

export function chargeGasKey(input: GasKeyChargeInput): Verdict {
  const { accessKey, account, cost, gasKeyNonce, transaction } = input;
  const info = gasKeyInfo(accessKey.permission);
  const indexFault = findIndexFault(input, info);
  if (indexFault !== null) return { kind: 'refused', error: indexFault };
  assert(info !== null && gasKeyNonce !== null, 'a nonce with a row belongs to a gas key');
  const fault =
    findNonceFault(transaction, gasKeyNonce, input.nonceHeight) ??
    findBalanceFault(input, info) ??
    findPermissionFault(transaction, accessKey);
  if (fault !== null) return { kind: 'refused', error: fault };
  const nonce = transaction.nonce.value.nonce;
  const depositFault = findDepositFault(input);
  if (depositFault !== null) {
    const charged = addGasKeyBalance(accessKey, -cost.burntAmount);
    const rows = { account, accessKey: charged, gasKeyNonce: nonce };
    return { kind: 'depositFailed', cost, rows, error: depositFault };
  }
  const rows = {
    account: { ...account, amount: account.amount - cost.depositCost },
    accessKey: addGasKeyBalance(accessKey, -cost.gasCost),
    gasKeyNonce: nonce,
  };
  return { kind: 'accepted', cost, rows };
}

/** Also an ordinary key fails here: it has no row of that kind. */
function findIndexFault(
  { nonceIndex, gasKeyNonce }: GasKeyChargeInput,
  info: GasKeyInfo | null,
): InvalidTxError | null {
  const numNonces = info?.numNonces ?? 0;
  if (gasKeyNonce !== null && nonceIndex < numNonces) return null;
  return { kind: 'InvalidNonceIndex', value: { txNonceIndex: nonceIndex, numNonces } };
}

function findBalanceFault(
  { transaction, cost }: GasKeyChargeInput,
  { balance }: GasKeyInfo,
): InvalidTxError | null {
  if (balance >= cost.gasCost) return null;
  const value = { signerId: transaction.signerId, balance, cost: cost.gasCost };
  return { kind: 'NotEnoughGasKeyBalance', value };
}

function findDepositFault(input: GasKeyChargeInput): InvalidTxError | null {
  const { protocol, account, cost, transaction } = input;
  const { signerId } = transaction;
  const { amount } = account;
  const left = amount - cost.depositCost;
  if (left < 0n) {
    const reason = 'NotEnoughBalance';
    const value = { signerId, balance: amount, cost: cost.depositCost, reason } as const;
    return { kind: 'NotEnoughBalanceForDeposit', value };
  }
  const missing = missingStorageStake(protocol.storage, account, left);
  if (missing === 0n) return null;
  const reason = 'LackBalanceForState';
  const value = { signerId, balance: left, cost: missing, reason } as const;
  return { kind: 'NotEnoughBalanceForDeposit', value };
}
