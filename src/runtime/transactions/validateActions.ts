// What actions must satisfy before they may become a receipt. The order of the checks decides which
// error a user sees, so it is the reference's.

import { U64_MAX } from '../../base/bytes/bigints.ts';
import { isSuitableStakingKey } from '../../base/crypto/keys.ts';
import { methodNamesBytes } from '../../params/chargedBytes.ts';
import { MAX_NONCES_FOR_GAS_KEY } from '../../params/constants.ts';
import type { Protocol } from '../../params/protocol.ts';
import {
  type AccessKeyPermission,
  type FunctionCallPermission,
  functionCallPermission,
  gasKeyInfo,
} from '../../types/accessKey.ts';
import { type AccountId, isAccountId } from '../../types/accountId.ts';
import type { Action, ActionOf } from '../../types/action.ts';
import type { ActionsValidationError } from '../../types/transactionErrors.ts';
import { totalPrepaidGas } from '../fees/fees.ts';
import { delegatedPart } from './delegated.ts';
import {
  checkAccountId,
  checkDeterministicStateInit,
  checkIdentifier,
  checkUniversalStateInit,
} from './validateStateInit.ts';

/**
 * `new` for receipts that are being created, `existing` for those from the state or from another
 * shard, which may be older than some rules.
 */
export type ValidationMode = 'new' | 'existing';

type Fault = ActionsValidationError | null;

/** Twice the longest account id: as much of a wrong one is shown. */
const SHOWN_ACCOUNT_BYTES = 128;

/** The first thing that is wrong with the actions, or null. An empty list is valid. */
export function validateActions(
  protocol: Protocol,
  actions: readonly Action[],
  receiverId: AccountId,
  mode: ValidationMode,
): ActionsValidationError | null {
  return (
    checkCounts(protocol, actions, mode) ??
    checkEach(protocol, actions, receiverId, mode) ??
    checkPrepaidGas(protocol, actions)
  );
}

function checkCounts(protocol: Protocol, actions: readonly Action[], mode: ValidationMode): Fault {
  if (actions.length > protocol.limits.maxActionsPerReceipt) {
    const value = {
      totalNumberOfActions: actions.length,
      limit: protocol.limits.maxActionsPerReceipt,
    };
    return { kind: 'TotalNumberOfActionsExceeded', value };
  }
  if (mode === 'existing') return null;
  const isDeploy = ({ kind }: Action) =>
    kind === 'DeployContract' || kind === 'DeployGlobalContract';
  const numberOfDeployActions = actions.filter(isDeploy).length;
  const limit = protocol.limits.maxDeployActionsPerReceipt;
  if (numberOfDeployActions <= limit) return null;
  return { kind: 'TotalNumberOfDeployActionsExceeded', value: { numberOfDeployActions, limit } };
}

function checkEach(
  protocol: Protocol,
  actions: readonly Action[],
  receiverId: AccountId,
  mode: ValidationMode,
): Fault {
  let hasDelegate = false;
  for (const [index, action] of actions.entries()) {
    if (action.kind === 'DeleteAccount' && index < actions.length - 1) {
      return { kind: 'DeleteActionMustBeFinal' };
    }
    const isDelegate = delegatedPart(action) !== null;
    if (isDelegate && hasDelegate) return { kind: 'DelegateActionMustBeOnlyOne' };
    hasDelegate ||= isDelegate;
    const fault = checkAction(protocol, action, receiverId, mode);
    if (fault !== null) return fault;
  }
  return null;
}

function checkPrepaidGas(protocol: Protocol, actions: readonly Action[]): Fault {
  const total = totalPrepaidGas(actions);
  if (total > U64_MAX) return { kind: 'IntegerOverflow' };
  const limit = protocol.limits.maxTotalPrepaidGas;
  if (total <= limit) return null;
  return { kind: 'TotalPrepaidGasExceeded', value: { totalPrepaidGas: total, limit } };
}

