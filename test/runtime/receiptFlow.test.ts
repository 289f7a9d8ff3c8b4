// How receipts pass through a chunk: its capacity and the queue of delayed receipts, data that is
// waited for, missing chunks, and routing between shards whose ids have gaps.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytesKey } from '../../src/base/bytes/bytes.ts';
import { createReceiptId } from '../../src/runtime/results/createIds.ts';
import { writeContractData } from '../../src/state/contractData.ts';
import { readPendingDataCount, readPostponedReceipt } from '../../src/state/postponedReceipts.ts';
import { delayedReceiptCount } from '../../src/state/receiptQueues.ts';
import type { Action } from '../../src/types/action.ts';
import { type Receipt, receiptSize } from '../../src/types/receipt.ts';
import { createShardLayout } from '../../src/types/shardLayout.ts';
import { SNAPSHOT } from '../support/protocol.ts';
import { CONTRACT, scripted, TGAS } from './scriptedContract.ts';
import { call, createActionReceipt, NEAR, TestChain, transfer } from './testChain.ts';

test('receipts that do not fit are delayed and run first in the next chunk', () => {
  const contracts = scripted({ work: () => ({ burntGas: 100n * TGAS }) });
  const gasLimit = 250n * TGAS;
  const chain = new TestChain({ accounts: { alice: CONTRACT, bob: {} }, contracts, gasLimit });
  const transactions = Array.from({ length: 5 }, () =>
    chain.sign('bob', 'alice', [call('work', { gas: 200n * TGAS })]),
  );
  const ids = transactions.map(({ hash }) => bytesKey(createReceiptId(hash, 1, 0)));
  chain.apply({ transactions });
  const executed = (result: ReturnType<TestChain['apply']>) =>
    result
      .get(0)
      ?.outcomes.map(({ id }) => ids.indexOf(bytesKey(id)))
      .filter((index) => index !== -1);
  const first = chain.apply();
  assert.deepEqual(executed(first), [0, 1, 2], 'the limit is tested before each receipt');
  const delayed = chain.shard(0).congestionInfo;
  const gas = 108_059_500_000n + 780_000_000_000n + 4n * 2_235_934n + 200n * TGAS;
  assert.equal(delayed.delayedReceiptsGas, 2n * gas);
  const receipt = [...chain.receipts.values()].find(({ receiverId }) => receiverId === 'alice');
  assert.equal(delayed.receiptBytes, 2 * receiptSize(receipt as Receipt));
  assert.equal(delayedReceiptCount(chain.state(0)), 2);
  assert.deepEqual(executed(chain.apply()), [3, 4]);
  assert.equal(delayedReceiptCount(chain.state(0)), 0);
  assert.equal(chain.shard(0).congestionInfo.delayedReceiptsGas, 0n);
  assert.equal(chain.shard(0).congestionInfo.receiptBytes, 0);
});

test('the state proof size limits a chunk too', () => {
  const chain = new TestChain({
    accounts: { alice: {}, bob: {}, carol: {} },
    rows: {
      alice: (state) => {
        const value = new Uint8Array(3_999_000);
        writeContractData(state, 'alice', Uint8Array.of(1), value);
      },
    },
  });
  const remove: Action = { kind: 'DeleteAccount', value: { beneficiaryId: 'bob' } };
  const transactions = [
    chain.sign('alice', 'alice', [remove]),
    chain.sign('carol', 'carol', [transfer(1n)]),
  ];
  const result = chain.apply({ transactions }).get(0);
  assert.equal(result?.outcomes.length, 3, 'the second local receipt has to wait');
  assert.equal(delayedReceiptCount(chain.state(0)), 1);
});

const DATA = [11, 12, 13].map((byte) => new Uint8Array(32).fill(byte));

function dataReceipt(dataId: Uint8Array, data: Uint8Array | null): Receipt {
  const receiptId = dataId.map((byte) => byte + 100);
  const body = { kind: 'Data', value: { dataId, data } } as const;
  return { predecessorId: 'bob', receiverId: 'alice', receiptId, body };
}

