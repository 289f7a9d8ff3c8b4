// Whether a transaction waits for receipts, on trees of outcomes that grow: the same result as
// searching the whole tree, while each receipt is read once; also after blocks were reverted.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytesKey, u32Le } from '../../../src/base/bytes/bytes.ts';
import { type Hash, sha256 } from '../../../src/base/crypto/hash.ts';
import type { StoredOutcome } from '../../../src/chain/stored/chainReader.ts';
import { TxProgress } from '../../../src/rpc/transactions/transactionProgress.ts';
import { SYSTEM_ACCOUNT } from '../../../src/types/accountId.ts';
import type { Receipt } from '../../../src/types/receipt.ts';

const idOf = (number: number): Hash => sha256(u32Le(number));
const TRANSACTION = 0;

/** Outcomes by number; the transaction is 0. */
class GrowingTree {
  readonly #outcomes = new Map<string, StoredOutcome>();
  readonly #refunds = new Set<string>();
  reads = 0;

  execute(number: number, ...receipts: number[]): void {
    const receiptIds = receipts.map(idOf);
    const outcome = { status: { kind: 'SuccessValue', value: new Uint8Array() }, receiptIds };
    const stored = { id: idOf(number), blockHash: idOf(number), shardId: 0, proof: [], outcome };
    this.#outcomes.set(bytesKey(idOf(number)), stored as unknown as StoredOutcome);
  }

  takeBack(number: number): void {
    this.#outcomes.delete(bytesKey(idOf(number)));
  }

  markRefund(number: number): void {
    this.#refunds.add(bytesKey(idOf(number)));
  }

  outcome(id: Hash): StoredOutcome | null {
    this.reads += 1;
    return this.#outcomes.get(bytesKey(id)) ?? null;
  }

  outgoingReceipts(blockHash: Hash): readonly Receipt[] {
    const { outcome } = this.#outcomes.get(bytesKey(blockHash)) as StoredOutcome;
    const sent = outcome.receiptIds.map((receiptId) => {
      const isRefund = this.#refunds.has(bytesKey(receiptId));
      return { receiptId, predecessorId: isRefund ? SYSTEM_ACCOUNT : 'alice.near' };
    });
    return sent as unknown as readonly Receipt[];
  }
}

function follow(): { tree: GrowingTree; progress: TxProgress } {
  const tree = new GrowingTree();
  return { tree, progress: new TxProgress(tree, idOf(TRANSACTION)) };
}

test('nothing is known of a transaction without an outcome', () => {
  const { progress } = follow();
  assert.equal(progress.isWaiting(), false);
});

test('it waits until the last receipt is executed, in whatever order', () => {
  const { tree, progress } = follow();
  tree.execute(TRANSACTION, 1);
  assert.equal(progress.isWaiting(), true);
  tree.execute(1, 2, 3);
  assert.equal(progress.isWaiting(), true);
  tree.execute(3, 4);
  assert.equal(progress.isWaiting(), true);
  tree.execute(2);
  assert.equal(progress.isWaiting(), true);
  tree.execute(4);
  assert.equal(progress.isWaiting(), false);
});

test('a refund is not waited for, unless something precedes it', () => {
  const { tree, progress } = follow();
  tree.markRefund(3);
  tree.execute(TRANSACTION, 1);
  tree.execute(1, 2, 3);
  assert.equal(progress.isWaiting(), true);
  tree.execute(2);
  assert.equal(progress.isWaiting(), false);
});

test('a chain of a thousand receipts takes some reads for each', () => {
  const { tree, progress } = follow();
  tree.execute(TRANSACTION, 1);
  for (let number = 1; number <= 1_000; number++) {
    assert.equal(progress.isWaiting(), true);
    tree.execute(number, number + 1);
  }
  assert.ok(tree.reads <= 5_000, `${tree.reads} reads`);
  tree.execute(1_001);
  assert.equal(progress.isWaiting(), false);
});

test('blocks that were reverted and produced again are followed from the start', () => {
  const { tree, progress } = follow();
  tree.execute(TRANSACTION, 1);
  tree.execute(1, 2);
  assert.equal(progress.isWaiting(), true);
  tree.takeBack(1);
  assert.equal(progress.isWaiting(), true);
  // At another height the receipt has another id.
  tree.execute(1, 5);
  assert.equal(progress.isWaiting(), true);
  tree.execute(5);
  assert.equal(progress.isWaiting(), false);
  tree.takeBack(5);
  assert.equal(progress.isWaiting(), true);
  tree.takeBack(1);
  tree.takeBack(TRANSACTION);
  assert.equal(progress.isWaiting(), false);
});
