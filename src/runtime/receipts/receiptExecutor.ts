// Executes the receipts of a chunk while it has room: local, delayed, incoming ones, each with the
// instant receipts that it leads to, and finally the timeouts of yields. Collects all their
// results.

import type { Hash } from '../../base/crypto/hash.ts';
import { requireConsistent } from '../../state/inconsistentState.ts';
import type { StateUpdate } from '../../state/stateUpdate.ts';
import type { OutcomeWithId } from '../../types/outcome.ts';
import type { Receipt } from '../../types/receipt.ts';
import type { ValidatorStake } from '../../types/validatorStake.ts';
import type { ChunkContext } from '../chunkContext.ts';
import type { ExecutedReceipt } from './applyActionReceipt.ts';
import type { DelayedReceipts } from './delayedReceipts.ts';
import { processReceipt } from './processReceipt.ts';
import { isInstantReceipt } from './receiptRouting.ts';
import type { ReceiptSink } from './receiptSink.ts';
import { validateReceipt } from './validateReceipt.ts';
import { createTimeoutResume, takeExpiredYield } from './yieldTimeouts.ts';

/** A receipt and the transaction or receipt that created it. */
export interface MadeReceipt {
  readonly receipt: Receipt;
  readonly parentId: Hash;
}

interface ReceiptExecutorInput {
  readonly chunk: ChunkContext;
  readonly state: StateUpdate;
  readonly sink: ReceiptSink;
  readonly delayed: DelayedReceipts;
  /** Gas limit of the chunk, which is compared with compute. */
  readonly computeLimit: bigint;
  /** Already taken by transactions. */
  readonly computeBefore: bigint;
}

export class ReceiptExecutor {
  readonly outcomes: OutcomeWithId[] = [];
  /** Of successful receipts, in the order of their execution. */
  readonly proposals: ValidatorStake[] = [];
  readonly made: MadeReceipt[] = [];
  readonly #chunk: ChunkContext;
  readonly #state: StateUpdate;
  readonly #sink: ReceiptSink;
  readonly #delayed: DelayedReceipts;
  readonly #computeLimit: bigint;
  #compute: bigint;
  #balanceBurnt = 0n;

  constructor(input: ReceiptExecutorInput) {
    this.#chunk = input.chunk;
    this.#state = input.state;
    this.#sink = input.sink;
    this.#delayed = input.delayed;
    this.#computeLimit = input.computeLimit;
    this.#compute = input.computeBefore;
  }

  /** Tokens that left the supply, less those that entered it; may be negative. */
  get balanceBurnt(): bigint {
    return this.#balanceBurnt;
  }

  /** Receipts of transactions to their own signers; they were validated with the transactions. */
  runLocal(receipts: readonly Receipt[]): void {
    for (const receipt of receipts) this.#runOrDelay(receipt);
  }

  runDelayed(): void {
    for (;;) {
      const receipt = this.#delayed.pop(this.#hasRoom);
      if (receipt === null) return;
      this.#requireValid(receipt);
      this.#run(receipt);
    }
  }

  runIncoming(receipts: readonly Receipt[]): void {
    for (const receipt of receipts) {
      this.#requireValid(receipt);
      this.#runOrDelay(receipt);
    }
  }

  resolveYieldTimeouts(): void {
    const { height } = this.#chunk.block;
    let resumeCount = 0;
    while (this.#hasRoom()) {
      const expired = takeExpiredYield(this.#state, height);
      if (expired === null) return;
      if (expired.receiptId === null) continue;
      const receipt = createTimeoutResume(expired.timeout, height, resumeCount++);
      this.made.push({ receipt, parentId: expired.receiptId });
      this.#sink.send(receipt);
    }
  }

  /** A receipt that has started always completes: the limits are only tested between receipts. */
  readonly #hasRoom = (): boolean => {
    const { mainStorageProofSizeSoftLimit } = this.#chunk.protocol.witness;
    const isProofSmall = this.#state.trie.proofSize <= mainStorageProofSizeSoftLimit;
    return this.#compute < this.#computeLimit && isProofSmall;
  };

  #runOrDelay(receipt: Receipt): void {
    if (this.#hasRoom()) this.#run(receipt);
    else this.#delayed.push(receipt);
  }

  #run(receipt: Receipt): void {
    const instant = [receipt];
    for (let next = instant.shift(); next !== undefined; next = instant.shift()) {
      instant.push(...this.#process(next));
    }
  }

  /** Returns the instant receipts that the receipt leads to. */
  #process(receipt: Receipt): Receipt[] {
    const processed = processReceipt(this.#chunk, this.#state, receipt);
    switch (processed.kind) {
      case 'executed':
        this.#collect(processed.execution);
        return this.#dispatch(processed.execution);
      case 'distributed':
        this.#compute += processed.step.compute;
        if (processed.step.next !== null) this.#send(processed.step.next, receipt.receiptId);
        return [];
      case 'stored':
        return [];
    }
  }

  #collect({ burnt, compute, outcome, proposals }: ExecutedReceipt): void {
    this.outcomes.push(outcome);
    this.proposals.push(...proposals);
    this.#compute += compute;
    this.#balanceBurnt += burnt.executing + burnt.lost - burnt.subsidized - burnt.rewarded;
  }

  #dispatch({ newReceipts, outcome }: ExecutedReceipt): Receipt[] {
    const instant: Receipt[] = [];
    for (const receipt of newReceipts) {
      if (isInstantReceipt(receipt)) {
        this.made.push({ receipt, parentId: outcome.id });
        instant.push(receipt);
      } else {
        this.#send(receipt, outcome.id);
      }
    }
    return instant;
  }

  #send(receipt: Receipt, parentId: Hash): void {
    this.made.push({ receipt, parentId });
    this.#sink.send(receipt);
  }

  /** Receipts from the state and from other shards were validated when they were created. */
  #requireValid(receipt: Receipt): void {
    const fault = validateReceipt(this.#chunk.protocol, receipt, 'existing');
    requireConsistent(fault === null, `a receipt of the chain is valid: ${fault?.kind}`);
  }
}
