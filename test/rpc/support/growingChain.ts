// A chain that exists as far as a test needs it for the status of one transaction: blocks by
// height, and outcomes that the test adds. Blocks are announced to pending waits; time passes on
// request.

import assert from 'node:assert/strict';
import { bytesKey } from '../../../src/base/bytes/bytes.ts';
import { HASH_ZERO, type Hash, sha256 } from '../../../src/base/crypto/hash.ts';
import type { Admission } from '../../../src/chain/production/producer.ts';
import type { StoredOutcome } from '../../../src/chain/stored/chainReader.ts';
import type { RpcChain, RpcContext } from '../../../src/rpc/core/context.ts';
import type { Block } from '../../../src/types/block.ts';
import type { ExecutionStatus } from '../../../src/types/outcome.ts';
import type { Receipt } from '../../../src/types/receipt.ts';
import type { HashedTransaction } from '../../../src/types/transaction.ts';
import { createFakeContext } from './fakeContext.ts';

export function id(name: string): Hash {
  return sha256(new TextEncoder().encode(name));
}

export class GrowingChain {
  /** Heights by hash, and the heights that were final with each. */
  readonly #blocks = new Map<string, { readonly height: number; readonly finalHeight: number }>();
  readonly #outcomes = new Map<string, StoredOutcome>();
  readonly #receipts = new Map<string, Receipt>();
  readonly #listeners = new Set<() => void>();
  readonly #timers = new Set<() => void>();
  #included: { transaction: HashedTransaction; blockHash: Hash } | null = null;
  #height = 0;
  #finalHeight = 0;
  admission: Admission = { kind: 'admitted' };
  readonly submitted: Uint8Array[] = [];

  get waiting(): number {
    return this.#listeners.size;
  }

  /** Adds the next block and announces it. */
  addBlock(change: (blockHash: Hash) => void = () => {}): void {
    this.#height++;
    const blockHash = id(`block ${this.#height}`);
    change(blockHash);
    const [height, finalHeight] = [this.#height, this.#finalHeight];
    this.#blocks.set(bytesKey(blockHash), { height, finalHeight });
    for (const listener of [...this.#listeners]) listener();
  }

  finalize(height: number): void {
    this.#finalHeight = height;
  }

  /** Removes a block; its hash stays under its height. */
  collect(height: number): void {
    this.#blocks.delete(bytesKey(id(`block ${height}`)));
  }

  include(transaction: HashedTransaction, blockHash: Hash): void {
    this.#included = { transaction, blockHash };
  }

  addOutcome(
    outcomeId: Hash,
    blockHash: Hash,
    status: ExecutionStatus,
    receiptIds: readonly Hash[],
  ): void {
    this.#outcomes.set(bytesKey(outcomeId), {
      id: outcomeId,
      blockHash,
      shardId: 0,
      proof: [],
      outcome: {
        logs: [],
        receiptIds,
        gasBurnt: 0n,
        tokensBurnt: 0n,
        executorId: 'alice.near',
        status,
        metadata: { kind: 'V1' },
      },
    });
  }

  addReceipt(receiptId: Hash, predecessorId: string): void {
    const body = { kind: 'Data', value: { dataId: HASH_ZERO, data: null } } as const;
    const receipt = { predecessorId, receiverId: 'bob.near', receiptId, body };
    this.#receipts.set(bytesKey(receiptId), receipt as unknown as Receipt);
  }

  /** Lets every wait time out. */
  passTime(): void {
    for (const fire of [...this.#timers]) fire();
  }

  createContext(parts: Partial<RpcContext> = {}): RpcContext {
    return createFakeContext({
      chain: this.#createReader(),
      onBlock: (listener) => {
        this.#listeners.add(listener);
        return () => this.#listeners.delete(listener);
      },
      timer: (callback) => {
        this.#timers.add(callback);
        return () => this.#timers.delete(callback);
      },
      port: {
        submit: async (transaction) => {
          this.submitted.push(transaction.bytes);
          return this.admission;
        },
        check: async () => this.admission,
      },
      ...parts,
    });
  }

  #createReader(): RpcChain {
    const reader: Partial<RpcChain> = {
      verifyUnknown: () => {},
      verifyPending: () => {},
      genesis: () => ({ hash: id('block 0'), height: 0 }),
      hashAt: (height) => (height <= this.#height ? id(`block ${height}`) : null),
      head: () => ({ hash: id(`block ${this.#height}`), height: this.#height }),
      finalHead: () => ({ hash: id(`block ${this.#finalHeight}`), height: this.#finalHeight }),
      block: (hash) => {
        const found = this.#blocks.get(bytesKey(hash));
        if (found === undefined) return null;
        const rest = { lastFinalBlock: id(`block ${found.finalHeight}`) };
        return { header: { lite: { height: found.height }, rest } } as unknown as Block;
      },
      height: (hash) => this.#blocks.get(bytesKey(hash))?.height ?? null,
      transaction: (hash) => {
        const included = this.#included;
        const isAsked = included !== null && bytesKey(included.transaction.hash) === bytesKey(hash);
        return isAsked ? included : null;
      },
      outcome: (outcomeId) => this.#outcomes.get(bytesKey(outcomeId)) ?? null,
      receiptBytes: () => null,
      receipt: (receiptId) => this.#receipts.get(bytesKey(receiptId)) ?? null,
      outgoingReceipts: () => [...this.#receipts.values()],
    };
    return reader as RpcChain;
  }
}

/** Lets everything proceed that needs neither time nor blocks. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
}

export function assertPending(promise: Promise<unknown>): Promise<void> {
  const pending = Symbol('pending');
  return Promise.race([promise, settle().then(() => pending)]).then((winner) =>
    assert.equal(winner, pending),
  );
}
