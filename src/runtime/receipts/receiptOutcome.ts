// The outcome of an executed receipt, as the chain keeps it.

import { ACTION_COSTS } from '../../params/tables/actionFees.ts';
import { EXT_COSTS } from '../../params/tables/extCosts.ts';
import type { AccountContract } from '../../types/account.ts';
import type { ActionError } from '../../types/actionErrors.ts';
import type { ExecutionStatus, GasProfile } from '../../types/outcome.ts';
import { actionReceipt, type Receipt } from '../../types/receipt.ts';
import type { ReturnData } from '../../vm/vmTypes.ts';
import { returnedBytes } from './resultData.ts';

/** The profile of a receipt that ran no contract. */
export const EMPTY_PROFILE: GasProfile = {
  actions: ACTION_COSTS.map(() => 0n),
  ext: EXT_COSTS.map(() => 0n),
  wasm: 0n,
};

export function addProfiles(a: GasProfile, b: GasProfile): GasProfile {
  if (a === EMPTY_PROFILE) return b;
  return {
    actions: a.actions.map((gas, cost) => gas + (b.actions[cost] as bigint)),
    ext: a.ext.map((gas, cost) => gas + (b.ext[cost] as bigint)),
    wasm: a.wasm + b.wasm,
  };
}

export function executionStatus(
  error: ActionError | null,
  returned: ReturnData,
  newReceipts: readonly Receipt[],
): ExecutionStatus {
  if (error !== null) return { kind: 'Failure', value: { kind: 'ActionError', value: error } };
  if (returned.kind !== 'receiptIndex') {
    return { kind: 'SuccessValue', value: returnedBytes(returned) };
  }
  const promised = newReceipts[returned.receiptIndex] as Receipt;
  return { kind: 'SuccessReceiptId', value: promised.receiptId };
}

/** Only receipts with actions are listed; data and distributions have no outcome. */
export function listedReceiptIds(newReceipts: readonly Receipt[]) {
  const listed = newReceipts.filter((receipt) => actionReceipt(receipt) !== null);
  return listed.map(({ receiptId }) => receiptId);
}

/** One entry for each action: those that did not run have none. */
export function padContracts(
  contracts: readonly AccountContract[],
  actionCount: number,
): readonly AccountContract[] {
  if (contracts.length === actionCount) return contracts;
  const none: AccountContract = { kind: 'None' };
  return Array.from({ length: actionCount }, (_, i) => contracts[i] ?? none);
}
