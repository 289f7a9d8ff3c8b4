// The parent of each receipt: an outcome names the receipts that its execution created, and the
// data that it sent follows from the executed receipt. The receipts themselves come in a later
// block, so their parents are kept by their ids until then.

import { bytesKey } from '../../base/bytes/bytes.ts';
import { HASH_ZERO, type Hash } from '../../base/crypto/hash.ts';
import { Column } from '../../chain/columns/columns.ts';
import type { Batch, StoreReader } from '../../store/store.ts';
import type { ReceiptBody } from '../../types/receipt.ts';
import type { VerifiedShard } from './verifiedBlock.ts';

export class ReceiptParents {
  readonly #store: StoreReader;
  readonly #batch: Batch;
  /** Those of the block that is being written. */
  readonly #parents = new Map<string, Hash>();
  readonly #written = new Set<string>();

  constructor(store: StoreReader, batch: Batch) {
    this.#store = store;
    this.#batch = batch;
  }

  note({ outcomes, message }: VerifiedShard): void {
    for (const { id, outcome } of outcomes) {
      for (const child of outcome.receiptIds) this.#put(child, id);
    }
    for (const { receipt } of message.receiptExecutionOutcomes) {
      if (receipt.receipt.kind !== 'Action') continue;
      for (const { dataId } of receipt.receipt.value.outputDataReceivers) {
        this.#put(dataId, receipt.receiptId);
      }
    }
  }

  /** The parent of a receipt that is being written; zero if unknown. */
  of(receiptId: Hash, body: ReceiptBody): Hash {
    const isData = body.kind === 'Data' || body.kind === 'PromiseResume';
    return this.find(receiptId, isData ? body.value.dataId : null);
  }

  /** Like `of`; a data receipt is also found by the id of its data. */
  find(receiptId: Hash, dataId: Hash | null): Hash {
    this.#written.add(bytesKey(receiptId));
    return this.#get(receiptId) ?? (dataId === null ? null : this.#get(dataId)) ?? HASH_ZERO;
  }

  /** Whether the block that is being written already has the receipt. */
  isWritten(receiptId: Hash): boolean {
    return this.#written.has(bytesKey(receiptId));
  }

  #get(id: Hash): Hash | null {
    return this.#parents.get(bytesKey(id)) ?? this.#store.get(Column.parent, id) ?? null;
  }

  #put(child: Hash, parent: Hash): void {
    this.#parents.set(bytesKey(child), parent);
    this.#batch.put(Column.parent, child, parent);
  }
}
