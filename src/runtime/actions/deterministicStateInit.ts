// DeterministicStateInit: creates an account with the initial state that its id is the hash of. If
// the account exists already, nothing is written. The actor stays the predecessor, so that no later
// action of the receipt can take the account over.

import { dataRowBytes } from '../../params/chargedBytes.ts';
import { writeContractData } from '../../state/contractData.ts';
import { missingStorageStake } from '../../state/storageStake.ts';
import type { Account } from '../../types/account.ts';
import type { ActionOf } from '../../types/action.ts';
import type { DeterministicStateInit } from '../../types/globalContract.ts';
import { type ActionContext, type ActionResult, fail, succeed } from '../receipts/actionResult.ts';
import { refundReceiver } from '../receipts/refunds.ts';
import { createDepositRefund } from '../receipts/systemReceipts.ts';
import { createEmptyAccount } from './newAccount.ts';
import { findGlobalContractFault, useGlobalContract } from './useGlobalContract.ts';

export function applyDeterministicStateInit(
  context: ActionContext,
  action: ActionOf<'DeterministicStateInit'>,
): ActionResult {
  const { accountId, chunk, state } = context;
  const { deposit, stateInit } = action;
  let account = context.account ?? createEmptyAccount(chunk.protocol, 0n);
  if (account.contract.kind === 'None') {
    const fault = findGlobalContractFault(state, stateInit.value.code);
    if (fault !== null) return fail(context, fault);
    account = initializeState(context, account, stateInit);
  }
  const missing = missingStorageStake(chunk.protocol.storage, account);
  if (missing > deposit) {
    return fail(context, { kind: 'LackBalanceForState', value: { accountId, amount: missing } });
  }
  const refund = deposit - missing;
  return succeed(context, {
    account: { ...account, amount: account.amount + missing },
    newReceipts: refund > 0n ? [createDepositRefund(refundReceiver(context), refund)] : [],
  });
}

/** An account without contract has no data, so every entry is a new row. */
function initializeState(
  context: ActionContext,
  account: Account,
  { value }: DeterministicStateInit,
): Account {
  const { accountId, chunk, state } = context;
  const initialized = useGlobalContract(state, accountId, account, value.code);
  let { storageUsage } = initialized;
  for (const [key, data] of value.data) {
    writeContractData(state, accountId, key, data);
    storageUsage += dataRowBytes(chunk.protocol.storage, key, data);
  }
  return { ...initialized, storageUsage };
}
