// What created a receipt, as far as a follower has seen it: this decides between the two layouts of
// an action receipt. Recent ones are cached; older ones are found through the store.

import { bytesKey, utf8ToBytes } from '../../base/bytes/bytes.ts';
import type { BoundedCache } from '../../base/collections/boundedCache.ts';
import type { Caches } from '../../base/collections/caches.ts';
import { type Hash, sha256 } from '../../base/crypto/hash.ts';
import { Column } from '../../chain/columns/columns.ts';
import type { ChainReader } from '../../chain/stored/chainReader.ts';
import { delegatedPart } from '../../runtime/fees/delegated.ts';
import type { StoreReader } from '../../store/store.ts';
import type { AccountId } from '../../types/accountId.ts';
import type { Action } from '../../types/action.ts';
import { ActionView, actionToView } from '../../types/views/actionView.ts';
import { type ReceiptView, receiptToView } from '../../types/views/receiptView.ts';
import type { ShardMessage } from '../messages/blockMessage.ts';
import type { ReceiptOrigin } from './verifyReceipts.ts';

/** The size of an entry; a receipt that waits longer than it stays in the cache is looked up. */
const ENTRY_BYTES = 160;

/**
 * What is known about all receipts of one execution; `delegated` is the one that a delegate action
 * created.
 */
type Made = Exclude<ReceiptOrigin, 'either'> | { readonly delegated: string };

type Makers = Pick<ChainReader, 'receipt' | 'receiptParent' | 'transaction'>;

export class ReceiptMakers {
  readonly #store: StoreReader;
  readonly #chain: Makers;
  readonly #recent: BoundedCache<{ readonly made: Made }>;

  constructor(store: StoreReader, chain: Makers, caches: Caches) {
    this.#recent = caches.create('receipt_makers');
    this.#store = store;
    this.#chain = chain;
  }

  /** Records what the executions of a block have created. */
  note({ chunk, receiptExecutionOutcomes }: ShardMessage): void {
    for (const { outcome } of chunk?.transactions ?? []) {
      this.#add(outcome.executionOutcome.outcome.receiptIds, 'other');
    }
    for (const { executionOutcome, receipt } of receiptExecutionOutcomes) {
      this.#add(executionOutcome.outcome.receiptIds, madeBy(receipt));
    }
  }

  originOf(shown: ReceiptView): ReceiptOrigin {
    const made = this.#madeWith(shown.receiptId);
    if (made === null || typeof made === 'string') return made;
    const { receiverId, receipt } = shown;
    const actions = receipt.kind === 'Action' ? receipt.value.actions : [];
    return made.delegated === contentKey(receiverId, actions) ? 'either' : 'contract';
  }

  #madeWith(receiptId: Hash): Made {
    const recent = this.#recent.get(bytesKey(receiptId));
    if (recent !== undefined) return recent.made;
    // A follower that executes blocks has the receipts before they are carried.
    const noted = this.#store.get(Column.parent, receiptId);
    const parentId = noted ?? this.#chain.receiptParent(receiptId);
    if (parentId === null) return null;
    const parent = this.#chain.receipt(parentId);
    if (parent !== null) return madeBy(receiptToView(parent));
    return this.#chain.transaction(parentId) === null ? null : 'other';
  }

  #add(ids: readonly Hash[], made: Made): void {
    for (const id of ids) this.#recent.set(bytesKey(id), { made }, ENTRY_BYTES);
  }
}

/** A delegate action creates exactly one receipt; a function call next to it may create others. */
function madeBy({ receipt }: ReceiptView): Made {
  if (receipt.kind !== 'Action') return null;
  const { actions } = receipt.value;
  const delegate = actions.find(({ kind }) => kind === 'Delegate' || kind === 'DelegateV2');
  if (delegate === undefined) return 'contract';
  if (!actions.some(({ kind }) => kind === 'FunctionCall')) return 'other';
  // A delegate action is shown as it is.
  const inner = delegatedPart(delegate as Action);
  return inner && { delegated: contentKey(inner.receiverId, inner.actions.map(actionToView)) };
}

/** Short, whatever the actions carry. */
function contentKey(receiverId: AccountId, actions: readonly ActionView[]): string {
  const text = `${receiverId} ${actions.map(ActionView.json).join()}`;
  return bytesKey(sha256(utf8ToBytes(text)));
}
