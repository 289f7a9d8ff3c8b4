// The keys of the state trie. Each key is one column byte and what names the row in it; integers
// are little endian. Parsing them back is in `parseTrieKey.ts`.

import { concatBytes, u16Le, u64Le, utf8ToBytes } from '../base/bytes/bytes.ts';
import type { Hash } from '../base/crypto/hash.ts';
import type { PublicKeyHandle } from '../base/crypto/keys.ts';
import { encode } from '../codec/codec.ts';
import type { AccountId } from '../types/accountId.ts';
import { GlobalContractIdentifier } from '../types/globalContract.ts';
import { publicKeyHandle } from '../types/primitives.ts';

/** The numbers 8 and 21 are taken by rows that share the column of another kind. */
export const TRIE_COLUMN = {
  account: 0x00,
  contractCode: 0x01,
  accessKey: 0x02,
  receivedData: 0x03,
  postponedReceiptId: 0x04,
  pendingDataCount: 0x05,
  postponedReceipt: 0x06,
  delayedReceipt: 0x07,
  contractData: 0x09,
  promiseYieldIndices: 0x0a,
  promiseYieldTimeout: 0x0b,
  promiseYieldReceipt: 0x0c,
  bufferedReceiptIndices: 0x0d,
  bufferedReceipt: 0x0e,
  bandwidthSchedulerState: 0x0f,
  receiptGroupQueue: 0x10,
  receiptGroup: 0x11,
  globalContractCode: 0x12,
  globalContractNonce: 0x13,
  promiseYieldStatus: 0x14,
  yieldIdToDataId: 0x16,
  dataIdToYieldId: 0x17,
} as const;

type TrieColumn = (typeof TRIE_COLUMN)[keyof typeof TRIE_COLUMN];

/** Between an account and what follows it; no account id contains it. */
export const SEPARATOR = 0x2c;

/** Between an account and its public key stands the column's own number once more. */
export const ACCESS_KEY_SEPARATOR = TRIE_COLUMN.accessKey;

const NO_BYTES = new Uint8Array(0);

function ofColumn(column: TrieColumn, rest: Uint8Array = NO_BYTES): Uint8Array {
  const key = new Uint8Array(1 + rest.length);
  key[0] = column;
  key.set(rest, 1);
  return key;
}

function ofAccount(
  column: TrieColumn,
  id: AccountId,
  rest: Uint8Array,
  separator: number = SEPARATOR,
): Uint8Array {
  const account = utf8ToBytes(id);
  const key = new Uint8Array(2 + account.length + rest.length);
  key[0] = column;
  key.set(account, 1);
  key[1 + account.length] = separator;
  key.set(rest, 2 + account.length);
  return key;
}

export function accountTrieKey(id: AccountId): Uint8Array {
  return ofColumn(TRIE_COLUMN.account, utf8ToBytes(id));
}

export function contractCodeTrieKey(id: AccountId): Uint8Array {
  return ofColumn(TRIE_COLUMN.contractCode, utf8ToBytes(id));
}

/** What all access keys of an account, and the nonces of its gas keys, begin with. */
export function accessKeysTriePrefix(id: AccountId): Uint8Array {
  return ofAccount(TRIE_COLUMN.accessKey, id, NO_BYTES, ACCESS_KEY_SEPARATOR);
}

export function accessKeyTrieKey(id: AccountId, key: PublicKeyHandle): Uint8Array {
  const handle = encode(publicKeyHandle, key);
  return ofAccount(TRIE_COLUMN.accessKey, id, handle, ACCESS_KEY_SEPARATOR);
}

export function gasKeyNonceTrieKey(id: AccountId, key: PublicKeyHandle, index: number): Uint8Array {
  return concatBytes(accessKeyTrieKey(id, key), u16Le(index));
}

export function receivedDataTrieKey(id: AccountId, dataId: Hash): Uint8Array {
  return ofAccount(TRIE_COLUMN.receivedData, id, dataId);
}

export function postponedReceiptIdTrieKey(id: AccountId, dataId: Hash): Uint8Array {
  return ofAccount(TRIE_COLUMN.postponedReceiptId, id, dataId);
}

export function pendingDataCountTrieKey(id: AccountId, receiptId: Hash): Uint8Array {
  return ofAccount(TRIE_COLUMN.pendingDataCount, id, receiptId);
}

export function postponedReceiptTrieKey(id: AccountId, receiptId: Hash): Uint8Array {
  return ofAccount(TRIE_COLUMN.postponedReceipt, id, receiptId);
}

export function delayedReceiptIndicesTrieKey(): Uint8Array {
  return ofColumn(TRIE_COLUMN.delayedReceipt);
}

export function delayedReceiptTrieKey(index: number): Uint8Array {
  return ofColumn(TRIE_COLUMN.delayedReceipt, u64Le(index));
}

/** A contract's own key, or what several of them begin with. */
export function contractDataTrieKey(id: AccountId, key: Uint8Array): Uint8Array {
  return ofAccount(TRIE_COLUMN.contractData, id, key);
}

export function promiseYieldIndicesTrieKey(): Uint8Array {
  return ofColumn(TRIE_COLUMN.promiseYieldIndices);
}

export function promiseYieldTimeoutTrieKey(index: number): Uint8Array {
  return ofColumn(TRIE_COLUMN.promiseYieldTimeout, u64Le(index));
}

export function promiseYieldReceiptTrieKey(id: AccountId, dataId: Hash): Uint8Array {
  return ofAccount(TRIE_COLUMN.promiseYieldReceipt, id, dataId);
}

export function bufferedReceiptIndicesTrieKey(): Uint8Array {
  return ofColumn(TRIE_COLUMN.bufferedReceiptIndices);
}

/** Here a shard takes two bytes; in the rows of receipt groups it takes eight. */
export function bufferedReceiptTrieKey(shardId: number, index: number): Uint8Array {
  return ofColumn(TRIE_COLUMN.bufferedReceipt, concatBytes(u16Le(shardId), u64Le(index)));
}

export function bandwidthSchedulerStateTrieKey(): Uint8Array {
  return ofColumn(TRIE_COLUMN.bandwidthSchedulerState);
}

export function receiptGroupQueueTrieKey(shardId: number): Uint8Array {
  return ofColumn(TRIE_COLUMN.receiptGroupQueue, u64Le(shardId));
}

export function receiptGroupTrieKey(shardId: number, index: number): Uint8Array {
  return ofColumn(TRIE_COLUMN.receiptGroup, concatBytes(u64Le(shardId), u64Le(index)));
}

export function globalContractCodeTrieKey(id: GlobalContractIdentifier): Uint8Array {
  return ofColumn(TRIE_COLUMN.globalContractCode, encode(GlobalContractIdentifier, id));
}

export function globalContractNonceTrieKey(id: GlobalContractIdentifier): Uint8Array {
  return ofColumn(TRIE_COLUMN.globalContractNonce, encode(GlobalContractIdentifier, id));
}

export function promiseYieldStatusTrieKey(id: AccountId, dataId: Hash): Uint8Array {
  return ofAccount(TRIE_COLUMN.promiseYieldStatus, id, dataId);
}

export function yieldIdToDataIdTrieKey(id: AccountId, yieldId: Uint8Array): Uint8Array {
  return ofAccount(TRIE_COLUMN.yieldIdToDataId, id, yieldId);
}

export function dataIdToYieldIdTrieKey(id: AccountId, dataId: Hash): Uint8Array {
  return ofAccount(TRIE_COLUMN.dataIdToYieldId, id, dataId);
}
