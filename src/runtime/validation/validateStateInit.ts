// What the actions that create an account from its state must satisfy. The order of the checks is
// the reference's.

import type { TypeOf } from '../../codec/codec.ts';
import type { Limits } from '../../params/tables/limits.ts';
import { type AccountId, isAccountId } from '../../types/accountId.ts';
import type { Action, ActionOf } from '../../types/action.ts';
import {
  deterministicAccountId,
  type GlobalContractIdentifier,
  type StateData,
} from '../../types/globalContract.ts';
import type { ActionsValidationError } from '../../types/transactionErrors.ts';
import {
  decodeStateInit,
  summarizeStateInit,
  universalAccountId,
} from '../../types/universalStateInit.ts';
import { delegatedPart } from '../fees/delegated.ts';

type Fault = ActionsValidationError | null;

/** The entries and keys of all state inits of a receipt, delegated ones included. */
export function checkStateInitCounts(limits: Limits, actions: readonly Action[]): Fault {
  const { entryCount, keyCount } = countStateInits(actions);
  if (entryCount > limits.maxStateInitEntries) {
    const value = { numberOfEntries: entryCount, limit: limits.maxStateInitEntries };
    return { kind: 'TotalNumberOfStateInitEntriesExceeded', value };
  }
  if (keyCount <= limits.maxUniversalStateInitKeys) return null;
  const value = { numberOfKeys: keyCount, limit: limits.maxUniversalStateInitKeys };
  return { kind: 'TotalNumberOfStateInitKeysExceeded', value };
}

interface StateInitCounts {
  readonly entryCount: number;
  readonly keyCount: number;
}

function countStateInits(actions: readonly Action[]): StateInitCounts {
  let entryCount = 0;
  let keyCount = 0;
  for (const action of actions) {
    const counts = countInAction(action);
    entryCount += counts.entryCount;
    keyCount += counts.keyCount;
  }
  return { entryCount, keyCount };
}

function countInAction(action: Action): StateInitCounts {
  switch (action.kind) {
    case 'DeterministicStateInit':
      return { entryCount: action.value.stateInit.value.data.length, keyCount: 0 };
    case 'UniversalStateInit':
      return summarizeStateInit(action.value.stateInit);
    default:
      return countStateInits(delegatedPart(action)?.actions ?? []);
  }
}

export function checkAccountId(accountId: string): Fault {
  return isAccountId(accountId) ? null : { kind: 'InvalidAccountId', value: { accountId } };
}

export function checkIdentifier(identifier: GlobalContractIdentifier): Fault {
  return identifier.kind === 'AccountId' ? checkAccountId(identifier.value) : null;
}

export function checkDeterministicStateInit(
  limits: Limits,
  { stateInit }: ActionOf<'DeterministicStateInit'>,
  receiverId: AccountId,
): Fault {
  const fault = checkIdentifier(stateInit.value.code);
  if (fault !== null) return fault;
  const derivedId = deterministicAccountId(stateInit);
  if (derivedId !== receiverId) {
    return { kind: 'InvalidDeterministicStateInitReceiver', value: { receiverId, derivedId } };
  }
  return checkData(limits, stateInit.value.data, 'Deterministic');
}

export function checkUniversalStateInit(
  limits: Limits,
  { stateInit: raw }: ActionOf<'UniversalStateInit'>,
  receiverId: AccountId,
): Fault {
  const derivedId = universalAccountId(raw);
  if (derivedId !== receiverId) {
    return { kind: 'InvalidUniversalStateInitReceiver', value: { receiverId, derivedId } };
  }
  const stateInit = summarizeStateInit(raw).status === 'ok' ? decodeStateInit(raw) : null;
  if (stateInit === null) return { kind: 'MalformedUniversalStateInit' };
  // An id in the code is valid, or the bytes would not have been decoded.
  return checkData(limits, stateInit.value.data, 'Universal');
}

function checkData(
  { maxLengthStorageKey, maxLengthStorageValue }: Limits,
  data: TypeOf<typeof StateData>,
  kind: 'Deterministic' | 'Universal',
): Fault {
  for (const [key, value] of data) {
    if (key.length > maxLengthStorageKey) {
      const lengths = { length: key.length, limit: maxLengthStorageKey };
      return { kind: `${kind}StateInitKeyLengthExceeded`, value: lengths };
    }
    if (value.length > maxLengthStorageValue) {
      const lengths = { length: value.length, limit: maxLengthStorageValue };
      return { kind: `${kind}StateInitValueLengthExceeded`, value: lengths };
    }
  }
  return null;
}
