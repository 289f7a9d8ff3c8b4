// The External of a single call without a chain, as the reference's VM has it for its own tests:
// storage is a map without trie nodes, so that replaced and removed values cost nothing; requests
// are listed in their order, and the index of a receipt or an action is its place in that list.

import {
  bytesKey,
  bytesToBase64,
  bytesToHex,
  hexToBytes,
  u64Le,
} from '../../../src/base/bytes/bytes.ts';
import { formatHash, type Hash, sha256 } from '../../../src/base/crypto/hash.ts';
import type { JsonObject, JsonValue } from '../../../src/base/json/exactJson.ts';
import type { Action } from '../../../src/types/action.ts';
import type {
  External,
  StateInitEntry,
  StateInitEntryResult,
  StateInitSummary,
  StoredValue,
} from '../../../src/vm/external.ts';
import { describeAction, type OracleRequest } from './oracleRequest.ts';

/** An error of the node instead of an outcome, in its Debug form. */
export class NodeFailure extends Error {}

/** What a row adds to the storage usage of its account, besides its key and value. */
const ROW_BYTES = 40;

export class OracleExternal implements External {
  /** Values by the hex of their keys. */
  readonly storage: Map<string, Uint8Array>;
  readonly #accountId: string;
  readonly #requests: OracleRequest[] = [];
  #usage: number;
  #dataCount = 0;

  constructor(accountId: string, storage: Map<string, Uint8Array>, usage: number) {
    this.#accountId = accountId;
    this.storage = storage;
    this.#usage = usage;
  }

  /** The requests as the reference's serde prints them. */
  requests(): JsonValue[] {
    return this.#requests.map(({ name, fields }) => ({ [name]: fields }));
  }

  findForUpdate(key: Uint8Array): StoredValue | null {
    const value = this.storage.get(bytesToHex(key));
    return value === undefined ? null : { length: 0, read: () => value };
  }

  findForRead(key: Uint8Array): StoredValue | null {
    const value = this.storage.get(bytesToHex(key));
    return value === undefined ? null : { length: value.length, read: () => value };
  }

  writeStorage(key: Uint8Array, value: Uint8Array): void {
    const name = bytesToHex(key);
    const old = this.storage.get(name);
    this.storage.set(name, value);
    if (old === undefined) this.#usage += key.length + value.length + ROW_BYTES;
    else this.#release(old.length, value.length);
  }

  removeStorage(key: Uint8Array): void {
    const name = bytesToHex(key);
    const old = this.storage.get(name);
    this.storage.delete(name);
    if (old !== undefined) this.#release(key.length + old.length + ROW_BYTES, 0);
  }

  recordedStorageSize(): number {
    return 0;
  }

  createActionReceipt(dependencies: readonly number[], receiverId: string): number {
    return this.#push('CreateReceipt', {
      receipt_indices: [...dependencies],
      receiver_id: receiverId,
    });
  }

  createYieldReceipt(): { readonly receiptIndex: number; readonly dataId: Hash } {
    return this.#createYield(null);
  }

  createYieldReceiptWithId(yieldId: Uint8Array): number | null {
    if (this.#findYield('yield_id', yieldId) !== undefined) return null;
    return this.#createYield(formatHash(yieldId)).receiptIndex;
  }

  resumeYield(dataId: Hash, data: Uint8Array): boolean {
    this.#push('YieldResume', { data_id: formatHash(dataId), data: [...data] });
    return this.#findYield('data_id', dataId) !== undefined;
  }

  resumeYieldWithId(yieldId: Uint8Array, data: Uint8Array): boolean {
    const found = this.#findYield('yield_id', yieldId);
    if (found === undefined) return false;
    this.#push('YieldResume', { data_id: found.fields.data_id as string, data: [...data] });
    return true;
  }

  receiptReceiver(receiptIndex: number): string {
    return this.#requests[receiptIndex]?.fields.receiver_id as string;
  }

  setRefundTo(receiptIndex: number, accountId: string): void {
    this.#push('SetRefundTo', { receipt_index: receiptIndex, refund_to: accountId });
  }

  appendAction(receiptIndex: number, action: Action, gasWeight = 0n): number {
    const { name, fields } = describeAction(action, gasWeight);
    return this.#push(name, { receipt_index: receiptIndex, ...fields });
  }

  addStateInitEntry({
    receiptIndex,
    actionIndex,
    key,
    value,
  }: StateInitEntry): StateInitEntryResult {
    const request = this.#requests[Number(actionIndex)];
    if (request?.name !== 'DeterministicStateInit') return 'noSuchAction';
    if (request.fields.receipt_index !== receiptIndex) return 'noSuchAction';
    const { V1 } = request.fields.state_init as { V1: { data: JsonObject } };
    const name = bytesToBase64(key);
    const isDuplicate = name in V1.data;
    V1.data[name] = bytesToBase64(value);
    return isDuplicate ? 'duplicate' : 'added';
  }

  validatorStake(): bigint {
    return 0n;
  }

  validatorTotalStake(): bigint {
    return 0n;
  }

  /** Any bytes are valid, and nothing in them is counted. */
  summarizeStateInit(): StateInitSummary {
    return { status: 'ok', entryCount: 0, keyCount: 0 };
  }

  /** Any bytes are a name, one character each: see `describeAction`. */
  decodeMethodName(bytes: Uint8Array): string {
    return bytesKey(bytes);
  }

  #push(name: string, fields: JsonObject): number {
    return this.#requests.push({ name, fields }) - 1;
  }

  #createYield(yieldId: string | null): { receiptIndex: number; dataId: Hash } {
    const dataId = sha256(u64Le(this.#dataCount++));
    const fields = { data_id: formatHash(dataId), receiver_id: this.#accountId, yield_id: yieldId };
    return { receiptIndex: this.#push('YieldCreate', fields), dataId };
  }

  #findYield(field: 'data_id' | 'yield_id', id: Uint8Array): OracleRequest | undefined {
    const text = formatHash(id);
    return this.#requests.find(({ name, fields }) => {
      return name === 'YieldCreate' && fields[field] === text;
    });
  }

  /** The reference checks each step; the VM does not let the usage fall below zero. */
  #release(removed: number, added: number): void {
    if (removed > this.#usage) throw new NodeFailure('InconsistentStateError(IntegerOverflow)');
    this.#usage += added - removed;
  }
}

export function readStorage(rows: JsonValue | undefined): Map<string, Uint8Array> {
  const entries = Object.entries((rows ?? {}) as Record<string, string>);
  return new Map(entries.map(([key, value]) => [bytesToHex(hexToBytes(key)), hexToBytes(value)]));
}
