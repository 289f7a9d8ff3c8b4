// Host functions that append actions on accounts and contracts to a promise. Function calls and
// keys have their own files.

import { HASH_LENGTH } from '../../base/crypto/hash.ts';
import { dataEntryBytes, globalIdentifierBytes } from '../../params/chargedBytes.ts';
import { isImplicit, isNearImplicit } from '../../types/accountId.ts';
import type { Action } from '../../types/action.ts';
import type {
  GlobalContractDeployMode,
  GlobalContractIdentifier,
} from '../../types/globalContract.ts';
import { action, ext } from '../gasCounter.ts';
import { HostError } from '../hostError.ts';
import type { Host } from './host.ts';
import {
  type HostFunction,
  type HostFunctions,
  hostFunction,
  i64,
  onlyWith,
} from './hostFunction.ts';
import { findTargetReceipt, type TargetReceipt } from './promiseTable.ts';
import { readPublicKey, requireKey } from './publicKeyArgument.ts';

export const batchActionFunctions: HostFunctions = {
  promise_batch_action_create_account: hostFunction([i64], [], (host, promiseIndex) => {
    host.gas.pay(ext.base);
    host.prohibitInView('promise_batch_action_create_account');
    const { receiptIndex, senderIsReceiver } = findTargetReceipt(host, promiseIndex);
    host.gas.payAction(action.create_account, senderIsReceiver);
    host.external.appendAction(receiptIndex, { kind: 'CreateAccount', value: {} });
  }),

  promise_batch_action_deploy_contract: hostFunction(
    [i64, i64, i64],
    [],
    (host, promiseIndex, length, ptr) => {
      host.gas.pay(ext.base);
      host.prohibitInView('promise_batch_action_deploy_contract');
      const code = readCode(host, length, ptr);
      const { receiptIndex, senderIsReceiver } = findTargetReceipt(host, promiseIndex);
      host.gas.payAction(action.deploy_contract_base, senderIsReceiver);
      host.gas.payAction(action.deploy_contract_byte, senderIsReceiver, code.length);
      host.external.appendAction(receiptIndex, { kind: 'DeployContract', value: { code } });
    },
  ),

  promise_batch_action_deploy_global_contract: onlyWith(
    'globalContractHostFns',
    deployGlobalContract('promise_batch_action_deploy_global_contract', 'CodeHash'),
  ),

  promise_batch_action_deploy_global_contract_by_account_id: onlyWith(
    'globalContractHostFns',
    deployGlobalContract('promise_batch_action_deploy_global_contract_by_account_id', 'AccountId'),
  ),

  promise_batch_action_use_global_contract: onlyWith(
    'globalContractHostFns',
    useGlobalContract('promise_batch_action_use_global_contract', readCodeHash),
  ),

  promise_batch_action_use_global_contract_by_account_id: onlyWith(
    'globalContractHostFns',
    useGlobalContract('promise_batch_action_use_global_contract_by_account_id', readDeployer),
  ),

  promise_batch_action_state_init: stateInit('promise_batch_action_state_init', readCodeHash),

  promise_batch_action_state_init_by_account_id: stateInit(
    'promise_batch_action_state_init_by_account_id',
    readDeployer,
  ),

  set_state_init_data_entry: hostFunction(
    [i64, i64, i64, i64, i64, i64],
    [],
    (host, promiseIndex, actionIndex, keyLength, keyPtr, valueLength, valuePtr) => {
      host.gas.pay(ext.base);
      host.prohibitInView('set_state_init_data_entry');
      const { receiptIndex, senderIsReceiver } = findTargetReceipt(host, promiseIndex);
      const key = host.readBytes(keyLength, keyPtr);
      const value = host.readBytes(valueLength, valuePtr);
      const length = dataEntryBytes(key, value);
      host.gas.payAction(action.deterministic_state_init_entry, senderIsReceiver);
      host.gas.payAction(action.deterministic_state_init_byte, senderIsReceiver, length);
      const entry = { receiptIndex, actionIndex, key, value };
      const result = host.external.addStateInitEntry(entry);
      if (result === 'duplicate') throw HostError.of('DataEntryAlreadyExists');
      if (result === 'added') return;
      const place = { receipt_index: receiptIndex, action_index: actionIndex };
      throw HostError.of('InvalidActionIndex', place);
    },
  ),

  promise_batch_action_transfer: hostFunction([i64, i64], [], (host, promiseIndex, amountPtr) => {
    host.gas.pay(ext.base);
    host.prohibitInView('promise_batch_action_transfer');
    const deposit = host.readU128(amountPtr);
    const target = findTargetReceipt(host, promiseIndex);
    payTransfer(host, target);
    host.deductBalance(deposit);
    host.external.appendAction(target.receiptIndex, { kind: 'Transfer', value: { deposit } });
  }),

  promise_batch_action_stake: hostFunction(
    [i64, i64, i64, i64],
    [],
    (host, promiseIndex, amountPtr, keyLength, keyPtr) => {
      host.gas.pay(ext.base);
      host.prohibitInView('promise_batch_action_stake');
      const stake = host.readU128(amountPtr);
      const key = readPublicKey(host, keyLength, keyPtr);
      const { receiptIndex, senderIsReceiver } = findTargetReceipt(host, promiseIndex);
      host.gas.payAction(action.stake, senderIsReceiver);
      const value = { stake, publicKey: requireKey(key) };
      host.external.appendAction(receiptIndex, { kind: 'Stake', value });
    },
  ),

  promise_batch_action_delete_account: hostFunction(
    [i64, i64, i64],
    [],
    (host, promiseIndex, idLength, idPtr) => {
      host.gas.pay(ext.base);
      host.prohibitInView('promise_batch_action_delete_account');
      const beneficiaryId = host.readAccountId(idLength, idPtr);
      const { receiptIndex, senderIsReceiver } = findTargetReceipt(host, promiseIndex);
      host.gas.payAction(action.delete_account, senderIsReceiver);
      host.external.appendAction(receiptIndex, { kind: 'DeleteAccount', value: { beneficiaryId } });
    },
  ),
};

