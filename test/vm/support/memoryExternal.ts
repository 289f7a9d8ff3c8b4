// An External over plain maps: the state of one account and the receipts of one call. It follows
// the rules that the VM relies on; the test determines the trie node counts.

import {
  bytesKey,
  bytesToUtf8,
  concatBytes,
  isUtf8,
  u64Le,
} from '../../../src/base/bytes/bytes.ts';
import { type Hash, sha256 } from '../../../src/base/crypto/hash.ts';
import type { Action } from '../../../src/types/action.ts';
import { summarizeStateInit } from '../../../src/types/universalStateInit.ts';
import type {
  External,
  StateInitEntry,
  StateInitEntryResult,
  StoredValue,
  TrieNodeCounts,
} from '../../../src/vm/external.ts';

export type CreatedReceipt = {
  readonly receiverId: string;
  readonly inputDataIds: Hash[];
  readonly outputs: { readonly dataId: Hash; readonly receiverId: string }[];
  readonly actions: Action[];
  readonly isYield: boolean;
  refundTo: string | null;
};

export type MemoryExternalOptions = {
  readonly accountId: string;
  readonly actionHash?: Hash;
  readonly blockHeight?: number;
  /** Handed out with the first update, as if it had visited them all. */
  readonly nodes?: TrieNodeCounts;
  readonly stakes?: ReadonlyMap<string, bigint>;
};

type Weighted = { readonly receiptIndex: number; readonly actionIndex: number; weight: bigint };

export class MemoryExternal implements External {
  readonly summarizeStateInit = summarizeStateInit;
  readonly state = new Map<string, Uint8Array>();
  readonly receipts: CreatedReceipt[] = [];
  readonly resumed: { readonly dataId: Hash; readonly data: Uint8Array }[] = [];
  /** Ids of data that yields of the account wait for. */
  readonly pendingYields = new Set<string>();
  readonly yieldIds = new Map<string, Hash>();
  recordedSize = 0;
  readonly #options: MemoryExternalOptions;
  readonly #weights: Weighted[] = [];
  #nodes: TrieNodeCounts;
  #dataCount = 0;

  constructor(options: MemoryExternalOptions) {
    this.#options = options;
    this.#nodes = options.nodes ?? { touched: 0, cached: 0 };
  }

  findForUpdate(key: Uint8Array, nodes: TrieNodeCounts): StoredValue | null {
    nodes.touched += this.#nodes.touched;
    nodes.cached += this.#nodes.cached;
    this.#nodes = { touched: 0, cached: 0 };
    return this.findForRead(key);
  }

  findForRead(key: Uint8Array): StoredValue | null {
    const value = this.state.get(bytesKey(key));
    return value === undefined ? null : { length: value.length, read: () => value };
  }

  writeStorage(key: Uint8Array, value: Uint8Array): void {
    this.state.set(bytesKey(key), value);
  }

  removeStorage(key: Uint8Array): void {
    this.state.delete(bytesKey(key));
  }

  recordedStorageSize(): number {
    return this.recordedSize;
  }

  createActionReceipt(dependencies: readonly number[], receiverId: string): number {
    const inputDataIds = dependencies.map((index) => {
      const dataId = this.#generateDataId();
      this.#receipt(index).outputs.push({ dataId, receiverId });
      return dataId;
    });
    return this.#push(receiverId, inputDataIds, false);
  }

  createYieldReceipt(): { readonly receiptIndex: number; readonly dataId: Hash } {
    const dataId = this.#generateDataId();
    this.pendingYields.add(bytesKey(dataId));
    return { receiptIndex: this.#push(this.#options.accountId, [dataId], true), dataId };
  }

  createYieldReceiptWithId(yieldId: Uint8Array): number | null {
    if (this.yieldIds.has(bytesKey(yieldId))) return null;
    const { receiptIndex, dataId } = this.createYieldReceipt();
    this.yieldIds.set(bytesKey(yieldId), dataId);
    return receiptIndex;
  }

  resumeYield(dataId: Hash, data: Uint8Array): boolean {
    if (!this.pendingYields.has(bytesKey(dataId))) return false;
    this.resumed.push({ dataId, data });
    return true;
  }

  resumeYieldWithId(yieldId: Uint8Array, data: Uint8Array): boolean {
    const dataId = this.yieldIds.get(bytesKey(yieldId));
    return dataId !== undefined && this.resumeYield(dataId, data);
  }

  receiptReceiver(receiptIndex: number): string {
    return this.#receipt(receiptIndex).receiverId;
  }

  setRefundTo(receiptIndex: number, accountId: string): void {
    this.#receipt(receiptIndex).refundTo = accountId;
  }

  appendAction(receiptIndex: number, action: Action, gasWeight = 0n): number {
    const actionIndex = this.#receipt(receiptIndex).actions.push(action) - 1;
    if (gasWeight > 0n) this.#weights.push({ receiptIndex, actionIndex, weight: gasWeight });
    return actionIndex;
  }

  addStateInitEntry(entry: StateInitEntry): StateInitEntryResult {
    const { actions } = this.#receipt(entry.receiptIndex);
    const index = Number(entry.actionIndex);
    const action = actions[index];
    if (action?.kind !== 'DeterministicStateInit') return 'noSuchAction';
    const { stateInit, deposit } = action.value;
    const { code, data } = stateInit.value;
    if (data.some(([key]) => bytesKey(key) === bytesKey(entry.key))) return 'duplicate';
    const extended = { code, data: [...data, [entry.key, entry.value] as const] };
    const value = { stateInit: { kind: 'V1', value: extended } as const, deposit };
    actions[index] = { kind: 'DeterministicStateInit', value };
    return 'added';
  }

  decodeMethodName(bytes: Uint8Array): string | null {
    return isUtf8(bytes) ? bytesToUtf8(bytes) : null;
  }

  validatorStake(accountId: string): bigint {
    return this.#options.stakes?.get(accountId) ?? 0n;
  }

  validatorTotalStake(): bigint {
    return [...(this.#options.stakes?.values() ?? [])].reduce((total, stake) => total + stake, 0n);
  }

  /** Distributes the remaining gas to the calls with a weight, as the runtime does after a call. */
  distributeGas(unused: bigint): void {
    const total = this.#weights.reduce((sum, { weight }) => sum + weight, 0n);
    if (total === 0n || unused === 0n) return;
    let left = unused;
    for (const [index, { receiptIndex, actionIndex, weight }] of this.#weights.entries()) {
      const isLast = index === this.#weights.length - 1;
      const share = isLast ? left : (unused * weight) / total;
      left -= share;
      const { actions } = this.#receipt(receiptIndex);
      const action = actions[actionIndex];
      if (action?.kind !== 'FunctionCall') throw new Error('only calls have weights');
      const value = { ...action.value, gas: action.value.gas + share };
      actions[actionIndex] = { kind: 'FunctionCall', value };
    }
  }

  #push(receiverId: string, inputDataIds: Hash[], isYield: boolean): number {
    const receipt = { receiverId, inputDataIds, outputs: [], actions: [], isYield, refundTo: null };
    return this.receipts.push(receipt) - 1;
  }

  #receipt(index: number): CreatedReceipt {
    const receipt = this.receipts[index];
    if (receipt === undefined) throw new Error(`no receipt ${index}`);
    return receipt;
  }

  #generateDataId(): Hash {
    const { actionHash = new Uint8Array(32), blockHeight = 1 } = this.#options;
    return sha256(concatBytes(actionHash, u64Le(blockHeight), u64Le(this.#dataCount++)));
  }
}
