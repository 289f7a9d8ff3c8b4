// How many bytes of storage an account pays for. Receipts and data in transit are free.

import type { PublicKey, PublicKeyHandle } from '../base/crypto/keys.ts';
import { encode } from '../codec/codec.ts';
import { globalIdentifierBytes, nonceBytes, storedKeyBytes } from '../params/chargedBytes.ts';
import type { Storage } from '../params/tables/economics.ts';
import { AccessKey, gasKeyInfo } from '../types/accessKey.ts';
import type { AccountContract } from '../types/account.ts';
import type { AccountId } from '../types/accountId.ts';
import { contractCodeLength } from './contractCode.ts';
import type { StateReader } from './stateUpdate.ts';

type Key = PublicKey | PublicKeyHandle;

export function nonceStorageUsage(storage: Storage, key: Key): number {
  return nonceBytes(storedKeyBytes(key)) + storage.numExtraBytesRecord;
}

/** The row of the key alone. */
export function keyRowStorageUsage(storage: Storage, key: Key, accessKey: AccessKey): number {
  return storedKeyBytes(key) + encode(AccessKey, accessKey).length + storage.numExtraBytesRecord;
}

/** The key with all its nonces. */
export function accessKeyStorageUsage(storage: Storage, key: Key, accessKey: AccessKey): number {
  const nonceCount = gasKeyInfo(accessKey.permission)?.numNonces ?? 0;
  return keyRowStorageUsage(storage, key, accessKey) + nonceCount * nonceStorageUsage(storage, key);
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
      return globalIdentifierBytes({ kind: 'CodeHash', value: contract.value });
    case 'GlobalByAccount':
      return globalIdentifierBytes({ kind: 'AccountId', value: contract.value });
  }
}

/** Usage after something was removed; it never falls below zero. */
export function subtractUsage(usage: number, bytes: number): number {
  return Math.max(0, usage - bytes);
}
