// Trie keys read back: what a change in the state was a change of. A key that this node did not
// write itself may be anything, so all that is not exactly a key gives a typed error.

import { bytesToUtf8 } from '../base/bytes/bytes.ts';
import { HASH_LENGTH, type Hash } from '../base/crypto/hash.ts';
import type { PublicKeyHandle } from '../base/crypto/keys.ts';
import { PerigeeError } from '../base/errors.ts';
import { BorshError, BorshReader } from '../codec/borsh.ts';
import { decode } from '../codec/codec.ts';
import { type AccountId, isAccountId } from '../types/accountId.ts';
import { GlobalContractIdentifier } from '../types/globalContract.ts';
import { publicKeyHandle } from '../types/primitives.ts';
import { ACCESS_KEY_SEPARATOR, SEPARATOR, TRIE_COLUMN } from './trieKey.ts';

type TrieKeyErrorInfo = { readonly code: 'trie_key' };

class TrieKeyError extends PerigeeError<TrieKeyErrorInfo> {
  constructor(message: string) {
    super({ code: 'trie_key' }, message);
  }
}

type OfAccount<Kind extends string> = { readonly kind: Kind; readonly accountId: AccountId };
type OfData<Kind extends string> = OfAccount<Kind> & { readonly dataId: Hash };
type OfReceipt<Kind extends string> = OfAccount<Kind> & { readonly receiptId: Hash };
type Indexed<Kind extends string> = { readonly kind: Kind; readonly index: bigint };
type OfShard<Kind extends string> = { readonly kind: Kind; readonly shardId: bigint };
type OfGlobal<Kind extends string> = {
  readonly kind: Kind;
  readonly identifier: GlobalContractIdentifier;
};

export type TrieKey =
  | OfAccount<'Account'>
  | OfAccount<'ContractCode'>
  | (OfAccount<'AccessKey'> & { readonly publicKey: PublicKeyHandle })
  | (OfAccount<'GasKeyNonce'> & { readonly publicKey: PublicKeyHandle; readonly index: number })
  | (OfAccount<'ContractData'> & { readonly key: Uint8Array })
  | OfData<'ReceivedData'>
  | OfData<'PostponedReceiptId'>
  | OfReceipt<'PendingDataCount'>
  | OfReceipt<'PostponedReceipt'>
  | { readonly kind: 'DelayedReceiptIndices' }
  | Indexed<'DelayedReceipt'>
  | { readonly kind: 'PromiseYieldIndices' }
  | Indexed<'PromiseYieldTimeout'>
  | OfData<'PromiseYieldReceipt'>
  | OfData<'PromiseYieldStatus'>
  | (OfAccount<'YieldIdToDataId'> & { readonly yieldId: Uint8Array })
  | OfData<'DataIdToYieldId'>
  | { readonly kind: 'BufferedReceiptIndices' }
  | (OfShard<'BufferedReceipt'> & { readonly index: bigint })
  | { readonly kind: 'BandwidthSchedulerState' }
  | OfShard<'ReceiptGroupQueue'>
  | (OfShard<'ReceiptGroup'> & { readonly index: bigint })
  | OfGlobal<'GlobalContractCode'>
  | OfGlobal<'GlobalContractNonce'>;

export function parseTrieKey(key: Uint8Array): TrieKey {
  try {
    return parseColumn(key[0], key.subarray(1));
  } catch (error) {
    if (error instanceof BorshError) throw new TrieKeyError(`not a trie key: ${error.message}`);
    throw error;
  }
}

/** Whether the key is a nonce of a gas key, which shares its column with the keys themselves. */
export function isGasKeyNonceTrieKey(key: Uint8Array): boolean {
  return key[0] === TRIE_COLUMN.accessKey && parseTrieKey(key).kind === 'GasKeyNonce';
}

