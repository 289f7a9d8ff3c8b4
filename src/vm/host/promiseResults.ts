// Host functions for the results that a callback receives, and for what becomes the result of this
// call.

import { ext } from '../gasCounter.ts';
import { HostError } from '../hostError.ts';
import { type HostFunctions, hostFunction, i64 } from './hostFunction.ts';
import { findPromise } from './promiseTable.ts';

const SUCCESSFUL = 1n;
const FAILED = 2n;

export const promiseResultFunctions: HostFunctions = {
  promise_results_count: hostFunction([], [i64], (host) => {
    host.gas.pay(ext.base);
    host.prohibitInView('promise_results_count');
    return BigInt(host.context.promiseResults.length);
  }),

  promise_result: hostFunction([i64, i64], [i64], (host, resultIndex, registerId) => {
    host.gas.pay(ext.base);
    host.prohibitInView('promise_result');
    const result = host.context.promiseResults[Number(resultIndex)];
    if (result === undefined) {
      throw HostError.of('InvalidPromiseResultIndex', { result_idx: resultIndex });
    }
    if (result.kind === 'failed') return FAILED;
    host.registers.writeGiven(registerId, result.data);
    return SUCCESSFUL;
  }),

  promise_return: hostFunction([i64], [], (host, promiseIndex) => {
    host.gas.pay(ext.base);
    host.gas.pay(ext.promise_return);
    host.prohibitInView('promise_return');
    const promise = findPromise(host, promiseIndex);
    if (promise.kind === 'joint') throw HostError.of('CannotReturnJointPromise');
    host.returnData = { kind: 'receiptIndex', receiptIndex: promise.receiptIndex };
  }),
};
