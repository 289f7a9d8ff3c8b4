// The environment of a contract while it runs in a receipt: the journal of the state, the receipts
// it creates, the validators. Data ids are created here, counted for each action.

import { bytesToUtf8, isUtf8 } from '../../base/bytes/bytes.ts';
import type { Hash } from '../../base/crypto/hash.ts';
import {
  findDataForRead,
  findDataForUpdate,
  removeContractData,
  writeContractData,
} from '../../state/contractData.ts';
import {
  hasYieldedReceipt,
  hasYieldId,
  hasYieldStatus,
  readDataIdOfYield,
  writeYieldIds,
  writeYieldStatus,
} from '../../state/promiseYields.ts';
import type { StateUpdate } from '../../state/stateUpdate.ts';
import type { AccountId } from '../../types/accountId.ts';
import type { Action } from '../../types/action.ts';
import { summarizeStateInit } from '../../types/universalStateInit.ts';
import type {
  External,
  StateInitEntry,
  StateInitEntryResult,
  StoredValue,
  TrieNodeCounts,
} from '../../vm/external.ts';
import type { EpochView } from '../chunkContext.ts';
import type { ActionContext } from '../results/actionResult.ts';
import { createDataId } from '../results/createIds.ts';
import { PromiseReceipts } from '../results/promiseReceipts.ts';

export class RuntimeExternal implements External {
  readonly receipts: PromiseReceipts;
  readonly summarizeStateInit = summarizeStateInit;
  readonly #accountId: AccountId;
  readonly #state: StateUpdate;
  readonly #epoch: EpochView;
  readonly #actionHash: Hash;
  readonly #height: number;
  readonly #proofSizeBefore: number;
  #dataIdCount = 0;

  constructor(context: ActionContext, actionHash: Hash) {
    const { accountId, chunk, proofSizeBefore, state } = context;
    this.receipts = new PromiseReceipts(accountId);
    this.#accountId = accountId;
    this.#state = state;
    this.#epoch = chunk.epoch;
    this.#actionHash = actionHash;
    this.#height = chunk.block.height;
    const { enforcePerReceiptStorageProofLimit } = chunk.protocol.features;
    this.#proofSizeBefore = enforcePerReceiptStorageProofLimit
      ? proofSizeBefore
      : state.trie.proofSize;
  }

  findForUpdate(key: Uint8Array, nodes: TrieNodeCounts): StoredValue | null {
    return findDataForUpdate(this.#state, this.#accountId, key, nodes);
  }

  findForRead(key: Uint8Array): StoredValue | null {
    return findDataForRead(this.#state, this.#accountId, key);
  }

  writeStorage(key: Uint8Array, value: Uint8Array): void {
    writeContractData(this.#state, this.#accountId, key, value);
  }

  removeStorage(key: Uint8Array): void {
    removeContractData(this.#state, this.#accountId, key);
  }

  recordedStorageSize(): number {
    return this.#state.trie.proofSize - this.#proofSizeBefore;
  }

  createActionReceipt(dependencies: readonly number[], receiverId: AccountId): number {
    const dataIds = dependencies.map(() => this.#nextDataId());
    return this.receipts.create(receiverId, dependencies, dataIds);
  }

  createYieldReceipt(): { receiptIndex: number; dataId: Hash } {
    const dataId = this.#nextDataId();
    writeYieldStatus(this.#state, this.#accountId, dataId, 'Yielded');
    return { receiptIndex: this.receipts.createYield(dataId), dataId };
  }

  createYieldReceiptWithId(yieldId: Uint8Array): number | null {
    if (hasYieldId(this.#state, this.#accountId, yieldId)) return null;
    const { receiptIndex, dataId } = this.createYieldReceipt();
    writeYieldIds(this.#state, this.#accountId, yieldId, dataId);
    return receiptIndex;
  }

  resumeYield(dataId: Hash, data: Uint8Array): boolean {
    // Both are looked up in any case: each lookup adds to the state proof.
    const isStored = hasYieldedReceipt(this.#state, this.#accountId, dataId);
    const isKnown = hasYieldStatus(this.#state, this.#accountId, dataId);
    if (!isStored && !isKnown) return false;
    this.receipts.resume(dataId, data);
    writeYieldStatus(this.#state, this.#accountId, dataId, 'ResumeInitiated');
    return true;
  }

  resumeYieldWithId(yieldId: Uint8Array, data: Uint8Array): boolean {
    const dataId = readDataIdOfYield(this.#state, this.#accountId, yieldId);
    return dataId !== null && this.resumeYield(dataId, data);
  }

  receiptReceiver(receiptIndex: number): AccountId {
    return this.receipts.receiverOf(receiptIndex);
  }

  setRefundTo(receiptIndex: number, accountId: AccountId): void {
    this.receipts.setRefundTo(receiptIndex, accountId);
  }

  appendAction(receiptIndex: number, action: Action, gasWeight = 0n): number {
    return this.receipts.append(receiptIndex, action, gasWeight);
  }

  addStateInitEntry(entry: StateInitEntry): StateInitEntryResult {
    return this.receipts.addStateInitEntry(entry);
  }

  decodeMethodName(bytes: Uint8Array): string | null {
    return isUtf8(bytes) ? bytesToUtf8(bytes) : null;
  }

  validatorStake(accountId: AccountId): bigint {
    return this.#epoch.validatorStake(accountId) ?? 0n;
  }

  validatorTotalStake(): bigint {
    return this.#epoch.totalStake();
  }

  #nextDataId(): Hash {
    return createDataId(this.#actionHash, this.#height, this.#dataIdCount++);
  }
}
