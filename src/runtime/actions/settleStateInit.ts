// What both kinds of state init share: their data rows, and what becomes of the deposit. It pays
// for storage that the balance does not cover; the rest goes back.

import { dataRowBytes } from '../../params/chargedBytes.ts';
import { writeContractData } from '../../state/contractData.ts';
import { missingStorageStake } from '../../state/storageStake.ts';
import type { Account } from '../../types/account.ts';
import { type ActionContext, type ActionResult, fail, succeed } from '../results/actionResult.ts';
import { refundReceiver } from '../results/refunds.ts';
import { createDepositRefund } from '../results/systemReceipts.ts';

/** Writes data to an account that has none and returns the account with its storage counted. */
export function writeInitialData(
  { accountId, chunk, state }: ActionContext,
  account: Account,
  data: readonly (readonly [Uint8Array, Uint8Array])[],
): Account {
  let { storageUsage } = account;
  for (const [key, value] of data) {
    writeContractData(state, accountId, key, value);
    storageUsage += dataRowBytes(chunk.protocol.storage, key, value);
  }
  return { ...account, storageUsage };
}

export function settleStateInit(
  context: ActionContext,
  account: Account,
  deposit: bigint,
): ActionResult {
  const { accountId, chunk } = context;
  const missing = missingStorageStake(chunk.protocol.storage, account);
  if (missing > deposit) {
    return fail(context, { kind: 'LackBalanceForState', value: { accountId, amount: missing } });
  }
  const paid = { ...account, amount: account.amount + missing };
  return refundDeposit(context, paid, deposit - missing);
}

/** The action succeeded, and this part of its deposit goes back. */
export function refundDeposit(
  context: ActionContext,
  account: Account,
  refund: bigint,
): ActionResult {
  const newReceipts = refund > 0n ? [createDepositRefund(refundReceiver(context), refund)] : [];
  return succeed(context, { account, newReceipts });
}
