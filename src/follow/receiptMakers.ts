// What made a receipt, as far as a follower has seen it: it decides between the two layouts of an
// action receipt. Recent ones are kept; older ones are found through the store.

import { BoundedCache } from '../base/boundedCache.ts';
import { bytesKey } from '../base/bytes.ts';
import type { Hash } from '../base/hash.ts';
import type { ChainReader } from '../chain/chainReader.ts';
import { Column } from '../store/columns.ts';
import type { StoreReader } from '../store/store.ts';
import { type ReceiptView, receiptToView } from '../types/views/receiptView.ts';
import type { ShardMessage } from './blockMessage.ts';
import type { ReceiptOrigin } from './verifyReceipts.ts';

/** Receipts on their way; one that waits longer is looked up. */
const ORIGINS_MAX = 200_000;

export class ReceiptMakers {
  readonly #store: StoreReader;
  readonly #chain: Pick<ChainReader, 'receipt' | 'transaction'>;
  readonly #recent = new BoundedCache<{ readonly origin: ReceiptOrigin }>(ORIGINS_MAX);

  constructor(store: StoreReader, chain: Pick<ChainReader, 'receipt' | 'transaction'>) {
    this.#store = store;
    this.#chain = chain;
  }

  /** Notes what the executions of a block have made. */
  note({ chunk, receiptExecutionOutcomes }: ShardMessage): void {
    for (const { outcome } of chunk?.transactions ?? []) {
      this.#add(outcome.executionOutcome.outcome.receiptIds, 'other');
    }
    for (const { executionOutcome, receipt } of receiptExecutionOutcomes) {
      this.#add(executionOutcome.outcome.receiptIds, originOfChildren(receipt));
    }
  }

  find(receiptId: Hash): ReceiptOrigin {
    const recent = this.#recent.get(bytesKey(receiptId));
    if (recent !== undefined) return recent.origin;
    const parentId = this.#store.get(Column.parent, receiptId);
    if (parentId === undefined) return null;
    const parent = this.#chain.receipt(parentId);
    if (parent !== null) return originOfChildren(receiptToView(parent));
    return this.#chain.transaction(parentId) === null ? null : 'other';
  }

  #add(ids: readonly Hash[], origin: ReceiptOrigin): void {
    for (const id of ids) this.#recent.set(bytesKey(id), { origin }, 1);
  }
}

/** A delegate action makes its receipt itself; beside a call it is not known who made what. */
function originOfChildren({ receipt }: ReceiptView): ReceiptOrigin {
  if (receipt.kind !== 'Action') return null;
  const kinds = new Set<string>(receipt.value.actions.map(({ kind }) => kind));
  if (!kinds.has('Delegate') && !kinds.has('DelegateV2')) return 'contract';
  return kinds.has('FunctionCall') ? null : 'other';
}
