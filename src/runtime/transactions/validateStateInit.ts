// What the actions that create an account from its state must satisfy. The order of the checks is
// the reference's.

import type { TypeOf } from '../../codec/codec.ts';
import type { Protocol } from '../../params/protocol.ts';
import { type AccountId, isAccountId } from '../../types/accountId.ts';
import type { ActionOf } from '../../types/action.ts';
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

type Fault = ActionsValidationError | null;

export function checkAccountId(accountId: string): Fault {
  return isAccountId(accountId) ? null : { kind: 'InvalidAccountId', value: { accountId } };
}

export function checkIdentifier(identifier: GlobalContractIdentifier): Fault {
  return identifier.kind === 'AccountId' ? checkAccountId(identifier.value) : null;
}

export function checkDeterministicStateInit(
  protocol: Protocol,
  { stateInit }: ActionOf<'DeterministicStateInit'>,
  receiverId: AccountId,
): Fault {
  const fault = checkIdentifier(stateInit.value.code);
  if (fault !== null) return fault;
  const derivedId = deterministicAccountId(stateInit);
  if (derivedId !== receiverId) {
    return { kind: 'InvalidDeterministicStateInitReceiver', value: { receiverId, derivedId } };
  }
  return checkData(protocol, stateInit.value.data, 'Deterministic');
}

export function checkUniversalStateInit(
  protocol: Protocol,
  { stateInit: raw }: ActionOf<'UniversalStateInit'>,
  receiverId: AccountId,
): Fault {
  if (!protocol.features.universalAccounts) {
    const value = { protocolFeature: 'UniversalAccounts', version: protocol.version };
    return { kind: 'UnsupportedProtocolFeature', value };
  }
  const derivedId = universalAccountId(raw);
  if (derivedId !== receiverId) {
    return { kind: 'InvalidUniversalStateInitReceiver', value: { receiverId, derivedId } };
  }
  const stateInit = summarizeStateInit(raw).status === 'ok' ? decodeStateInit(raw) : null;
  if (stateInit === null) return { kind: 'MalformedUniversalStateInit' };
  // An id in the code is valid, or the bytes would not have been decoded.
  return checkData(protocol, stateInit.value.data, 'Universal');
}

function checkData(
  { limits: { maxLengthStorageKey, maxLengthStorageValue } }: Protocol,
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
