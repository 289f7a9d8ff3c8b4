// Host functions that create promises: receipts to other accounts and joins of them. Bounds: 1,024
// promises per call, 128 receipts in a joint promise.

import { U64_MAX } from '../../base/bytes/bigints.ts';
import { readU64Le } from '../../base/bytes/bytes.ts';
import { ext } from '../gasCounter.ts';
import { HostError } from '../hostError.ts';
import { appendFunctionCall } from './functionCallAction.ts';
import type { Host } from './host.ts';
import { type HostFunctions, hostFunction, i64 } from './hostFunction.ts';
import { findPromise, payNewReceipt, pushPromise, receiptsOf } from './promiseTable.ts';

const U64_BYTES = 8;

export const promiseFunctions: HostFunctions = {
  promise_create: hostFunction(
    [i64, i64, i64, i64, i64, i64, i64, i64],
    [i64],
    (host, idLength, idPtr, methodLength, methodPtr, argsLength, argsPtr, amountPtr, gas) => {
      const promiseIndex = createPromise(host, idLength, idPtr);
      const method = { length: methodLength, ptr: methodPtr };
      const args = { length: argsLength, ptr: argsPtr };
      appendFunctionCall(host, { promiseIndex, method, args, amountPtr, gas, gasWeight: 0n });
      return promiseIndex;
    },
  ),

  promise_then: hostFunction(
    [i64, i64, i64, i64, i64, i64, i64, i64, i64],
    [i64],
    (
      host,
      after,
      idLength,
      idPtr,
      methodLength,
      methodPtr,
      argsLength,
      argsPtr,
      amountPtr,
      gas,
    ) => {
      const promiseIndex = createPromiseAfter(host, after, idLength, idPtr);
      const method = { length: methodLength, ptr: methodPtr };
      const args = { length: argsLength, ptr: argsPtr };
      appendFunctionCall(host, { promiseIndex, method, args, amountPtr, gas, gasWeight: 0n });
      return promiseIndex;
    },
  ),

  promise_and: hostFunction([i64, i64], [i64], (host, ptr, count) => {
    host.gas.pay(ext.base);
    host.prohibitInView('promise_and');
    host.gas.pay(ext.promise_and_base);
    const length = count * BigInt(U64_BYTES);
    if (length > U64_MAX) throw HostError.of('IntegerOverflow');
    // The parameter is named per promise, but charged per byte.
    host.gas.payPer(ext.promise_and_per_promise, Number(length));
    const bytes = host.memory.read(length, ptr);
    const receiptIndexes: number[] = [];
    for (let offset = 0; offset < bytes.length; offset += U64_BYTES) {
      receiptIndexes.push(...receiptsOf(findPromise(host, readU64Le(bytes, offset))));
      assertDependencyCount(host, receiptIndexes.length);
    }
    return pushPromise(host, { kind: 'joint', receiptIndexes });
  }),

  promise_batch_create: hostFunction([i64, i64], [i64], createPromise),

  promise_batch_then: hostFunction([i64, i64, i64], [i64], createPromiseAfter),

  promise_set_refund_to: hostFunction(
    [i64, i64, i64],
    [],
    (host, promiseIndex, idLength, idPtr) => {
      host.gas.pay(ext.base);
      host.prohibitInView('promise_set_refund_to');
      const accountId = host.readAccountId(idLength, idPtr);
      const promise = findPromise(host, promiseIndex);
      if (promise.kind === 'joint') throw HostError.of('CannotSetRefundToOnJointPromise');
      host.external.setRefundTo(promise.receiptIndex, accountId);
    },
  ),
};

function createPromise(host: Host, idLength: bigint, idPtr: bigint): bigint {
  host.gas.pay(ext.base);
  host.prohibitInView('promise_batch_create');
  const receiverId = host.readAccountId(idLength, idPtr);
  payNewReceipt(host.gas, receiverId === host.context.currentAccountId, []);
  const receiptIndex = host.external.createActionReceipt([], receiverId);
  return pushPromise(host, { kind: 'receipt', receiptIndex });
}

function createPromiseAfter(host: Host, after: bigint, idLength: bigint, idPtr: bigint): bigint {
  host.gas.pay(ext.base);
  host.prohibitInView('promise_batch_then');
  const receiverId = host.readAccountId(idLength, idPtr);
  const dependencies = receiptsOf(findPromise(host, after));
  const toItself = dependencies.map((index) => host.external.receiptReceiver(index) === receiverId);
  payNewReceipt(host.gas, receiverId === host.context.currentAccountId, toItself);
  const receiptIndex = host.external.createActionReceipt(dependencies, receiverId);
  return pushPromise(host, { kind: 'receipt', receiptIndex });
}

function assertDependencyCount(host: Host, count: number): void {
  const limit = host.protocol.limits.maxNumberInputDataDependencies;
  if (count <= limit) return;
  throw HostError.of('NumberInputDataDependenciesExceeded', {
    number_of_input_data_dependencies: count,
    limit,
  });
}
