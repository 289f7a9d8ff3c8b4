// DeleteAccount: removes everything that the account has in the state and sends its balance to a
// beneficiary.

import {
  GAS_KEY_MAX_BALANCE_TO_BURN,
  MAX_ACCOUNT_DELETION_STORAGE_USAGE,
} from '../../params/constants.ts';
import { listAccessKeys } from '../../state/accessKeys.ts';
import { removeAccountRows } from '../../state/accountRemoval.ts';
import { contractStorageUsage, subtractUsage } from '../../state/storageUsage.ts';
import { gasKeyInfo } from '../../types/accessKey.ts';
import type { ActionOf } from '../../types/action.ts';
import {
  type ActionContext,
  type ActionResult,
  existingAccount,
  fail,
  succeed,
} from '../results/actionResult.ts';
import { createDepositRefund } from '../results/systemReceipts.ts';
import { nonceRemovalCompute } from './nonceRemoval.ts';

export function applyDeleteAccount(
  context: ActionContext,
  action: ActionOf<'DeleteAccount'>,
): ActionResult {
  const { accountId, chunk, receipt, state } = context;
  const { amount, contract, storageUsage } = existingAccount(context);
  const { fixDeleteAccountGlobalContractStorageUsage } = chunk.protocol.features;
  // Version 84 only leaves out code of the account's own.
  const isLeftOut = contract.kind === 'Local' || fixDeleteAccountGlobalContractStorageUsage;
  const leftOut = isLeftOut ? contractStorageUsage(state, accountId, contract) : 0;
  const usage = subtractUsage(storageUsage, leftOut);
  if (usage > MAX_ACCOUNT_DELETION_STORAGE_USAGE) {
    return fail(context, { kind: 'DeleteAccountWithLargeState', value: { accountId } });
  }
  const balance = gasKeyBalances(context);
  if (balance > GAS_KEY_MAX_BALANCE_TO_BURN) {
    const value = { accountId, publicKey: null, balance };
    return fail(context, { kind: 'GasKeyBalanceTooHigh', value });
  }
  const removedNonces = removeAccountRows(state, accountId);
  return succeed(context, {
    account: null,
    actorId: receipt.predecessorId,
    newReceipts: amount > 0n ? [createDepositRefund(action.beneficiaryId, amount)] : [],
    tokensBurnt: balance,
    compute: nonceRemovalCompute(chunk.protocol, removedNonces),
  });
}

function gasKeyBalances({ accountId, state }: ActionContext): bigint {
  let sum = 0n;
  for (const { accessKey } of listAccessKeys(state, accountId)) {
    sum += gasKeyInfo(accessKey.permission)?.balance ?? 0n;
  }
  return sum;
}
