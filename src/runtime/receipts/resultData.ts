// How the result of a receipt reaches the receipts that wait for it, and how the receipts it
// creates get their ids.

import { assert } from '../../base/assert.ts';
import { HASH_ZERO, type Hash } from '../../base/crypto/hash.ts';
import type { ActionReceipt, DataReceiver, Receipt } from '../../types/receipt.ts';
import type { ReturnData } from '../../vm/vmTypes.ts';
import type { ReceiptOfActions } from '../results/actionResult.ts';
import { createReceiptId } from '../results/createIds.ts';

/**
 * All receipts that a receipt creates. Its result goes to each receiver as data; if it is the
 * result of another new receipt, that one gets the receivers instead. `returned` is null after a
 * failure.
 */
export function deliverResult(
  { envelope, receipt }: ReceiptOfActions,
  made: readonly Receipt[],
  returned: ReturnData | null,
): readonly Receipt[] {
  const receivers = envelope.outputDataReceivers;
  if (receivers.length === 0) return made;
  if (returned?.kind === 'receiptIndex') {
    return made.map((one, i) => (i === returned.receiptIndex ? addReceivers(one, receivers) : one));
  }
  const data = returned === null ? null : returnedBytes(returned);
  const deliveries = receivers.map(
    ({ dataId, receiverId }): Receipt => ({
      predecessorId: receipt.receiverId,
      receiverId,
      receiptId: HASH_ZERO,
      body: { kind: 'Data', value: { dataId, data } },
    }),
  );
  return [...made, ...deliveries];
}

const NO_BYTES = new Uint8Array(0);

/** The bytes of a returned value; none when nothing was returned. */
export function returnedBytes(returned: ReturnData): Uint8Array {
  return returned.kind === 'value' ? returned.value : NO_BYTES;
}

function addReceivers(receipt: Receipt, receivers: readonly DataReceiver[]): Receipt {
  const { body } = receipt;
  assert(body.kind === 'ActionV2' || body.kind === 'PromiseYieldV2', 'contracts return promises');
  const value: ActionReceipt = {
    ...body.value,
    outputDataReceivers: [...body.value.outputDataReceivers, ...receivers],
  };
  return { ...receipt, body: { ...body, value } };
}

/**
 * New receipts under their ids, which depend on their position among all that the parent creates.
 */
export function assignReceiptIds(
  receipts: readonly Receipt[],
  parentId: Hash,
  height: number,
): readonly Receipt[] {
  return receipts.map((receipt, index) => ({
    ...receipt,
    receiptId: createReceiptId(parentId, height, index),
  }));
}
