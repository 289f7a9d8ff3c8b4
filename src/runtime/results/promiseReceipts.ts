// The receipts that one contract call creates. They can be added to until the call ends; then the
// gas that it left over is shared out among those that asked for a part.

import { assert } from '../../base/assert.ts';
import { compareBytes } from '../../base/bytes/bytes.ts';
import { HASH_ZERO, type Hash } from '../../base/crypto/hash.ts';
import type { Entries } from '../../codec/map.ts';
import type { AccountId } from '../../types/accountId.ts';
import type { Action } from '../../types/action.ts';
import type { ActionReceipt, DataReceipt, DataReceiver, Receipt } from '../../types/receipt.ts';
import type { StateInitEntry, StateInitEntryResult } from '../../vm/external.ts';

/** What is known about a receipt while its creator is still running. */
interface Draft {
  readonly receiverId: AccountId;
  readonly isYield: boolean;
  readonly inputDataIds: readonly Hash[];
  readonly outputDataReceivers: DataReceiver[];
  readonly actions: Action[];
  refundTo: AccountId | null;
}

/** A function call that gets a share of the gas that is left. */
interface WeightedCall {
  readonly receiptIndex: number;
  readonly actionIndex: number;
  readonly weight: bigint;
}

/** What all receipts of a call inherit from the receipt that made it. */
type Inherited = Pick<ActionReceipt, 'signerId' | 'signerPublicKey' | 'gasPrice'>;

export class PromiseReceipts {
  readonly #creatorId: AccountId;
  readonly #drafts: Draft[] = [];
  readonly #resumes: DataReceipt[] = [];
  readonly #weightedCalls: WeightedCall[] = [];

  constructor(creatorId: AccountId) {
    this.#creatorId = creatorId;
  }

  /** A receipt that waits for the result of each dependency, under the data id at its place. */
  create(receiverId: AccountId, dependencies: readonly number[], dataIds: readonly Hash[]): number {
    dependencies.forEach((receiptIndex, i) => {
      const dataId = dataIds[i] as Hash;
      this.#draft(receiptIndex).outputDataReceivers.push({ dataId, receiverId });
    });
    return this.#add(receiverId, dataIds, false);
  }

  /** A receipt to the creator itself that waits until it is resumed with data. */
  createYield(dataId: Hash): number {
    return this.#add(this.#creatorId, [dataId], true);
  }

  resume(dataId: Hash, data: Uint8Array): void {
    this.#resumes.push({ dataId, data });
  }

  receiverOf(receiptIndex: number): AccountId {
    return this.#draft(receiptIndex).receiverId;
  }

  setRefundTo(receiptIndex: number, accountId: AccountId): void {
    this.#draft(receiptIndex).refundTo = accountId;
  }

  /** Returns the position of the action in its receipt. */
  append(receiptIndex: number, action: Action, weight: bigint): number {
    const { actions } = this.#draft(receiptIndex);
    const actionIndex = actions.push(action) - 1;
    if (weight > 0n) this.#weightedCalls.push({ receiptIndex, actionIndex, weight });
    return actionIndex;
  }

  addStateInitEntry(entry: StateInitEntry): StateInitEntryResult {
    const { actions } = this.#draft(entry.receiptIndex);
    const actionIndex = Number(entry.actionIndex);
    const action = actions[actionIndex];
    if (action?.kind !== 'DeterministicStateInit') return 'noSuchAction';
    const { deposit, stateInit } = action.value;
    const { code, data } = stateInit.value;
    const place = findPlace(data, entry.key);
    if (place === null) return 'duplicate';
    const added = data.toSpliced(place, 0, [entry.key, entry.value]);
    actions[actionIndex] = {
      kind: 'DeterministicStateInit',
      value: { deposit, stateInit: { kind: 'V1', value: { code, data: added } } },
    };
    return 'added';
  }

  /**
   * Distributes `unusedGas` by weight, the remainder to the last call; returns what was
   * distributed.
   */
  distributeGas(unusedGas: bigint): bigint {
    const calls = this.#weightedCalls;
    const totalWeight = calls.reduce((total, { weight }) => total + weight, 0n);
    if (totalWeight === 0n || unusedGas === 0n) return 0n;
    const shares = calls.map(({ weight }) => (unusedGas * weight) / totalWeight);
    const remainder = unusedGas - shares.reduce((total, share) => total + share, 0n);
    calls.forEach((call, i) => {
      const isLast = i === calls.length - 1;
      this.#addGas(call, (shares[i] as bigint) + (isLast ? remainder : 0n));
    });
    return unusedGas;
  }

  /** Data ids of the yields, in the order of their creation. */
  yieldDataIds(): readonly Hash[] {
    return this.#drafts.filter(({ isYield }) => isYield).flatMap((draft) => draft.inputDataIds);
  }

  /** The finished receipts, without their ids: those with actions first, then resumed data. */
  finish(inherited: Inherited): readonly Receipt[] {
    const predecessorId = this.#creatorId;
    const actions = this.#drafts.map(({ isYield, receiverId, ...draft }): Receipt => {
      const kind = isYield ? 'PromiseYieldV2' : 'ActionV2';
      const { signerId, signerPublicKey, gasPrice } = inherited;
      const value = { signerId, signerPublicKey, gasPrice, ...draft };
      return { predecessorId, receiverId, receiptId: HASH_ZERO, body: { kind, value } };
    });
    const resumes = this.#resumes.map((value): Receipt => {
      const body = { kind: 'PromiseResume', value } as const;
      return { predecessorId, receiverId: predecessorId, receiptId: HASH_ZERO, body };
    });
    return [...actions, ...resumes];
  }

  #draft(receiptIndex: number): Draft {
    const draft = this.#drafts[receiptIndex];
    assert(draft !== undefined, 'the VM names receipts that it has created');
    return draft;
  }

  #add(receiverId: AccountId, inputDataIds: readonly Hash[], isYield: boolean): number {
    const draft = { receiverId, inputDataIds, isYield, outputDataReceivers: [], actions: [] };
    return this.#drafts.push({ ...draft, refundTo: null }) - 1;
  }

  #addGas({ receiptIndex, actionIndex }: WeightedCall, gas: bigint): void {
    const { actions } = this.#draft(receiptIndex);
    const action = actions[actionIndex];
    assert(action?.kind === 'FunctionCall', 'only function calls have a weight');
    const value = { ...action.value, gas: action.value.gas + gas };
    actions[actionIndex] = { kind: 'FunctionCall', value };
  }
}

/** The position of a new key among sorted entries; null if it exists already. */
function findPlace(entries: Entries<Uint8Array, Uint8Array>, key: Uint8Array): number | null {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const order = compareBytes((entries[middle] as readonly [Uint8Array, Uint8Array])[0], key);
    if (order === 0) return null;
    if (order < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