function parseColumn(column: number | undefined, rest: Uint8Array): TrieKey {
  switch (column) {
    case TRIE_COLUMN.account:
      return { kind: 'Account', accountId: parseAccount(rest) };
    case TRIE_COLUMN.contractCode:
      return { kind: 'ContractCode', accountId: parseAccount(rest) };
    case TRIE_COLUMN.accessKey:
      return parseAccessKey(rest);
    case TRIE_COLUMN.contractData: {
      const { accountId, tail } = splitAccount(rest, SEPARATOR);
      return { kind: 'ContractData', accountId, key: tail };
    }
    case TRIE_COLUMN.receivedData:
      return { kind: 'ReceivedData', ...parseDataId(rest) };
    case TRIE_COLUMN.postponedReceiptId:
      return { kind: 'PostponedReceiptId', ...parseDataId(rest) };
    case TRIE_COLUMN.pendingDataCount:
      return { kind: 'PendingDataCount', ...parseReceiptId(rest) };
    case TRIE_COLUMN.postponedReceipt:
      return { kind: 'PostponedReceipt', ...parseReceiptId(rest) };
    case TRIE_COLUMN.promiseYieldReceipt:
      return { kind: 'PromiseYieldReceipt', ...parseDataId(rest) };
    case TRIE_COLUMN.promiseYieldStatus:
      return { kind: 'PromiseYieldStatus', ...parseDataId(rest) };
    case TRIE_COLUMN.yieldIdToDataId: {
      const { accountId, tail } = splitAccount(rest, SEPARATOR);
      return { kind: 'YieldIdToDataId', accountId, yieldId: tail };
    }
    case TRIE_COLUMN.dataIdToYieldId:
      return { kind: 'DataIdToYieldId', ...parseDataId(rest) };
    case TRIE_COLUMN.globalContractCode:
      return { kind: 'GlobalContractCode', identifier: decode(GlobalContractIdentifier, rest) };
    case TRIE_COLUMN.globalContractNonce:
      return { kind: 'GlobalContractNonce', identifier: decode(GlobalContractIdentifier, rest) };
    default:
      return parseBookkeeping(column, rest);
  }
}

/** The rows that belong to the shard and not to an account. */
function parseBookkeeping(column: number | undefined, rest: Uint8Array): TrieKey {
  const reader = new BorshReader(rest);
  const key = readBookkeeping(column, reader);
  reader.end();
  return key;
}

function readBookkeeping(column: number | undefined, reader: BorshReader): TrieKey {
  switch (column) {
    case TRIE_COLUMN.delayedReceipt:
      if (reader.remaining === 0) return { kind: 'DelayedReceiptIndices' };
      return { kind: 'DelayedReceipt', index: reader.u64() };
    case TRIE_COLUMN.promiseYieldIndices:
      return { kind: 'PromiseYieldIndices' };
    case TRIE_COLUMN.promiseYieldTimeout:
      return { kind: 'PromiseYieldTimeout', index: reader.u64() };
    case TRIE_COLUMN.bufferedReceiptIndices:
      return { kind: 'BufferedReceiptIndices' };
    case TRIE_COLUMN.bufferedReceipt:
      return { kind: 'BufferedReceipt', shardId: BigInt(reader.u16()), index: reader.u64() };
    case TRIE_COLUMN.bandwidthSchedulerState:
      return { kind: 'BandwidthSchedulerState' };
    case TRIE_COLUMN.receiptGroupQueue:
      return { kind: 'ReceiptGroupQueue', shardId: reader.u64() };
    case TRIE_COLUMN.receiptGroup:
      return { kind: 'ReceiptGroup', shardId: reader.u64(), index: reader.u64() };
    default:
      throw new TrieKeyError(`not a trie key: unknown column ${column}`);
  }
}

function parseAccount(bytes: Uint8Array): AccountId {
  const text = bytesToUtf8(bytes);
  if (!isAccountId(text)) throw new TrieKeyError('not a trie key: no account id');
  return text;
}

function splitAccount(rest: Uint8Array, separator: number) {
  const end = rest.indexOf(separator);
  if (end < 0) throw new TrieKeyError('not a trie key: no separator');
  return { accountId: parseAccount(rest.subarray(0, end)), tail: rest.slice(end + 1) };
}

function splitHash(rest: Uint8Array): { accountId: AccountId; hash: Hash } {
  const { accountId, tail } = splitAccount(rest, SEPARATOR);
  if (tail.length !== HASH_LENGTH) throw new TrieKeyError('not a trie key: no hash');
  return { accountId, hash: tail };
}

function parseDataId(rest: Uint8Array): { accountId: AccountId; dataId: Hash } {
  const { accountId, hash } = splitHash(rest);
  return { accountId, dataId: hash };
}

function parseReceiptId(rest: Uint8Array): { accountId: AccountId; receiptId: Hash } {
  const { accountId, hash } = splitHash(rest);
  return { accountId, receiptId: hash };
}

function parseAccessKey(rest: Uint8Array): TrieKey {
  const { accountId, tail } = splitAccount(rest, ACCESS_KEY_SEPARATOR);
  const reader = new BorshReader(tail);
  const publicKey = publicKeyHandle.read(reader);
  if (reader.remaining === 0) return { kind: 'AccessKey', accountId, publicKey };
  const index = reader.u16();
  reader.end();
  return { kind: 'GasKeyNonce', accountId, publicKey, index };
}
