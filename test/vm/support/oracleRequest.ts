// What a contract requests through its External, in the JSON of the reference's mock: the name of
// the request and its fields. A method name has one character for each of its bytes.

import { keyToBytes } from '../../../src/base/bytes/bytes.ts';
import { formatHash } from '../../../src/base/crypto/hash.ts';
import { formatPublicKey } from '../../../src/base/crypto/keys.ts';
import type { JsonObject } from '../../../src/base/json/exactJson.ts';
import type { FunctionCallPermission } from '../../../src/types/accessKey.ts';
import type { Action } from '../../../src/types/action.ts';
import type { GlobalContractIdentifier } from '../../../src/types/globalContract.ts';

export type OracleRequest = { readonly name: string; readonly fields: JsonObject };

type ActionOf<K> = Extract<Action, { kind: K }>;
type Describe = {
  readonly [K in Action['kind']]?: (action: ActionOf<K>['value']) => OracleRequest;
};

const describe: Describe = {
  CreateAccount: () => ({ name: 'CreateAccount', fields: {} }),
  DeployContract: ({ code }) => ({ name: 'DeployContract', fields: { code: [...code] } }),
  DeployGlobalContract: ({ code, deployMode }) => ({
    name: 'DeployGlobalContract',
    fields: { code: [...code], mode: deployMode },
  }),
  UseGlobalContract: ({ contractIdentifier }) => ({
    name: 'UseGlobalContract',
    fields: { contract_id: identifierToJson(contractIdentifier, ['CodeHash', 'AccountId']) },
  }),
  DeterministicStateInit: ({ stateInit, deposit }) => {
    const code = identifierToJson(stateInit.value.code, ['hash', 'account_id']);
    const fields = { state_init: { V1: { code, data: {} } }, amount: String(deposit) };
    return { name: 'DeterministicStateInit', fields };
  },
  UniversalStateInit: ({ stateInit, deposit }) => ({
    name: 'UniversalStateInit',
    fields: { state_init: [...stateInit], amount: String(deposit) },
  }),
  Transfer: ({ deposit }) => ({ name: 'Transfer', fields: { deposit: String(deposit) } }),
  TransferToGasKey: ({ publicKey, deposit }) => ({
    name: 'TransferToGasKey',
    fields: { public_key: formatPublicKey(publicKey), deposit: String(deposit) },
  }),
  Stake: ({ publicKey, stake }) => ({
    name: 'Stake',
    fields: { public_key: formatPublicKey(publicKey), stake: String(stake) },
  }),
  DeleteAccount: ({ beneficiaryId }) => ({
    name: 'DeleteAccount',
    fields: { beneficiary_id: beneficiaryId },
  }),
  DeleteKey: ({ publicKey }) => ({
    name: 'DeleteKey',
    fields: { public_key: formatPublicKey(publicKey) },
  }),
  AddKey: (added) => {
    const { name, fields } = describeKey(added);
    return { name, fields: { ...fields, public_key: formatPublicKey(added.publicKey) } };
  },
};

export function describeAction(action: Action, gasWeight: bigint): OracleRequest {
  if (action.kind === 'FunctionCall') return describeFunctionCall(action.value, gasWeight);
  const describeValue = describe[action.kind] as ((value: unknown) => OracleRequest) | undefined;
  if (describeValue === undefined) throw new Error(`contracts cannot request ${action.kind}`);
  return describeValue(action.value);
}

function describeFunctionCall(
  { methodName, args, deposit, gas }: ActionOf<'FunctionCall'>['value'],
  gasWeight: bigint,
): OracleRequest {
  const fields = {
    method_name: nameToJson(methodName),
    args: [...args],
    attached_deposit: String(deposit),
    prepaid_gas: gas,
    gas_weight: gasWeight,
  };
  return { name: 'FunctionCallWeight', fields };
}

function describeKey({ accessKey }: ActionOf<'AddKey'>['value']): OracleRequest {
  const { nonce, permission } = accessKey;
  switch (permission.kind) {
    case 'FullAccess':
      return { name: 'AddKeyWithFullAccess', fields: { nonce } };
    case 'FunctionCall': {
      const fields = { nonce, ...restrictionToJson(permission.value) };
      return { name: 'AddKeyWithFunctionCall', fields };
    }
    case 'GasKeyFullAccess': {
      const { numNonces } = permission.value;
      return { name: 'AddGasKeyWithFullAccess', fields: { num_nonces: numNonces } };
    }
    case 'GasKeyFunctionCall': {
      const [{ numNonces }, call] = permission.value;
      const fields = { num_nonces: numNonces, ...restrictionToJson(call) };
      return { name: 'AddGasKeyWithFunctionCall', fields };
    }
  }
}

function restrictionToJson(permission: FunctionCallPermission): JsonObject {
  const { allowance, receiverId, methodNames } = permission;
  return {
    allowance: allowance === null ? null : String(allowance),
    receiver_id: receiverId,
    method_names: methodNames.map(nameToJson),
  };
}

function nameToJson(methodName: string): number[] {
  return [...keyToBytes(methodName)];
}

function identifierToJson(
  identifier: GlobalContractIdentifier,
  [hashName, accountName]: readonly [string, string],
): JsonObject {
  return identifier.kind === 'CodeHash'
    ? { [hashName]: formatHash(identifier.value) }
    : { [accountName]: identifier.value };
}
