// How many bytes are charged for, in fees and as storage. Transactions (runtime/fees), contracts
// that create promises (vm/host) and storage usage (state) all count with these.

import type { PublicKey, PublicKeyHandle } from '../base/crypto/keys.ts';
import type { AccountId } from '../types/accountId.ts';
import type { GlobalContractIdentifier } from '../types/globalContract.ts';
import { NONCE_VALUE_BYTES } from './constants.ts';
import type { Storage } from './tables/economics.ts';

/** What a gas key adds to the action that adds it: its balance and the number of its nonces. */
export const GAS_KEY_INFO_BYTES = 18;
/** The shortest access key that is a gas key. */
const GAS_KEY_BYTES_MIN = 27;
/** The column and the separator in the trie key of an access key. */
const ACCESS_KEY_PREFIX_BYTES = 2;
/** The index of a nonce is a u16. */
const NONCE_INDEX_BYTES = 2;
const CODE_HASH_BYTES = 32;
/** The number of the key's type and the key, or the hash of a long one. */
const KEY_BYTES = 33;
const SECP256K1_KEY_BYTES = 65;

/** Text, or its bytes in UTF-8. */
type Text = string | Uint8Array;

export function functionCallBytes(methodName: Text, args: Uint8Array): number {
  return Buffer.byteLength(methodName) + args.length;
}

/** The methods that an access key may call. Each name counts as if a zero byte ended it. */
export function methodNamesBytes(names: readonly Text[]): number {
  return names.reduce((total, name) => total + Buffer.byteLength(name) + 1, 0);
}

export function dataEntryBytes(key: Uint8Array, value: Uint8Array): number {
  return key.length + value.length;
}

/** A row of contract data in the state. */
export function dataRowBytes(storage: Storage, key: Uint8Array, value: Uint8Array): number {
  return dataEntryBytes(key, value) + storage.numExtraBytesRecord;
}

export function globalIdentifierBytes(identifier: GlobalContractIdentifier): number {
  return identifier.kind === 'CodeHash' ? CODE_HASH_BYTES : Buffer.byteLength(identifier.value);
}

/** The bytes of a key in transactions and receipts: the number of its type and the key. */
export function encodedKeyBytes({ data }: PublicKey): number {
  return 1 + data.length;
}

/** The bytes of a key as stored in the state, where a long key is replaced by its hash. */
export function storedKeyBytes({ type }: PublicKey | PublicKeyHandle): number {
  return type === 'secp256k1' ? SECP256K1_KEY_BYTES : KEY_BYTES;
}

/** The row of a gas key. Contracts pay for keys in full length, transactions as they are stored. */
export function gasKeyRowBytes(id: AccountId, keyBytes: number): number {
  return ACCESS_KEY_PREFIX_BYTES + id.length + keyBytes + GAS_KEY_BYTES_MIN;
}

/** The row of one nonce of a gas key. */
export function nonceRowBytes(id: AccountId, keyBytes: number): number {
  return ACCESS_KEY_PREFIX_BYTES + id.length + nonceBytes(keyBytes);
}

/** The part of that row that counts as storage. */
export function nonceBytes(keyBytes: number): number {
  return keyBytes + NONCE_INDEX_BYTES + NONCE_VALUE_BYTES;
}
