// Access keys, and the additional nonce rows of a gas key.

import type { PublicKeyHandle } from '../base/crypto/keys.ts';
import { u64 } from '../codec/primitives.ts';
import { AccessKey } from '../types/accessKey.ts';
import type { AccountId } from '../types/accountId.ts';
import { parseTrieKey } from './parseTrieKey.ts';
import { readRow, writeRow } from './row.ts';
import type { StateReader, StateUpdate } from './stateUpdate.ts';
import { accessKeysTriePrefix, accessKeyTrieKey, gasKeyNonceTrieKey } from './trieKey.ts';

export function readAccessKey(
  state: StateReader,
  id: AccountId,
  key: PublicKeyHandle,
): AccessKey | null {
  return readRow(state, accessKeyTrieKey(id, key), AccessKey);
}

export function writeAccessKey(
  state: StateUpdate,
  id: AccountId,
  key: PublicKeyHandle,
  accessKey: AccessKey,
): void {
  writeRow(state, accessKeyTrieKey(id, key), AccessKey, accessKey);
}

export function removeAccessKey(state: StateUpdate, id: AccountId, key: PublicKeyHandle): void {
  state.remove(accessKeyTrieKey(id, key));
}

/** All keys of an account in the order of their bytes; the nonces of gas keys are passed over. */
export function listAccessKeys(
  state: StateReader,
  id: AccountId,
): { publicKey: PublicKeyHandle; accessKey: AccessKey }[] {
  const listed: { publicKey: PublicKeyHandle; accessKey: AccessKey }[] = [];
  for (const trieKey of state.keysWithPrefix(accessKeysTriePrefix(id))) {
    const parsed = parseTrieKey(trieKey);
    if (parsed.kind !== 'AccessKey') continue;
    const accessKey = readRow(state, trieKey, AccessKey);
    if (accessKey !== null) listed.push({ publicKey: parsed.publicKey, accessKey });
  }
  return listed;
}

/** Which of a gas key's nonces is meant. */
export interface GasKeyNonceId {
  readonly accountId: AccountId;
  readonly publicKey: PublicKeyHandle;
  readonly index: number;
}

function nonceTrieKey({ accountId, publicKey, index }: GasKeyNonceId): Uint8Array {
  return gasKeyNonceTrieKey(accountId, publicKey, index);
}

export function readGasKeyNonce(state: StateReader, id: GasKeyNonceId): bigint | null {
  return readRow(state, nonceTrieKey(id), u64);
}

export function writeGasKeyNonce(state: StateUpdate, id: GasKeyNonceId, nonce: bigint): void {
  writeRow(state, nonceTrieKey(id), u64, nonce);
}

export function removeGasKeyNonce(state: StateUpdate, id: GasKeyNonceId): void {
  state.remove(nonceTrieKey(id));
}
