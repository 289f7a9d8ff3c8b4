// Host functions that append actions on access keys and gas keys to a promise.

import type { PublicKey } from '../../base/crypto/keys.ts';
import {
  GAS_KEY_INFO_BYTES,
  gasKeyRowBytes,
  methodNamesBytes,
  nonceRowBytes,
} from '../../params/chargedBytes.ts';
import type { AccessKeyPermission } from '../../types/accessKey.ts';
import { action, ext } from '../gasCounter.ts';
import { HostError } from '../hostError.ts';
import { requireMethodName } from './functionCallAction.ts';
import type { Host } from './host.ts';
import { type HostFunctions, hostFunction, i64, onlyWith } from './hostFunction.ts';
import { findTargetReceipt, type TargetReceipt } from './promiseTable.ts';
import { keyBytesLength, readPublicKey, requireKey, storedKeyLength } from './publicKeyArgument.ts';

const COMMA = 0x2c;
const U16_MAX = 65_535n;

/** The restriction of a key to function calls, before the names of its methods are decoded. */
type CallRestriction = {
  readonly allowance: bigint | null;
  readonly receiverId: string;
  readonly methods: readonly Uint8Array[];
};

export const keyActionFunctions: HostFunctions = {
  promise_batch_action_add_key_with_full_access: hostFunction(
    [i64, i64, i64, i64],
    [],
    (host, promiseIndex, keyLength, keyPtr, nonce) => {
      host.gas.pay(ext.base);
      host.prohibitInView('promise_batch_action_add_key_with_full_access');
      const key = readPublicKey(host, keyLength, keyPtr);
      const target = findTargetReceipt(host, promiseIndex);
      host.gas.payAction(action.add_full_access_key, target.senderIsReceiver);
      appendKey(host, target, {
        publicKey: requireKey(key),
        nonce,
        permission: { kind: 'FullAccess' },
      });
    },
  ),

  promise_batch_action_add_key_with_function_call: hostFunction(
    [i64, i64, i64, i64, i64, i64, i64, i64, i64],
    [],
    (
      host,
      promiseIndex,
      keyLength,
      keyPtr,
      nonce,
      allowancePtr,
      receiverLength,
      receiverPtr,
      methodsLength,
      methodsPtr,
    ) => {
      host.gas.pay(ext.base);
      host.prohibitInView('promise_batch_action_add_key_with_function_call');
      const key = readPublicKey(host, keyLength, keyPtr);
      const allowance = readAllowance(host, allowancePtr);
      const receiverId = host.readAccountId(receiverLength, receiverPtr);
      const methods = splitMethodNames(host.readBytes(methodsLength, methodsPtr));
      const target = findTargetReceipt(host, promiseIndex);
      payFunctionCallKey(host, target, methods);
      const publicKey = requireKey(key);
      const value = callPermission(host, { allowance, receiverId, methods });
      appendKey(host, target, { publicKey, nonce, permission: { kind: 'FunctionCall', value } });
    },
  ),

  promise_batch_action_delete_key: hostFunction(
    [i64, i64, i64],
    [],
    (host, promiseIndex, keyLength, keyPtr) => {
      host.gas.pay(ext.base);
      host.prohibitInView('promise_batch_action_delete_key');
      const key = readPublicKey(host, keyLength, keyPtr);
      const { receiptIndex, senderIsReceiver } = findTargetReceipt(host, promiseIndex);
      host.gas.payAction(action.delete_key, senderIsReceiver);
      const value = { publicKey: requireKey(key) };
      host.external.appendAction(receiptIndex, { kind: 'DeleteKey', value });
    },
  ),

  promise_batch_action_transfer_to_gas_key: onlyWith(
    'gasKeyHostFns',
    hostFunction([i64, i64, i64, i64], [], (host, promiseIndex, keyLength, keyPtr, amountPtr) => {
      host.gas.pay(ext.base);
      host.prohibitInView('promise_batch_action_transfer_to_gas_key');
      const key = readPublicKey(host, keyLength, keyPtr);
      const deposit = host.readU128(amountPtr);
      const target = findTargetReceipt(host, promiseIndex);
      payGasKeyTransfer(host, target, key);
      host.deductBalance(deposit);
      const value = { publicKey: requireKey(key), deposit };
      host.external.appendAction(target.receiptIndex, { kind: 'TransferToGasKey', value });
    }),
  ),

  promise_batch_action_add_gas_key_with_full_access: onlyWith(
    'gasKeyHostFns',
    hostFunction([i64, i64, i64, i64], [], (host, promiseIndex, keyLength, keyPtr, nonces) => {
      host.gas.pay(ext.base);
      host.prohibitInView('promise_batch_action_add_gas_key_with_full_access');
      const key = readPublicKey(host, keyLength, keyPtr);
      const numNonces = toNonceCount(nonces);
      const target = findTargetReceipt(host, promiseIndex);
      host.gas.payAction(action.add_full_access_key, target.senderIsReceiver);
      payGasKeyNonces(host, target, { keyLength: storedKeyLength(host, key), numNonces });
      const publicKey = requireKey(key);
      const permission = { kind: 'GasKeyFullAccess', value: { balance: 0n, numNonces } } as const;
      appendKey(host, target, { publicKey, nonce: 0n, permission });
    }),
  ),

  promise_batch_action_add_gas_key_with_function_call: onlyWith(
    'gasKeyHostFns',
    hostFunction(
      [i64, i64, i64, i64, i64, i64, i64, i64, i64],
      [],
      (
        host,
        promiseIndex,
        keyLength,
        keyPtr,
        nonces,
        allowancePtr,
        receiverLength,
        receiverPtr,
        methodsLength,
        methodsPtr,
      ) => {
        host.gas.pay(ext.base);
        host.prohibitInView('promise_batch_action_add_gas_key_with_function_call');
        const key = readPublicKey(host, keyLength, keyPtr);
        const numNonces = toNonceCount(nonces);
        const allowance = readAllowance(host, allowancePtr);
        const receiverId = host.readAccountId(receiverLength, receiverPtr);
        const methods = splitMethodNames(host.readBytes(methodsLength, methodsPtr));
        const target = findTargetReceipt(host, promiseIndex);
        payFunctionCallKey(host, target, methods);
        payGasKeyNonces(host, target, { keyLength: storedKeyLength(host, key), numNonces });
        const publicKey = requireKey(key);
        const call = callPermission(host, { allowance, receiverId, methods });
        const value = [{ balance: 0n, numNonces }, call] as const;
        appendKey(host, target, {
          publicKey,
          nonce: 0n,
          permission: { kind: 'GasKeyFunctionCall', value },
        });
      },
    ),
  ),
};

