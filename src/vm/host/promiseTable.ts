// The promises of a call by their index, and the receipts they refer to.

import { action, type GasCounter } from '../gasCounter.ts';
import { HostError } from '../hostError.ts';
import type { ContractPromise } from '../vmTypes.ts';
import type { Host } from './host.ts';

/**
 * Charges for a receipt and for the data it waits for; `dataToItself` says for each datum whether
 * its sender is its receiver. Data is paid for in full, under the name of the receipt.
 */
export function payNewReceipt(
  gas: GasCounter,
  senderIsReceiver: boolean,
  dataToItself: readonly boolean[],
): void {
  let burn = gas.sendFee(action.new_action_receipt, senderIsReceiver);
  for (const toItself of dataToItself) {
    burn += gas.sendFee(action.new_data_receipt_base, toItself);
    burn += gas.executionFee(action.new_data_receipt_base);
  }
  const reserve = gas.executionFee(action.new_action_receipt);
  gas.payActionAmounts(action.new_action_receipt, burn, reserve);
}

export function pushPromise(host: Host, promise: ContractPromise): bigint {
  const count = host.promises.push(promise);
  const limit = host.protocol.limits.maxPromisesPerFunctionCallAction;
  if (count > limit) {
    throw HostError.of('NumberPromisesExceeded', { number_of_promises: count, limit });
  }
  return BigInt(count - 1);
}

export function findPromise(host: Host, promiseIndex: bigint): ContractPromise {
  const promise = host.promises[Number(promiseIndex)];
  if (promise === undefined) {
    throw HostError.of('InvalidPromiseIndex', { promise_idx: promiseIndex });
  }
  return promise;
}

/** The receipts that a promise refers to. */
export function receiptsOf(promise: ContractPromise): readonly number[] {
  return promise.kind === 'joint' ? promise.receiptIndexes : [promise.receiptIndex];
}

/** The receipt that an action is appended to. */
export type TargetReceipt = {
  readonly receiptIndex: number;
  readonly receiverId: string;
  readonly senderIsReceiver: boolean;
};

export function findTargetReceipt(host: Host, promiseIndex: bigint): TargetReceipt {
  const promise = findPromise(host, promiseIndex);
  if (promise.kind === 'joint') throw HostError.of('CannotAppendActionToJointPromise');
  const { receiptIndex } = promise;
  const receiverId = host.external.receiptReceiver(receiptIndex);
  const senderIsReceiver = receiverId === host.context.currentAccountId;
  return { receiptIndex, receiverId, senderIsReceiver };
}
