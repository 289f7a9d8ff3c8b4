// Whether a transaction still has pending receipts, checked after each block. A receipt tree may
// have thousands of receipts and span a thousand blocks, so receipts that were executed are not
// checked again.

import { equalBytes } from '../../base/bytes/bytes.ts';
import type { Hash } from '../../base/crypto/hash.ts';
import { receiptIdsOf, statusOf } from '../../chain/stored/outcomeRow.ts';
import type { RpcChain } from '../core/context.ts';
import { isRefund } from './transactionStatus.ts';

type ReceiptSource = Pick<RpcChain, 'outcome' | 'outgoingReceipts'>;

/** A receipt without an outcome so far. */
interface Expected {
  readonly id: Hash;
  /** The outcome that produced it, of a transaction or a receipt. */
  readonly parentId: Hash;
}

export class TxProgress {
  readonly #chain: ReceiptSource;
  readonly #transactionHash: Hash;
  /** A stack: the last one is checked next. Null before the transaction has an outcome. */
  #expected: Expected[] | null = null;

  constructor(chain: ReceiptSource, transactionHash: Hash) {
    this.#chain = chain;
    this.#transactionHash = transactionHash;
  }

  /** True if a receipt other than a refund has no outcome yet; false if that is unknown. */
  isWaiting(): boolean {
    const last = this.#expected?.at(-1);
    if (last === undefined || !this.#isStillExpected(last)) {
      this.#expected = this.#receiptsOf(this.#transactionHash);
    }
    for (;;) {
      const next = this.#expected?.at(-1);
      if (next === undefined) return false;
      const receipts = this.#receiptsOf(next.id);
      if (receipts === null && !this.#isPendingRefund(next)) return true;
      this.#expected?.pop();
      this.#expected?.push(...(receipts ?? []));
    }
  }

  /** The receipts that an outcome produced; null if there is no outcome. */
  #receiptsOf(parentId: Hash): Expected[] | null {
    const stored = this.#chain.outcome(parentId);
    if (stored === null || statusOf(stored).kind === 'Unknown') return null;
    return receiptIdsOf(stored).map((id) => ({ id, parentId }));
  }

  /** False if blocks were reverted and replaced. */
  #isStillExpected({ id, parentId }: Expected): boolean {
    return this.#receiptsOf(parentId)?.some((receipt) => equalBytes(receipt.id, id)) ?? false;
  }

  #isPendingRefund({ id, parentId }: Expected): boolean {
    if (equalBytes(parentId, this.#transactionHash)) return false;
    const parent = this.#chain.outcome(parentId);
    return parent !== null && isRefund(this.#chain, parent, id);
  }
}
