// Function calls on other contracts, the action that most promises consist of.

import { functionCallBytes } from '../../params/chargedBytes.ts';
import { action, ext } from '../gasCounter.ts';
import { HostError } from '../hostError.ts';
import type { Host } from './host.ts';
import { type HostFunctions, hostFunction, i64 } from './hostFunction.ts';
import { findTargetReceipt } from './promiseTable.ts';

/** The location of bytes: in memory, or in a register if the length says so. */
type BytesAt = { readonly length: bigint; readonly ptr: bigint };

type FunctionCallRequest = {
  readonly promiseIndex: bigint;
  readonly method: BytesAt;
  readonly args: BytesAt;
  readonly amountPtr: bigint;
  readonly gas: bigint;
  readonly gasWeight: bigint;
};

/** A method name is only checked after everything has been paid for. */
type PaidFunctionCall = {
  readonly method: Uint8Array;
  readonly args: Uint8Array;
  readonly amount: bigint;
  readonly gas: bigint;
  readonly gasWeight: bigint;
};

export const functionCallFunctions: HostFunctions = {
  promise_batch_action_function_call: hostFunction(
    [i64, i64, i64, i64, i64, i64, i64],
    [],
    (host, promiseIndex, methodLength, methodPtr, argsLength, argsPtr, amountPtr, gas) => {
      const method = { length: methodLength, ptr: methodPtr };
      const args = { length: argsLength, ptr: argsPtr };
      appendFunctionCall(host, { promiseIndex, method, args, amountPtr, gas, gasWeight: 0n });
    },
  ),

  promise_batch_action_function_call_weight: hostFunction(
    [i64, i64, i64, i64, i64, i64, i64, i64],
    [],
    (
      host,
      promiseIndex,
      methodLength,
      methodPtr,
      argsLength,
      argsPtr,
      amountPtr,
      gas,
      gasWeight,
    ) => {
      const method = { length: methodLength, ptr: methodPtr };
      const args = { length: argsLength, ptr: argsPtr };
      appendFunctionCall(host, { promiseIndex, method, args, amountPtr, gas, gasWeight });
    },
  ),
};

export function appendFunctionCall(host: Host, request: FunctionCallRequest): void {
  host.gas.pay(ext.base);
  host.prohibitInView('promise_batch_action_function_call');
  const amount = host.readU128(request.amountPtr);
  const method = readMethodName(host, request.method);
  const args = host.readBytes(request.args.length, request.args.ptr);
  const target = findTargetReceipt(host, request.promiseIndex);
  payFunctionCall(host, target.senderIsReceiver, functionCallBytes(method, args));
  host.gas.prepay(request.gas);
  deductCallDeposit(host, amount);
  const { gas, gasWeight } = request;
  appendPaidCall(host, target.receiptIndex, { method, args, amount, gas, gasWeight });
}

export function readMethodName(host: Host, { length, ptr }: BytesAt): Uint8Array {
  const method = host.readBytes(length, ptr);
  if (method.length === 0) throw HostError.of('EmptyMethodName');
  return method;
}

export function payFunctionCall(host: Host, senderIsReceiver: boolean, length: number): void {
  host.gas.payAction(action.function_call_base, senderIsReceiver);
  host.gas.payAction(action.function_call_byte, senderIsReceiver, length);
}

/** From a version on, an account without any balance may attach one yoctoNEAR it does not have. */
export function deductCallDeposit(host: Host, amount: bigint): void {
  const isFree = amount === 1n && host.balance === 0n && host.protocol.vm.oneYoctoOnPromise;
  if (isFree) host.subsidizedAmount += amount;
  else host.deductBalance(amount);
}

export function appendPaidCall(host: Host, receiptIndex: number, call: PaidFunctionCall): void {
  const { args, gas, amount, gasWeight } = call;
  const methodName = requireMethodName(host, call.method);
  const value = { methodName, args, gas, deposit: amount };
  host.external.appendAction(receiptIndex, { kind: 'FunctionCall', value }, gasWeight);
}

export function requireMethodName(host: Host, bytes: Uint8Array): string {
  const name = host.external.decodeMethodName(bytes);
  if (name === null) throw HostError.of('InvalidMethodName');
  return name;
}
