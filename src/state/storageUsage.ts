// How many bytes of storage an account pays for. Receipts and data in transit are free.

import type { PublicKey, PublicKeyHandle } from '../base/crypto/keys.ts';
import { encode } from '../codec/codec.ts';
import { NONCE_VALUE_BYTES } from '../params/constants.ts';
import type { Storage } from '../params/economics.ts';
import { AccessKey, gasKeyInfo } from '../types/accessKey.ts';
import type { AccountContract } from '../types/account.ts';
import type { AccountId } from '../types/accountId.ts';
import type { GlobalContractIdentifier } from '../types/globalContract.ts';
import { contractCodeLength } from './contractCode.ts';
import type { StateReader } from './stateUpdate.ts';

/** The index of a nonce is a u16. */
export const NONCE_INDEX_BYTES = 2;
const CODE_HASH_BYTES = 32;
/** The number of the key's type and the key, or the hash of a long one. */
const KEY_BYTES = 33;
const SECP256K1_KEY_BYTES = 65;

type Key = PublicKey | PublicKeyHandle;

/** The bytes of a key as stored in the state, where a long key is replaced by its hash. */
export function storedKeyLength({ type }: Key): number {
  return type === 'secp256k1' ? SECP256K1_KEY_BYTES : KEY_BYTES;
}

export function nonceStorageUsage(storage: Storage, key: Key): number {
  return storedKeyLength(key) + NONCE_INDEX_BYTES + NONCE_VALUE_BYTES + storage.numExtraBytesRecord;
}

/** The row of the key alone. */
export function keyRowStorageUsage(storage: Storage, key: Key, accessKey: AccessKey): number {
  return storedKeyLength(key) + encode(AccessKey, accessKey).length + storage.numExtraBytesRecord;
}

/** The key with all its nonces. */
export function accessKeyStorageUsage(storage: Storage, key: Key, accessKey: AccessKey): number {
  const nonceCount = gasKeyInfo(accessKey.permission)?.numNonces ?? 0;
  return keyRowStorageUsage(storage, key, accessKey) + nonceCount * nonceStorageUsage(storage, key);
}

export function contractDataStorageUsage(
  storage: Storage,
  key: Uint8Array,
  value: Uint8Array,
): number {
  return key.length + value.length + storage.numExtraBytesRecord;
}

/** What an account pays for its contract: for code of its own all of it. */
export function contractStorageUsage(
  state: StateReader,
  id: AccountId,
  contract: AccountContract,
): number {
  switch (contract.kind) {
    case 'None':
      return 0;
    case 'Local':
      return contractCodeLength(state, id) ?? 0;
    case 'Global':
      return CODE_HASH_BYTES;
    case 'GlobalByAccount':
      return contract.value.length;
  }
}

/** An account that uses global code pays for naming it. */
export function globalIdentifierStorageUsage(identifier: GlobalContractIdentifier): number {
  return identifier.kind === 'CodeHash' ? CODE_HASH_BYTES : Buffer.byteLength(identifier.value);
}

/** Usage after something was removed; it never falls below zero. */
export function subtractUsage(usage: number, bytes: number): number {
  return Math.max(0, usage - bytes);
}