function checkAction(
  protocol: Protocol,
  action: Action,
  receiverId: AccountId,
  mode: ValidationMode,
): Fault {
  switch (action.kind) {
    case 'CreateAccount':
    case 'Transfer':
    case 'DeleteKey':
    case 'TransferToGasKey':
    case 'WithdrawFromGasKey':
      return null;
    case 'DeployContract':
    case 'DeployGlobalContract':
      return checkCode(protocol, action.value.code);
    case 'UseGlobalContract':
      return checkIdentifier(action.value.contractIdentifier);
    case 'FunctionCall':
      return checkFunctionCall(protocol, action.value, mode);
    case 'Stake': {
      const { publicKey } = action.value;
      if (isSuitableStakingKey(publicKey)) return null;
      return { kind: 'UnsuitableStakingKey', value: { publicKey } };
    }
    case 'AddKey':
      return checkPermission(protocol, action.value.accessKey.permission);
    case 'DeleteAccount':
      return checkAccountId(action.value.beneficiaryId);
    case 'DeterministicStateInit':
      return checkDeterministicStateInit(protocol, action.value, receiverId);
    case 'Delegate':
      return checkDelegated(protocol, action.value.delegateAction, mode);
    case 'DelegateV2':
      return checkDelegated(protocol, action.value.delegateAction.value, mode);
    case 'UniversalStateInit':
      return checkUniversalStateInit(protocol, action.value, receiverId);
  }
}

function checkDelegated(
  protocol: Protocol,
  inner: { readonly actions: readonly Action[]; readonly receiverId: AccountId },
  mode: ValidationMode,
): Fault {
  return validateActions(protocol, inner.actions, inner.receiverId, mode);
}

function checkCode(protocol: Protocol, code: Uint8Array): Fault {
  if (code.length <= protocol.limits.maxContractSize) return null;
  const value = { size: code.length, limit: protocol.limits.maxContractSize };
  return { kind: 'ContractSizeExceeded', value };
}

function checkFunctionCall(
  protocol: Protocol,
  { gas, methodName, args }: ActionOf<'FunctionCall'>,
  mode: ValidationMode,
): Fault {
  if (gas === 0n) return { kind: 'FunctionCallZeroAttachedGas' };
  if (mode === 'new' && methodName === '') return { kind: 'FunctionCallEmptyMethodName' };
  const nameLength = Buffer.byteLength(methodName);
  if (nameLength > protocol.limits.maxLengthMethodName) {
    const value = { length: nameLength, limit: protocol.limits.maxLengthMethodName };
    return { kind: 'FunctionCallMethodNameLengthExceeded', value };
  }
  if (args.length <= protocol.limits.maxArgumentsLength) return null;
  const value = { length: args.length, limit: protocol.limits.maxArgumentsLength };
  return { kind: 'FunctionCallArgumentsLengthExceeded', value };
}

function checkPermission(protocol: Protocol, permission: AccessKeyPermission): Fault {
  const calls = functionCallPermission(permission);
  const fault = calls === null ? null : checkCallPermission(protocol, calls);
  return fault ?? checkGasKey(permission, calls);
}

function checkCallPermission(protocol: Protocol, calls: FunctionCallPermission): Fault {
  if (!isAccountId(calls.receiverId)) {
    const accountId = truncateText(calls.receiverId, SHOWN_ACCOUNT_BYTES);
    return { kind: 'InvalidAccountId', value: { accountId } };
  }
  for (const name of calls.methodNames) {
    const length = Buffer.byteLength(name);
    if (length > protocol.limits.maxLengthMethodName) {
      const value = { length, limit: protocol.limits.maxLengthMethodName };
      return { kind: 'AddKeyMethodNameLengthExceeded', value };
    }
  }
  const totalNumberOfBytes = methodNamesBytes(calls.methodNames);
  const limit = protocol.limits.maxNumberBytesMethodNames;
  if (totalNumberOfBytes <= limit) return null;
  return { kind: 'AddKeyMethodNamesNumberOfBytesExceeded', value: { totalNumberOfBytes, limit } };
}

function checkGasKey(permission: AccessKeyPermission, calls: FunctionCallPermission | null): Fault {
  const info = gasKeyInfo(permission);
  if (info === null) return null;
  if (calls !== null && calls.allowance !== null) {
    return { kind: 'GasKeyFunctionCallAllowanceNotAllowed' };
  }
  if (info.numNonces === 0 || info.numNonces > MAX_NONCES_FOR_GAS_KEY) {
    const value = { requestedNonces: info.numNonces, limit: MAX_NONCES_FOR_GAS_KEY };
    return { kind: 'GasKeyInvalidNumNonces', value };
  }
  if (info.balance === 0n) return null;
  return { kind: 'AddGasKeyWithNonZeroBalance', value: { balance: info.balance } };
}

/** As many whole characters as fit into `bytesMax` bytes. */
function truncateText(text: string, bytesMax: number): string {
  let kept = '';
  let bytes = 0;
  for (const char of text) {
    bytes += Buffer.byteLength(char);
    if (bytes > bytesMax) break;
    kept += char;
  }
  return kept;
}
