// The rows of a dump that are not records: postponed receipts, yields and global contracts.
// Execution relies on their consistency, so a dump that was edited or damaged is refused here,
// before its rows become part of a state.

import { bytesKey, equalBytes } from '../../base/bytes/bytes.ts';
import { type Hash, sha256 } from '../../base/crypto/hash.ts';
import { decode } from '../../codec/codec.ts';
import { u32, u64 } from '../../codec/primitives.ts';
import type { Protocol } from '../../params/protocol.ts';
import { validateReceipt } from '../../runtime/receipts/validateReceipt.ts';
import { parseTrieKey, type TrieKey } from '../../state/parseTrieKey.ts';
import { PromiseYieldStatus, PromiseYieldTimeout } from '../../state/promiseYields.ts';
import { stateRecordError } from '../../state/stateRecords.ts';
import {
  pendingDataCountTrieKey,
  postponedReceiptIdTrieKey,
  postponedReceiptTrieKey,
  promiseYieldIndicesTrieKey,
  receivedDataTrieKey,
} from '../../state/trieKey.ts';
import { QueueIndices } from '../../state/trieQueue.ts';
import type { AccountId } from '../../types/accountId.ts';
import { hash } from '../../types/primitives.ts';
import { actionReceipt, isPromiseYield, Receipt } from '../../types/receipt.ts';
import type { ShardState } from './shardState.ts';

/** Throws a PerigeeError for rows that cannot be decoded or that contradict each other. */
export function verifyStateRows(protocol: Protocol, { records, rows }: ShardState): void {
  const values = new Map(rows.map(({ key, value }) => [bytesKey(key), value]));
  for (const record of records) {
    if (record.kind !== 'ReceivedData') continue;
    const { accountId, dataId } = record.value;
    values.set(bytesKey(receivedDataTrieKey(accountId, dataId)), new Uint8Array(0));
  }
  const verifier = new RowVerifier(protocol, values);
  for (const { key, value } of rows) verifier.verify(parseTrieKey(key), value);
  verifier.verifyTimeouts();
}

/** Rows that do not refer to others. Kinds that no dump may contain are refused when written. */
const PLAIN_ROWS: { readonly [K in TrieKey['kind']]?: (value: Uint8Array) => unknown } = {
  PromiseYieldStatus: (value) => decode(PromiseYieldStatus, value),
  PromiseYieldIndices: (value) => decode(QueueIndices, value),
  YieldIdToDataId: (value) => decode(hash, value),
  GlobalContractNonce: (value) => decode(u64, value),
};

class RowVerifier {
  readonly #protocol: Protocol;
  /** All rows, by their keys as text. */
  readonly #values: ReadonlyMap<string, Uint8Array>;
  readonly #timeouts = new Set<bigint>();

  constructor(protocol: Protocol, values: ReadonlyMap<string, Uint8Array>) {
    this.#protocol = protocol;
    this.#values = values;
  }

  verify(key: TrieKey, value: Uint8Array): void {
    switch (key.kind) {
      case 'PostponedReceipt':
        this.#verifyPostponed(key, value);
        break;
      case 'PostponedReceiptId':
        this.#verifyWaiting(key, decode(hash, value));
        break;
      case 'PendingDataCount': {
        decode(u32, value);
        const isKnown = this.#has(postponedReceiptTrieKey(key.accountId, key.receiptId));
        require(isKnown, 'a count of missing data has no receipt');
        break;
      }
      case 'PromiseYieldReceipt':
        this.#verifyYielded(key, value);
        break;
      case 'PromiseYieldTimeout':
        decode(PromiseYieldTimeout, value);
        this.#timeouts.add(key.index);
        break;
      case 'DataIdToYieldId':
        require(value.length <=
          this.#protocol.limits.maxLengthStorageKey, 'the id of a yield is too long');
        break;
      case 'GlobalContractCode': {
        const { identifier } = key;
        const isNamed = identifier.kind !== 'CodeHash' || isHashOf(identifier.value, value);
        require(isNamed, 'global code does not have the hash that names it');
        break;
      }
      default:
        PLAIN_ROWS[key.kind]?.(value);
    }
  }

  /** Every index of the queue has a row, and there are no others. */
  verifyTimeouts(): void {
    const row = this.#values.get(bytesKey(promiseYieldIndicesTrieKey()));
    const { first, next } = row === undefined ? { first: 0, next: 0 } : decode(QueueIndices, row);
    const isWhole =
      next - first === this.#timeouts.size &&
      [...this.#timeouts].every((index) => index >= BigInt(first) && index < BigInt(next));
    require(isWhole, 'the queue of timeouts of yields has gaps');
  }

  #verifyPostponed(
    { accountId, receiptId }: { accountId: AccountId; receiptId: Hash },
    value: Uint8Array,
  ): void {
    const receipt = this.#readReceipt(accountId, value);
    const inputs = isPromiseYield(receipt) ? null : actionReceipt(receipt)?.inputDataIds;
    const isNamed = inputs && equalBytes(receipt.receiptId, receiptId);
    require(isNamed, 'a postponed receipt has another id');
    const missing = (inputs ?? []).filter(
      (dataId) => !this.#has(receivedDataTrieKey(accountId, dataId)),
    );
    const isAwaited = missing.every((dataId) => {
      const waiting = this.#values.get(bytesKey(postponedReceiptIdTrieKey(accountId, dataId)));
      return waiting !== undefined && equalBytes(waiting, receiptId);
    });
    const count = this.#values.get(bytesKey(pendingDataCountTrieKey(accountId, receiptId)));
    const isCounted =
      missing.length > 0 && count !== undefined && decode(u32, count) === missing.length;
    require(isAwaited && isCounted, 'a postponed receipt does not match the data it waits for');
  }

  #verifyWaiting(
    { accountId, dataId }: { accountId: AccountId; dataId: Hash },
    receiptId: Hash,
  ): void {
    const value = this.#values.get(bytesKey(postponedReceiptTrieKey(accountId, receiptId)));
    const receipt = value && decode(Receipt, value);
    const inputs = (receipt && actionReceipt(receipt)?.inputDataIds) ?? [];
    const isKnown = inputs.some((input) => equalBytes(input, dataId));
    const isThere = this.#has(receivedDataTrieKey(accountId, dataId));
    require(isKnown && !isThere, 'no receipt waits for data that is marked as awaited');
  }

  #verifyYielded(
    { accountId, dataId }: { accountId: AccountId; dataId: Hash },
    value: Uint8Array,
  ): void {
    const receipt = this.#readReceipt(accountId, value);
    const [input, ...others] = actionReceipt(receipt)?.inputDataIds ?? [];
    const hasInput = input !== undefined && others.length === 0 && equalBytes(input, dataId);
    require(isPromiseYield(receipt) && hasInput, 'a yielded receipt has another input');
  }

  #readReceipt(accountId: AccountId, value: Uint8Array): Receipt {
    const receipt = decode(Receipt, value);
    const fault = validateReceipt(this.#protocol, receipt, 'existing');
    require(fault === null, `a receipt is not valid: ${fault?.kind}`);
    require(receipt.receiverId === accountId, 'a receipt belongs to another account');
    return receipt;
  }

  #has(key: Uint8Array): boolean {
    return this.#values.has(bytesKey(key));
  }
}

function isHashOf(expected: Hash, bytes: Uint8Array): boolean {
  return equalBytes(expected, sha256(bytes));
}

function require(condition: unknown, fault: string): void {
  if (!condition) throw stateRecordError(fault);
}
