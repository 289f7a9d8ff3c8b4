// Host functions that suspend the continuation of a call and resume it with data (NEP-519). Bounds:
// a payload has at most 1,024 bytes.

import { U64_MAX } from '../../base/bytes/bigints.ts';
import { HASH_LENGTH } from '../../base/crypto/hash.ts';
import { functionCallBytes } from '../../params/chargedBytes.ts';
import { ext } from '../gasCounter.ts';
import { HostError } from '../hostError.ts';
import {
  appendPaidCall,
  deductCallDeposit,
  payFunctionCall,
  readMethodName,
} from './functionCallAction.ts';
import type { Host } from './host.ts';
import { type HostFunctions, hostFunction, i32, i64, onlyWith } from './hostFunction.ts';
import { payNewReceipt, pushPromise } from './promiseTable.ts';

const YIELD_ID_BYTES = 32;

/** Returned instead of a promise when the id is still pending. */
const ID_IN_USE = U64_MAX;

export const yieldFunctions: HostFunctions = {
  promise_yield_create: hostFunction(
    [i64, i64, i64, i64, i64, i64, i64],
    [i64],
    (host, methodLength, methodPtr, argsLength, argsPtr, gas, gasWeight, registerId) => {
      host.gas.pay(ext.base);
      host.prohibitInView('promise_yield_create');
      host.gas.pay(ext.yield_create_base);
      const method = readMethodName(host, { length: methodLength, ptr: methodPtr });
      const args = host.readBytes(argsLength, argsPtr);
      const length = functionCallBytes(method, args);
      host.gas.payPer(ext.yield_create_byte, length);
      payYieldReceipt(host, gas);
      const { receiptIndex, dataId } = host.external.createYieldReceipt();
      const promiseIndex = pushPromise(host, { kind: 'receipt', receiptIndex });
      payFunctionCall(host, true, length);
      appendPaidCall(host, receiptIndex, { method, args, amount: 0n, gas, gasWeight });
      host.registers.write(registerId, dataId);
      return promiseIndex;
    },
  ),

  promise_yield_create_with_id: onlyWith(
    'yieldWithIdHostFns',
    hostFunction(
      [i64, i64, i64, i64, i64, i64, i64, i64, i64],
      [i64],
      (
        host,
        methodLength,
        methodPtr,
        argsLength,
        argsPtr,
        amountPtr,
        gas,
        gasWeight,
        idLength,
        idPtr,
      ) => {
        host.gas.pay(ext.base);
        host.prohibitInView('promise_yield_create_with_id');
        host.gas.pay(ext.yield_create_with_id_base);
        const amount = host.readU128(amountPtr);
        const method = readMethodName(host, { length: methodLength, ptr: methodPtr });
        const args = host.readBytes(argsLength, argsPtr);
        const yieldId = requireYieldId(host.readBytes(idLength, idPtr));
        const length = functionCallBytes(method, args);
        host.gas.payPer(ext.yield_create_byte, length);
        const receiptIndex = host.external.createYieldReceiptWithId(yieldId);
        if (receiptIndex === null) return ID_IN_USE;
        payYieldReceipt(host, gas);
        const promiseIndex = pushPromise(host, { kind: 'receipt', receiptIndex });
        payFunctionCall(host, true, length);
        deductCallDeposit(host, amount);
        appendPaidCall(host, receiptIndex, { method, args, amount, gas, gasWeight });
        return promiseIndex;
      },
    ),
  ),

  promise_yield_resume: hostFunction(
    [i64, i64, i64, i64],
    [i32],
    (host, idLength, idPtr, payloadLength, payloadPtr) => {
      host.gas.pay(ext.base);
      host.prohibitInView('promise_yield_resume');
      payResume(host, payloadLength);
      const dataId = host.readBytes(idLength, idPtr);
      const payload = readPayload(host, payloadLength, payloadPtr);
      if (dataId.length !== HASH_LENGTH) throw HostError.of('DataIdMalformed');
      return Number(host.external.resumeYield(dataId, payload));
    },
  ),

  promise_yield_resume_with_yield_id: onlyWith(
    'yieldWithIdHostFns',
    hostFunction(
      [i64, i64, i64, i64],
      [i32],
      (host, idLength, idPtr, payloadLength, payloadPtr) => {
        host.gas.pay(ext.base);
        host.prohibitInView('promise_yield_resume_with_yield_id');
        payResume(host, payloadLength);
        const yieldId = host.readBytes(idLength, idPtr);
        const payload = readPayload(host, payloadLength, payloadPtr);
        return Number(host.external.resumeYieldWithId(requireYieldId(yieldId), payload));
      },
    ),
  ),
};

/**
 * Pays for the gas of the callback and for its receipt, which the account sends to itself with one
 * data dependency.
 */
function payYieldReceipt(host: Host, gas: bigint): void {
  host.gas.prepay(gas);
  payNewReceipt(host.gas, true, [true]);
}

/**
 * The length is charged as passed: for a payload in a register that is 2^64 - 1, which no call can
 * pay for.
 */
function payResume(host: Host, payloadLength: bigint): void {
  host.gas.pay(ext.yield_resume_base);
  host.gas.payPer(ext.yield_resume_byte, Number(payloadLength));
}

function readPayload(host: Host, length: bigint, ptr: bigint): Uint8Array {
  const payload = host.readBytes(length, ptr);
  const limit = host.protocol.limits.maxYieldPayloadSize;
  if (payload.length > limit) {
    throw HostError.of('YieldPayloadLength', { length: payload.length, limit });
  }
  return payload;
}

function requireYieldId(bytes: Uint8Array): Uint8Array {
  if (bytes.length !== YIELD_ID_BYTES) throw HostError.of('YieldIdMalformed');
  return bytes;
}
