// Contract code: an account's own, and global code with the nonce of its last distribution. Running
// code leaves no trace in the state proof; asking for its length or its hash records the path only
// .

import type { Hash } from '../base/crypto/hash.ts';
import { u64 } from '../codec/primitives.ts';
import type { AccountId } from '../types/accountId.ts';
import type { GlobalContractIdentifier } from '../types/globalContract.ts';
import { readRow, writeRow } from './row.ts';
import type { StateReader, StateUpdate } from './stateUpdate.ts';
import {
  contractCodeTrieKey,
  globalContractCodeTrieKey,
  globalContractNonceTrieKey,
} from './trieKey.ts';

export function readContractCode(state: StateReader, id: AccountId): Uint8Array | null {
  return state.get(contractCodeTrieKey(id));
}

/** The code for running it. */
export function peekContractCode(state: StateReader, id: AccountId): Uint8Array | null {
  return state.peek(contractCodeTrieKey(id));
}

export function contractCodeLength(state: StateReader, id: AccountId): number | null {
  return state.valueLength(contractCodeTrieKey(id));
}

export function writeContractCode(state: StateUpdate, id: AccountId, code: Uint8Array): void {
  state.set(contractCodeTrieKey(id), code);
}

export function removeContractCode(state: StateUpdate, id: AccountId): void {
  state.remove(contractCodeTrieKey(id));
}

export function readGlobalCode(
  state: StateReader,
  identifier: GlobalContractIdentifier,
): Uint8Array | null {
  return state.get(globalContractCodeTrieKey(identifier));
}

/** The code for running it. */
export function peekGlobalCode(
  state: StateReader,
  identifier: GlobalContractIdentifier,
): Uint8Array | null {
  return state.peek(globalContractCodeTrieKey(identifier));
}

export function hasGlobalCode(state: StateReader, identifier: GlobalContractIdentifier): boolean {
  return state.has(globalContractCodeTrieKey(identifier));
}

/** The hash of the code that an identifier currently refers to. */
export function globalCodeHash(
  state: Pick<StateUpdate, 'find'>,
  identifier: GlobalContractIdentifier,
): Hash | null {
  return state.find(globalContractCodeTrieKey(identifier))?.hash ?? null;
}

export function writeGlobalCode(
  state: StateUpdate,
  identifier: GlobalContractIdentifier,
  code: Uint8Array,
): void {
  state.set(globalContractCodeTrieKey(identifier), code);
}

/** 0 before the first distribution. */
export function readGlobalNonce(state: StateReader, identifier: GlobalContractIdentifier): bigint {
  return readRow(state, globalContractNonceTrieKey(identifier), u64) ?? 0n;
}

export function writeGlobalNonce(
  state: StateUpdate,
  identifier: GlobalContractIdentifier,
  nonce: bigint,
): void {
  writeRow(state, globalContractNonceTrieKey(identifier), u64, nonce);
}