function deployGlobalContract(name: string, deployMode: GlobalContractDeployMode): HostFunction {
  return hostFunction([i64, i64, i64], [], (host, promiseIndex, length, ptr) => {
    host.gas.pay(ext.base);
    host.prohibitInView(name);
    const code = readCode(host, length, ptr);
    const { receiptIndex, senderIsReceiver } = findTargetReceipt(host, promiseIndex);
    host.gas.payAction(action.deploy_global_contract_base, senderIsReceiver);
    host.gas.payAction(action.deploy_global_contract_byte, senderIsReceiver, code.length);
    const value = { code, deployMode };
    host.external.appendAction(receiptIndex, { kind: 'DeployGlobalContract', value });
  });
}

type ReadIdentifier = (host: Host, length: bigint, ptr: bigint) => GlobalContractIdentifier;

function useGlobalContract(name: string, readIdentifier: ReadIdentifier): HostFunction {
  return hostFunction([i64, i64, i64], [], (host, promiseIndex, length, ptr) => {
    host.gas.pay(ext.base);
    host.prohibitInView(name);
    const contractIdentifier = readIdentifier(host, length, ptr);
    const { receiptIndex, senderIsReceiver } = findTargetReceipt(host, promiseIndex);
    host.gas.payAction(action.use_global_contract_base, senderIsReceiver);
    const bytes = globalIdentifierBytes(contractIdentifier);
    host.gas.payAction(action.use_global_contract_byte, senderIsReceiver, bytes);
    const value = { contractIdentifier };
    host.external.appendAction(receiptIndex, { kind: 'UseGlobalContract', value });
  });
}

function stateInit(name: string, readIdentifier: ReadIdentifier): HostFunction {
  return hostFunction([i64, i64, i64, i64], [i64], (host, promiseIndex, length, ptr, amountPtr) => {
    host.gas.pay(ext.base);
    host.prohibitInView(name);
    const code = readIdentifier(host, length, ptr);
    const deposit = host.readU128(amountPtr);
    const { receiptIndex, senderIsReceiver } = findTargetReceipt(host, promiseIndex);
    host.gas.payAction(action.deterministic_state_init_base, senderIsReceiver);
    host.deductBalance(deposit);
    const value = { stateInit: { kind: 'V1', value: { code, data: [] } }, deposit } as const;
    const appended: Action = { kind: 'DeterministicStateInit', value };
    return BigInt(host.external.appendAction(receiptIndex, appended));
  });
}

function readCode(host: Host, length: bigint, ptr: bigint): Uint8Array {
  const code = host.readBytes(length, ptr);
  const limit = host.protocol.limits.maxContractSize;
  if (code.length > limit) throw HostError.of('ContractSizeExceeded', { size: code.length, limit });
  return code;
}

function readCodeHash(host: Host, length: bigint, ptr: bigint): GlobalContractIdentifier {
  const value = host.readBytes(length, ptr);
  if (value.length !== HASH_LENGTH) throw HostError.of('ContractCodeHashMalformed');
  return { kind: 'CodeHash', value };
}

function readDeployer(host: Host, length: bigint, ptr: bigint): GlobalContractIdentifier {
  return { kind: 'AccountId', value: host.readAccountId(length, ptr) };
}

/** A transfer to an implicit account pays for its creation, and for its key if it has one. */
function payTransfer(
  { gas, protocol }: Host,
  { receiverId, senderIsReceiver }: TargetReceipt,
): void {
  const costs = [action.transfer];
  if (isImplicit(receiverId, protocol.vm)) costs.push(action.create_account);
  if (isNearImplicit(receiverId)) costs.push(action.add_full_access_key);
  let burn = 0;
  let reserve = 0;
  for (const cost of costs) {
    burn += gas.sendFee(cost, senderIsReceiver);
    reserve += gas.executionFee(cost);
  }
  gas.payActionAmounts(action.transfer, burn, reserve);
}