test('a receipt waits until the last data has arrived', () => {
  const seen: unknown[] = [];
  const contracts = scripted({
    gather: ({ context }) => {
      seen.push(context.promiseResults);
      return {};
    },
  });
  const chain = new TestChain({ accounts: { alice: CONTRACT, bob: {} }, contracts });
  const receipt = createActionReceipt('bob', 'alice', [call('gather')], { inputDataIds: DATA });
  const [first, second, third] = DATA as [Uint8Array, Uint8Array, Uint8Array];
  chain.apply({ receipts: [dataReceipt(second, Uint8Array.of(2))] });
  assert.equal(chain.apply({ receipts: [receipt] }).get(0)?.outcomes.length, 0);
  const waiting = chain.state(0);
  assert.equal(readPendingDataCount(waiting, 'alice', receipt.receiptId), 2);
  assert.deepEqual(readPostponedReceipt(waiting, 'alice', receipt.receiptId), receipt);
  chain.apply({ receipts: [dataReceipt(third, null)] });
  assert.equal(readPendingDataCount(chain.state(0), 'alice', receipt.receiptId), 1);
  const last = chain.apply({ receipts: [dataReceipt(first, Uint8Array.of(1))] }).get(0);
  assert.deepEqual(
    last?.outcomes.map(({ id }) => id),
    [receipt.receiptId],
    'the outcome belongs to the receipt that waited',
  );
  assert.deepEqual(seen, [
    [
      { kind: 'successful', data: Uint8Array.of(1) },
      { kind: 'successful', data: Uint8Array.of(2) },
      { kind: 'failed' },
    ],
  ]);
  const after = chain.state(0);
  assert.equal(readPendingDataCount(after, 'alice', receipt.receiptId), null);
  assert.equal(readPostponedReceipt(after, 'alice', receipt.receiptId), null);
});

test('inputs that are too large together fail the receipt before any action', () => {
  const chain = new TestChain({ protocol: SNAPSHOT, accounts: { alice: CONTRACT, bob: {} } });
  const inputDataIds = DATA.slice(0, 2);
  const receipts = inputDataIds.map((id) => dataReceipt(id, new Uint8Array(2_097_500)));
  const receipt = createActionReceipt('bob', 'alice', [call('gather')], { inputDataIds });
  chain.apply({ receipts: [...receipts, receipt] });
  const outcome = chain.outcome(receipt.receiptId);
  const value = { size: 2 * 2_097_505, limit: 4_194_944 };
  assert.deepEqual(outcome.status, {
    kind: 'Failure',
    value: {
      kind: 'ActionError',
      value: { index: null, kind: { kind: 'TotalPromiseInputSizeExceeded', value } },
    },
  });
  assert.equal(outcome.gasBurnt, 108_059_500_000n);
});

test('receipts reach shards whose ids have gaps; a boundary account is on the right', () => {
  const layout = createShardLayout(['bbb', 'ccc'], [7, 3, 11]);
  const accounts = { aaa: {}, bbb: {}, bbc: {}, ccc: {}, ccd: {} };
  const homes = { aaa: 7, bbb: 3, bbc: 3, ccc: 11, ccd: 11 };
  const chain = new TestChain({ accounts, layout });
  for (const [id, shardId] of Object.entries(homes)) {
    const { status } = chain.run('aaa', id, [transfer(1n)]);
    assert.equal(status.kind, 'SuccessValue', id);
    const held = chain.state(shardId);
    assert.equal(held.get(Uint8Array.of(0, ...Buffer.from(id))) !== null, true, id);
  }
  chain.apply();
  const allowed = [7, 3, 11].map((id) => chain.shard(id).congestionInfo.allowedShard);
  const turn = chain.height % 3;
  assert.deepEqual(allowed, [...[7, 3, 11].slice(turn), ...[7, 3, 11].slice(0, turn)]);
});

test('a missing chunk keeps receipts back on both sides and loses none', () => {
  const layout = createShardLayout(['bbb', 'ccc'], [7, 3, 11]);
  const chain = new TestChain({ accounts: { aaa: {}, bbb: {}, ccc: {} }, layout });
  const transaction = chain.sign('aaa', 'bbb', [transfer(NEAR)]);
  const blocked = chain.apply({ transactions: [transaction], missing: [3] });
  assert.deepEqual(blocked.get(7)?.outgoingReceipts, [], 'nothing may go to a shard without chunk');
  assert.equal(chain.shard(7).congestionInfo.bufferedReceiptsGas, 223_182_562_500n);
  assert.equal(blocked.get(3)?.outcomes.length, 0);
  const forwarded = chain.apply();
  assert.equal(forwarded.get(7)?.outgoingReceipts.length, 1);
  chain.apply({ missing: [3] });
  assert.equal(chain.shard(3).waiting.length, 1, 'it waits for the next chunk');
  chain.apply();
  chain.settle();
  assert.equal(chain.account('bbb')?.amount, 1_001n * NEAR);
});
