// Which parameters make up the fee of an action, and how often each is due. Sending and executing
// differ only for gas keys.

import type { PublicKey } from '../../base/crypto/keys.ts';
import {
  dataEntryBytes,
  encodedKeyBytes,
  functionCallBytes,
  GAS_KEY_INFO_BYTES,
  gasKeyRowBytes,
  globalIdentifierBytes,
  methodNamesBytes,
  nonceRowBytes,
  storedKeyBytes,
} from '../../params/chargedBytes.ts';
import type { Protocol } from '../../params/protocol.ts';
import type { ActionCostName } from '../../params/tables/actionFees.ts';
import {
  type AccessKeyPermission,
  functionCallPermission,
  gasKeyInfo,
} from '../../types/accessKey.ts';
import { type AccountId, isImplicit, isNearImplicit } from '../../types/accountId.ts';
import type { Action, ActionOf } from '../../types/action.ts';
import { summarizeStateInit } from '../../types/universalStateInit.ts';

/** A parameter and how many times it is due. */
export type FeePart = readonly [name: ActionCostName, count: number];

type FeeParts = readonly FeePart[];

/** Those that depend on nothing but the kind of the action. */
const CREATE_ACCOUNT: FeeParts = [['create_account', 1]];
const TRANSFER: FeeParts = [['transfer', 1]];
const STAKE: FeeParts = [['stake', 1]];
const DELETE_KEY: FeeParts = [['delete_key', 1]];
const DELETE_ACCOUNT: FeeParts = [['delete_account', 1]];
const DELEGATE: FeeParts = [['delegate', 1]];
const GAS_KEY_TRANSFER: FeeParts = [['gas_key_transfer_base', 1]];
const ADD_FULL_ACCESS_KEY: FeeParts = [['add_full_access_key', 1]];

export function sendParts(protocol: Protocol, action: Action, receiverId: AccountId): FeeParts {
  const parts = commonParts(protocol, action, receiverId);
  switch (action.kind) {
    case 'AddKey': {
      const isGasKey = gasKeyInfo(action.value.accessKey.permission) !== null;
      return isGasKey ? [...parts, ['gas_key_byte', GAS_KEY_INFO_BYTES]] : parts;
    }
    case 'TransferToGasKey':
    case 'WithdrawFromGasKey':
      return [...parts, ['gas_key_byte', sentKeyBytes(protocol, action.value.publicKey)]];
    default:
      return parts;
  }
}

/** A long key is sent in full; without the fix it is charged as it is stored. */
function sentKeyBytes({ vm }: Protocol, key: PublicKey): number {
  return vm.fixMlDsaCostCharging ? encodedKeyBytes(key) : storedKeyBytes(key);
}

export function execParts(protocol: Protocol, action: Action, receiverId: AccountId): FeeParts {
  const parts = commonParts(protocol, action, receiverId);
  switch (action.kind) {
    case 'AddKey':
      return [...parts, ...nonceParts(action.value, receiverId)];
    case 'TransferToGasKey':
    case 'WithdrawFromGasKey': {
      const row = gasKeyRowBytes(receiverId, storedKeyBytes(action.value.publicKey));
      return [...parts, ['gas_key_byte', row]];
    }
    default:
      return parts;
  }
}

/** The rows that hold the nonces of a new gas key. */
function nonceParts({ accessKey, publicKey }: ActionOf<'AddKey'>, receiverId: AccountId): FeeParts {
  const count = gasKeyInfo(accessKey.permission)?.numNonces ?? 0;
  const row = nonceRowBytes(receiverId, storedKeyBytes(publicKey));
  return [
    ['gas_key_nonce_write_base', count],
    ['gas_key_byte', count * row],
  ];
}

/** What sending and executing an action have in common. */
function commonParts(protocol: Protocol, action: Action, receiverId: AccountId): FeeParts {
  switch (action.kind) {
    case 'CreateAccount':
      return CREATE_ACCOUNT;
    case 'DeployContract':
      return baseAndBytes('deploy_contract', action.value.code.length);
    case 'FunctionCall': {
      const { methodName, args } = action.value;
      return baseAndBytes('function_call', functionCallBytes(methodName, args));
    }
    case 'Transfer':
      return transferParts(protocol, receiverId);
    case 'Stake':
      return STAKE;
    case 'AddKey':
      return permissionParts(action.value.accessKey.permission);
    case 'DeleteKey':
      return DELETE_KEY;
    case 'DeleteAccount':
      return DELETE_ACCOUNT;
    case 'Delegate':
    case 'DelegateV2':
      return DELEGATE;
    case 'DeployGlobalContract':
      return baseAndBytes('deploy_global_contract', action.value.code.length);
    case 'UseGlobalContract': {
      const length = globalIdentifierBytes(action.value.contractIdentifier);
      return baseAndBytes('use_global_contract', length);
    }
    case 'DeterministicStateInit':
      return deterministicStateInitParts(action.value);
    case 'TransferToGasKey':
    case 'WithdrawFromGasKey':
      return GAS_KEY_TRANSFER;
    case 'UniversalStateInit':
      return universalStateInitParts(action.value);
  }
}

type WithBytes =
  | 'deploy_contract'
  | 'function_call'
  | 'add_function_call_key'
  | 'deploy_global_contract'
  | 'use_global_contract';

function baseAndBytes(name: WithBytes, bytes: number): FeeParts {
  return [
    [`${name}_base`, 1],
    [`${name}_byte`, bytes],
  ];
}

/** The shape of the receiver's id decides, whether or not the account exists. */
function transferParts({ features }: Protocol, receiverId: AccountId): FeeParts {
  const isCreation = isImplicit(receiverId, features);
  const isKeyAddition = isNearImplicit(receiverId);
  if (!isCreation && !isKeyAddition) return TRANSFER;
  const creation = isCreation ? CREATE_ACCOUNT : [];
  return [...TRANSFER, ...creation, ...(isKeyAddition ? ADD_FULL_ACCESS_KEY : [])];
}

function permissionParts(permission: AccessKeyPermission): FeeParts {
  const calls = functionCallPermission(permission);
  if (calls === null) return ADD_FULL_ACCESS_KEY;
  return baseAndBytes('add_function_call_key', methodNamesBytes(calls.methodNames));
}

function deterministicStateInitParts({ stateInit }: ActionOf<'DeterministicStateInit'>): FeeParts {
  const { data } = stateInit.value;
  const bytes = data.reduce((total, [key, value]) => total + dataEntryBytes(key, value), 0);
  return [
    ['deterministic_state_init_base', 1],
    ['deterministic_state_init_entry', data.length],
    ['deterministic_state_init_byte', bytes],
  ];
}

function universalStateInitParts({ stateInit }: ActionOf<'UniversalStateInit'>): FeeParts {
  const { entryCount, keyCount } = summarizeStateInit(stateInit);
  return [
    ['universal_state_init_base', 1],
    ['universal_state_init_byte', stateInit.length],
    ['universal_state_init_entry', entryCount],
    ['add_full_access_key', keyCount],
  ];
}
