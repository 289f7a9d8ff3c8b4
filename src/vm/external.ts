// What a contract may ask of the world outside the VM: the state of its account, the receipts it
// creates, and the validators. The runtime implements it over the journal of one execution.
// The VM charges all gas; an implementation charges none and throws only for faults of the node.
// Everything done through it is undone by the caller when the call fails.

import type { Hash } from '../base/crypto/hash.ts';
import type { Action } from '../types/action.ts';
import type { StateInitSummary as FullSummary } from '../types/universalStateInit.ts';

/**
 * Trie nodes that a lookup visited: `touched` for the first time in the chunk, or `cached`, seen
 * earlier in it. An implementation adds to the counts it is given.
 */
export type TrieNodeCounts = { touched: number; cached: number };

/** A value in the state, found but not read yet: its length is charged for before it is read. */
export type StoredValue = {
  readonly length: number;
  /**
   * Reads the value. Unless it is a pending write of the chunk it counts as one trie node and is
   * added to the recorded storage.
   */
  read(nodes: TrieNodeCounts): Uint8Array;
};

export type External = {
  /**
   * Looks up a contract-data key of the current account before a write or removal: each trie node
   * on the path counts, unless the key has a pending write of the chunk.
   */
  findForUpdate(key: Uint8Array, nodes: TrieNodeCounts): StoredValue | null;
  /** Looks up a key for reading: path nodes are recorded in the state proof, but never counted. */
  findForRead(key: Uint8Array): StoredValue | null;
  writeStorage(key: Uint8Array, value: Uint8Array): void;
  /** Removing an absent key is a pending update too: later lookups of it count no nodes. */
  removeStorage(key: Uint8Array): void;
  /** Upper bound of the bytes added to the state proof since the receipt began; 0 in views. */
  recordedStorageSize(): number;

  /** Creates a receipt that waits for one datum of each of `dependencies`; returns its index. */
  createActionReceipt(dependencies: readonly number[], receiverId: string): number;
  /** Creates a receipt to the current account that waits for a promise_yield_resume. */
  createYieldReceipt(): { readonly receiptIndex: number; readonly dataId: Hash };
  /** The same under an id chosen by the contract; null if that id is still pending. */
  createYieldReceiptWithId(yieldId: Uint8Array): number | null;
  /** Sends data to a yield of the current account; false if there is none with this id. */
  resumeYield(dataId: Hash, data: Uint8Array): boolean;
  resumeYieldWithId(yieldId: Uint8Array, data: Uint8Array): boolean;

  receiptReceiver(receiptIndex: number): string;
  setRefundTo(receiptIndex: number, accountId: string): void;
  /**
   * Appends an action to a receipt of this call and returns its index there. A positive
   * `gasWeight` makes a function call share the gas that is left after the call.
   */
  appendAction(receiptIndex: number, action: Action, gasWeight?: bigint): number;
  /** Adds an entry to a deterministic state init. The action index is a number of the contract. */
  addStateInitEntry(entry: StateInitEntry): StateInitEntryResult;

  /** A method name from a contract; null if it cannot be one. */
  decodeMethodName(bytes: Uint8Array): string | null;

  /** What bytes that should be the state init of a universal account describe. */
  summarizeStateInit(raw: Uint8Array): StateInitSummary;

  /** The stake of a validator of the current epoch; 0 for other accounts. */
  validatorStake(accountId: string): bigint;
  validatorTotalStake(): bigint;
};

export type StateInitSummary = Pick<FullSummary, 'status' | 'entryCount' | 'keyCount'>;

export type StateInitEntry = {
  readonly receiptIndex: number;
  readonly actionIndex: bigint;
  readonly key: Uint8Array;
  readonly value: Uint8Array;
};

/** `noSuchAction`: absent or of another kind. `duplicate`: the key was there already. */
export type StateInitEntryResult = 'added' | 'duplicate' | 'noSuchAction';
