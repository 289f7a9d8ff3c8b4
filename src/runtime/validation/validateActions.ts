// What actions must satisfy before they may become a receipt. The order of the checks decides which
// error a user sees, so it is the reference's.

import { U64_MAX } from '../../base/bytes/bigints.ts';
import { isSuitableStakingKey } from '../../base/crypto/keys.ts';
import { methodNamesBytes } from '../../params/chargedBytes.ts';
import { MAX_NONCES_FOR_GAS_KEY } from '../../params/constants.ts';
import type { Protocol } from '../../params/protocol.ts';
import type { Limits } from '../../params/tables/limits.ts';
import {
  type AccessKeyPermission,
  type FunctionCallPermission,
  functionCallPermission,
  gasKeyInfo,
} from '../../types/accessKey.ts';
import { type AccountId, isAccountId, isUniversal } from '../../types/accountId.ts';
import type { Action, ActionOf } from '../../types/action.ts';
import type { ActionsValidationError } from '../../types/transactionErrors.ts';
import { delegatedPart } from '../fees/delegated.ts';
import { totalPrepaidGas } from '../fees/fees.ts';
import { isPostQuantum } from './postQuantum.ts';
import { requireFeature } from './requireFeature.ts';
import {
  checkAccountId,
  checkDeterministicStateInit,
  checkIdentifier,
  checkStateInitCounts,
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
  const { limits } = protocol;
  return (
    checkActionCount(limits, actions) ??
    checkPostQuantum(protocol, actions) ??
    (mode === 'new' ? checkTotals(protocol, actions) : null) ??
    checkEach(protocol, actions, receiverId, mode) ??
    checkPrepaidGas(limits, actions)
  );
}

function checkActionCount({ maxActionsPerReceipt }: Limits, actions: readonly Action[]): Fault {
  if (actions.length <= maxActionsPerReceipt) return null;
  const value = { totalNumberOfActions: actions.length, limit: maxActionsPerReceipt };
  return { kind: 'TotalNumberOfActionsExceeded', value };
}

function checkPostQuantum(protocol: Protocol, actions: readonly Action[]): Fault {
  if (protocol.features.postQuantumSignatures) return null;
  return actions.some(isPostQuantum) ? requireFeature(protocol, 'postQuantumSignatures') : null;
}