type NewKey = {
  readonly publicKey: PublicKey;
  readonly nonce: bigint;
  readonly permission: AccessKeyPermission;
};

function appendKey(host: Host, target: TargetReceipt, key: NewKey): void {
  const { publicKey, nonce, permission } = key;
  const value = { publicKey, accessKey: { nonce, permission } };
  host.external.appendAction(target.receiptIndex, { kind: 'AddKey', value });
}

function callPermission(host: Host, { allowance, receiverId, methods }: CallRestriction) {
  const methodNames = methods.map((method) => requireMethodName(host, method));
  return { allowance, receiverId, methodNames };
}

/** Zero means no limit. */
function readAllowance(host: Host, ptr: bigint): bigint | null {
  const allowance = host.readU128(ptr);
  return allowance === 0n ? null : allowance;
}

function splitMethodNames(bytes: Uint8Array): Uint8Array[] {
  if (bytes.length === 0) return [];
  const names: Uint8Array[] = [];
  let start = 0;
  for (;;) {
    const comma = bytes.indexOf(COMMA, start);
    const name = bytes.subarray(start, comma === -1 ? bytes.length : comma);
    if (name.length === 0) throw HostError.of('EmptyMethodName');
    names.push(name);
    if (comma === -1) return names;
    start = comma + 1;
  }
}

function payFunctionCallKey(
  host: Host,
  { senderIsReceiver }: TargetReceipt,
  methods: readonly Uint8Array[],
): void {
  const length = methodNamesBytes(methods);
  host.gas.payAction(action.add_function_call_key_base, senderIsReceiver);
  host.gas.payAction(action.add_function_call_key_byte, senderIsReceiver, length);
}

function toNonceCount(nonces: bigint): number {
  if (nonces > U16_MAX) throw HostError.of('IntegerOverflow');
  return Number(nonces);
}

function payGasKeyTransfer(host: Host, target: TargetReceipt, key: PublicKey | null): void {
  const { gas } = host;
  const { receiverId, senderIsReceiver } = target;
  gas.payAction(action.gas_key_transfer_base, senderIsReceiver);
  const stored = gasKeyRowBytes(receiverId, storedKeyLength(host, key));
  const burn = gas.sendFee(action.gas_key_byte, senderIsReceiver) * keyBytesLength(key);
  gas.payActionAmounts(action.gas_key_byte, burn, gas.executionFee(action.gas_key_byte) * stored);
}

/** Each nonce of a gas key is a separate record in the state. */
function payGasKeyNonces(
  { gas }: Host,
  { receiverId, senderIsReceiver }: TargetReceipt,
  { keyLength, numNonces }: { readonly keyLength: number; readonly numNonces: number },
): void {
  const writes = gas.executionFee(action.gas_key_nonce_write_base) * numNonces;
  gas.payActionAmounts(action.gas_key_nonce_write_base, 0, writes);
  const stored = nonceRowBytes(receiverId, keyLength) * numNonces;
  const burn = gas.sendFee(action.gas_key_byte, senderIsReceiver) * GAS_KEY_INFO_BYTES;
  gas.payActionAmounts(action.gas_key_byte, burn, gas.executionFee(action.gas_key_byte) * stored);
}
