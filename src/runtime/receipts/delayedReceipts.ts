// Receipts that a chunk had no room to execute wait in a queue of the state for later chunks.
// Pushing and popping changes the shard's congestion info.

import {
  delayedReceiptCount,
  popDelayedReceipt,
  pushDelayedReceipt,
} from '../../state/receiptQueues.ts';
import type { StateUpdate } from '../../state/stateUpdate.ts';
import type { CongestionInfo } from '../../types/congestion.ts';
import type { QueuedReceipt, Receipt } from '../../types/receipt.ts';
import type { ChunkContext } from '../chunkContext.ts';
import { receiptShardId } from './receiptRouting.ts';
import { queueReceipt } from './receiptSink.ts';

export class DelayedReceipts {
  readonly #chunk: ChunkContext;
  readonly #state: StateUpdate;
  #gasChange = 0n;
  #bytesChange = 0;

  constructor(chunk: ChunkContext, state: StateUpdate) {
    this.#chunk = chunk;
    this.#state = state;
    // The reference reads the indices first; every read counts towards the state proof.
    delayedReceiptCount(state);
  }

  push(receipt: Receipt): void {
    const queued = queueReceipt(this.#chunk.protocol, receipt);
    pushDelayedReceipt(this.#state, queued);
    this.#count(queued, 1);
  }

  /** Null when the queue is empty, or when `hasRoom` says so before a receipt is read. */
  pop(hasRoom: () => boolean): Receipt | null {
    while (hasRoom()) {
      const queued = popDelayedReceipt(this.#state);
      if (queued === null) return null;
      this.#count(queued, -1);
      const { receipt } = queued;
      // After a split both halves have the queue; each drops what belongs to the other.
      const shardId = receiptShardId(this.#chunk.shardLayout, receipt);
      if (shardId === this.#chunk.shardId) return receipt;
    }
    return null;
  }

  /** The congestion info, including the changes of this queue. */
  addTo(info: CongestionInfo): CongestionInfo {
    return {
      ...info,
      delayedReceiptsGas: info.delayedReceiptsGas + this.#gasChange,
      receiptBytes: info.receiptBytes + this.#bytesChange,
    };
  }

  #count({ congestionGas, congestionSize }: QueuedReceipt, sign: 1 | -1): void {
    this.#gasChange += BigInt(sign) * congestionGas;
    this.#bytesChange += sign * congestionSize;
  }
}