function checkTotals({ features, limits }: Protocol, actions: readonly Action[]): Fault {
  const isDeploy = ({ kind }: Action) =>
    kind === 'DeployContract' || kind === 'DeployGlobalContract';
  const numberOfDeployActions = actions.filter(isDeploy).length;
  const limit = limits.maxDeployActionsPerReceipt;
  if (numberOfDeployActions > limit) {
    return { kind: 'TotalNumberOfDeployActionsExceeded', value: { numberOfDeployActions, limit } };
  }
  return features.stateInitCounts ? checkStateInitCounts(limits, actions) : null;
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

function checkPrepaidGas(limits: Limits, actions: readonly Action[]): Fault {
  const total = totalPrepaidGas(actions);
  if (total > U64_MAX) return { kind: 'IntegerOverflow' };
  const limit = limits.maxTotalPrepaidGas;
  if (total <= limit) return null;
  return { kind: 'TotalPrepaidGasExceeded', value: { totalPrepaidGas: total, limit } };
}

function checkAction(
  protocol: Protocol,
  action: Action,
  receiverId: AccountId,
  mode: ValidationMode,
): Fault {
  const { limits } = protocol;
  switch (action.kind) {
    case 'CreateAccount':
    case 'DeleteKey':
      return null;
    case 'Transfer':
      return mode === 'new' ? checkTransfer(protocol, receiverId) : null;
    case 'TransferToGasKey':
    case 'WithdrawFromGasKey':
      return requireFeature(protocol, 'gasKeys');
    case 'DeployContract':
    case 'DeployGlobalContract':
      return checkCode(limits, action.value.code);
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
      return checkDeterministicStateInit(limits, action.value, receiverId);
    case 'Delegate':
      return checkDelegated(protocol, action.value.delegateAction, receiverId, mode);
    case 'DelegateV2':
      return (
        requireFeature(protocol, 'delegateV2') ??
        (mode === 'new' ? checkRemovedDelegateV2(protocol) : null) ??
        checkDelegated(protocol, action.value.delegateAction.value, receiverId, mode)
      );
    case 'UniversalStateInit':
      return (
        requireFeature(protocol, 'universalAccounts') ??
        checkUniversalStateInit(limits, action.value, receiverId)
      );
  }
}

/** Universal accounts exist from the next version on; a transfer must not arrive after it began. */
function checkTransfer({ features }: Protocol, accountId: AccountId): Fault {
  if (!features.rejectUniversalAccountTransfers || !isUniversal(accountId)) return null;
  return { kind: 'TransferToUniversalAccountNotAllowed', value: { accountId } };
}

function checkRemovedDelegateV2({ features, version }: Protocol): Fault {
  if (!features.rejectDelegateV2) return null;
  return { kind: 'RemovedProtocolFeature', value: { protocolFeature: 'DelegateV2', version } };
}

type DelegatedActions = { readonly actions: readonly Action[]; readonly receiverId: AccountId };

/** Version 84 compares the ids in delegated state inits with the wrong receiver. */
function checkDelegated(
  protocol: Protocol,
  { actions, receiverId }: DelegatedActions,
  outerReceiverId: AccountId,
  mode: ValidationMode,
): Fault {
  const { features, limits } = protocol;
  const isWithdrawing = ({ kind }: Action) => kind === 'WithdrawFromGasKey';
  if (mode === 'new' && features.rejectWithdrawFromGasKeyInDelegate) {
    const fault = checkActionCount(limits, actions);
    if (fault !== null) return fault;
    if (actions.some(isWithdrawing)) return { kind: 'WithdrawFromGasKeyNotAllowedInDelegate' };
  }
  const receiver = features.fixDelegatedDeterministicStateInit ? receiverId : outerReceiverId;
  return validateActions(protocol, actions, receiver, mode);
}

function checkCode(limits: Limits, code: Uint8Array): Fault {
  if (code.length <= limits.maxContractSize) return null;
  const value = { size: code.length, limit: limits.maxContractSize };
  return { kind: 'ContractSizeExceeded', value };
}

function checkFunctionCall(
  { features, limits }: Protocol,
  { gas, methodName, args }: ActionOf<'FunctionCall'>,
  mode: ValidationMode,
): Fault {
  if (gas === 0n) return { kind: 'FunctionCallZeroAttachedGas' };
  if (mode === 'new' && methodName === '' && features.rejectEmptyMethodName) {
    return { kind: 'FunctionCallEmptyMethodName' };
  }
  const nameLength = Buffer.byteLength(methodName);
  if (nameLength > limits.maxLengthMethodName) {
    const value = { length: nameLength, limit: limits.maxLengthMethodName };
    return { kind: 'FunctionCallMethodNameLengthExceeded', value };
  }
  if (args.length <= limits.maxArgumentsLength) return null;
  const value = { length: args.length, limit: limits.maxArgumentsLength };
  return { kind: 'FunctionCallArgumentsLengthExceeded', value };
}

function checkPermission(protocol: Protocol, permission: AccessKeyPermission): Fault {
  const calls = functionCallPermission(permission);
  const fault = calls === null ? null : checkCallPermission(protocol.limits, calls);
  return fault ?? checkGasKey(protocol, permission, calls);
}

function checkCallPermission(limits: Limits, calls: FunctionCallPermission): Fault {
  if (!isAccountId(calls.receiverId)) {
    const accountId = truncateText(calls.receiverId, SHOWN_ACCOUNT_BYTES);
    return { kind: 'InvalidAccountId', value: { accountId } };
  }
  for (const name of calls.methodNames) {
    const length = Buffer.byteLength(name);
    if (length > limits.maxLengthMethodName) {
      const value = { length, limit: limits.maxLengthMethodName };
      return { kind: 'AddKeyMethodNameLengthExceeded', value };
    }
  }
  const totalNumberOfBytes = methodNamesBytes(calls.methodNames);
  const limit = limits.maxNumberBytesMethodNames;
  if (totalNumberOfBytes <= limit) return null;
  return { kind: 'AddKeyMethodNamesNumberOfBytesExceeded', value: { totalNumberOfBytes, limit } };
}

function checkGasKey(
  protocol: Protocol,
  permission: AccessKeyPermission,
  calls: FunctionCallPermission | null,
): Fault {
  const info = gasKeyInfo(permission);
  if (info === null) return null;
  const unsupported = requireFeature(protocol, 'gasKeys');
  if (unsupported !== null) return unsupported;
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
