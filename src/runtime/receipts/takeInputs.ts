// The data that a receipt waited for: it leaves the state when the receipt is executed, as the
// results of promises that a contract sees.

import type { Protocol } from '../../params/protocol.ts';
import { requireConsistent } from '../../state/inconsistentState.ts';
import {
  readReceivedData,
  receivedDataLength,
  removeReceivedData,
} from '../../state/postponedReceipts.ts';
import type { StateUpdate } from '../../state/stateUpdate.ts';
import type { ActionErrorKind } from '../../types/actionErrors.ts';
import type { PromiseResult } from '../../vm/vmTypes.ts';
import type { ReceiptOfActions } from '../results/actionResult.ts';

/** The inputs of a receipt, or why it cannot be executed with them. */
type Inputs =
  | { readonly kind: 'taken'; readonly results: readonly PromiseResult[] }
  | { readonly kind: 'refused'; readonly error: ActionErrorKind };

export function takeInputs(
  { features, limits }: Protocol,
  state: StateUpdate,
  { envelope, receipt }: ReceiptOfActions,
): Inputs {
  const accountId = receipt.receiverId;
  const dataIds = envelope.inputDataIds;
  const limit = limits.maxReceiptTotalInputSize;
  // Without the limit the length of data is not looked up: a lookup adds to the state proof.
  const measured = features.receiptPromiseInputSizeLimit ? dataIds : [];
  let size = 0;
  for (const dataId of measured) size += receivedDataLength(state, accountId, dataId) ?? 0;
  if (size > limit) {
    // Data of that size is removed without being read.
    for (const dataId of dataIds) removeReceivedData(state, accountId, dataId);
    const error = { kind: 'TotalPromiseInputSizeExceeded', value: { size, limit } } as const;
    return { kind: 'refused', error };
  }
  const results = dataIds.map((dataId): PromiseResult => {
    const received = readReceivedData(state, accountId, dataId);
    requireConsistent(received !== null, 'a receipt runs when all its inputs are there');
    removeReceivedData(state, accountId, dataId);
    const { data } = received;
    return data === null ? { kind: 'failed' } : { kind: 'successful', data };
  });
  return { kind: 'taken', results };
}
