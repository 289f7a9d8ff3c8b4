// Rows of receipts: postponed receipts, yields, the queues, and the state of the bandwidth
// scheduler. The bytes are those of recorded chains.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytesToHex, hexToBytes, utf8ToBytes } from '../../src/base/bytes/bytes.ts';
import { HASH_ZERO, sha256 } from '../../src/base/crypto/hash.ts';
import { decode } from '../../src/codec/codec.ts';
import { readBandwidthState, writeBandwidthState } from '../../src/state/bandwidthState.ts';
import * as postponed from '../../src/state/postponedReceipts.ts';
import * as yields from '../../src/state/promiseYields.ts';
import { readReceiptGroupQueue, receiptGroupSizes } from '../../src/state/receiptGroups.ts';
import * as queues from '../../src/state/receiptQueues.ts';
import type { StateUpdate } from '../../src/state/stateUpdate.ts';
import { QueuedReceipt, Receipt } from '../../src/types/receipt.ts';
import { MemoryState } from '../support/memoryState.ts';

const BUFFERED =
  'ffff01050000006e6f6465300a000000757365722e6e6f64653312a71e198ae1a44252b10da9236b8d11fe5643b42f17552d976e8df37f22606400050000006e6f646530005edad8e09c8a0569c66fcee79007935e65f5bab6df5bff201e71d7d0efe8347200ca9a3b00000000000000000000000000000000000000000100000003000040b2bac9e0191e02000000000000c4a4b7f6330000008f00000000000000';
const YIELDED =
  '0e000000686f73742e746573742e6e6561720e000000686f73742e746573742e6e656172747905d6354dd0fc58d17ba09969d3a7acd29753861791f3494e0c2e4214df58060f000000616c6963652e746573742e6e6561720000af2d32ece07694bbd67dd493c0b710d228f0a52af758b8d7127c57603df9e55f00ca9a3b00000000000000000000000000000000010000009f4eec12654ca070930eb74ac6611c5b9b73b7add65b6837a6f7d2ce2d4ad0c2010000000207000000636f6c6c65637400000000005039278c04000000000000000000000000000000000000';

function rowAt(state: StateUpdate, key: string): string | null {
  const value = state.get(hexToBytes(key));
  return value === null ? null : bytesToHex(value);
}

const queued = decode(QueuedReceipt, hexToBytes(BUFFERED));

test('a receipt that is buffered and forwarded leaves the recorded rows', () => {
  const state = new MemoryState().open();
  assert.deepEqual(queues.bufferedShards(state), []);
  queues.pushBufferedReceipt(state, 0, queued);
  const rows = () => ({
    indices: rowAt(state, '0d'),
    receipt: rowAt(state, '0e00000000000000000000'),
    groups: rowAt(state, '100000000000000000'),
    group: rowAt(state, '1100000000000000000000000000000000'),
  });
  assert.deepEqual(rows(), {
    indices: '01000000000000000000000000000000000000000100000000000000',
    receipt: BUFFERED,
    groups:
      '00000000000000000001000000000000008f00000000000000c4a4b7f63300000000000000000000000100000000000000',
    group: '008f00000000000000c4a4b7f6330000000000000000000000',
  });
  assert.deepEqual(queues.readFirstBufferedReceipt(state, 0), queued);
  assert.deepEqual(queues.popBufferedReceipt(state, 0), queued);
  assert.deepEqual(rows(), {
    indices: '01000000000000000000000001000000000000000100000000000000',
    receipt: null,
    groups:
      '00010000000000000001000000000000000000000000000000000000000000000000000000000000000000000000000000',
    group: null,
  });
  assert.equal(queues.popBufferedReceipt(state, 0), null);
  assert.equal(queues.readFirstBufferedReceipt(state, 0), null);
});

test('buffers to several shards are independent', () => {
  const state = new MemoryState().open();
  queues.pushBufferedReceipt(state, 3, { ...queued, congestionGas: 1n });
  queues.pushBufferedReceipt(state, 1, { ...queued, congestionGas: 2n });
  queues.pushBufferedReceipt(state, 3, { ...queued, congestionGas: 3n });
  assert.deepEqual(queues.bufferedShards(state), [1, 3]);
  assert.equal(queues.bufferedReceiptCount(state, 3), 2);
  assert.equal(queues.bufferedReceiptCount(state, 0), 0);
  assert.equal(queues.popBufferedReceipt(state, 3)?.congestionGas, 1n);
  assert.equal(queues.popBufferedReceipt(state, 3)?.congestionGas, 3n);
  assert.equal(queues.popBufferedReceipt(state, 3), null);
  assert.equal(queues.popBufferedReceipt(state, 1)?.congestionGas, 2n);
  assert.deepEqual(queues.bufferedShards(state), [1, 3]);
});

test('receipts are grouped up to a size, and one that is larger has its own group', () => {
  const state = new MemoryState().open();
  const sizes = () => [...receiptGroupSizes(state, 2)];
  assert.deepEqual([readReceiptGroupQueue(state, 2), sizes()], [null, []]);
  for (const congestionSize of [40_000, 60_000, 1, 250_000, 5]) {
    queues.pushBufferedReceipt(state, 2, { ...queued, congestionGas: 10n, congestionSize });
  }
  assert.deepEqual(sizes(), [100_000, 1, 250_000, 5]);
  assert.deepEqual(readReceiptGroupQueue(state, 2), {
    first: 0,
    next: 4,
    totalSize: 350_006,
    totalGas: 50n,
    receiptCount: 5,
  });
  queues.popBufferedReceipt(state, 2);
  assert.deepEqual(sizes(), [60_000, 1, 250_000, 5]);
  queues.popBufferedReceipt(state, 2);
  queues.popBufferedReceipt(state, 2);
  assert.deepEqual(sizes(), [250_000, 5]);
  const left = { first: 2, next: 4, totalSize: 250_005, totalGas: 20n, receiptCount: 2 };
  assert.deepEqual(readReceiptGroupQueue(state, 2), left);
});

test('delayed receipts leave in order of arrival', () => {
  const state = new MemoryState().open();
  assert.equal(queues.popDelayedReceipt(state), null);
  assert.equal(rowAt(state, '07'), null);
  queues.pushDelayedReceipt(state, queued);
  queues.pushDelayedReceipt(state, { ...queued, congestionGas: 1n });
  assert.equal(queues.delayedReceiptCount(state), 2);
  assert.equal(rowAt(state, '07'), '00000000000000000200000000000000');
  assert.equal(rowAt(state, '070000000000000000'), BUFFERED);
  assert.deepEqual(queues.popDelayedReceipt(state), queued);
  assert.equal(queues.popDelayedReceipt(state)?.congestionGas, 1n);
  assert.equal(queues.delayedReceiptCount(state), 0);
  assert.equal(rowAt(state, '07'), '02000000000000000200000000000000');
  assert.equal(rowAt(state, '070000000000000000'), null);
});

const host = 'host.test.near';
const dataId = hexToBytes('9f4eec12654ca070930eb74ac6611c5b9b73b7add65b6837a6f7d2ce2d4ad0c2');
const yielded = decode(Receipt, hexToBytes(YIELDED));

test('a yield has the recorded rows', () => {
  const state = new MemoryState().open();
  const suffix = `${bytesToHex(utf8ToBytes(host))}2c${bytesToHex(dataId)}`;
  yields.writeYieldedReceipt(state, yielded);
  yields.writeYieldStatus(state, host, dataId, 'Yielded');
  yields.pushYieldTimeout(state, { accountId: host, dataId, expiresAt: 1307 });
  assert.equal(rowAt(state, '0a'), '00000000000000000100000000000000');
  assert.equal(
    rowAt(state, '0b0000000000000000'),
    `0e000000${bytesToHex(utf8ToBytes(host))}${bytesToHex(dataId)}1b05000000000000`,
  );
  assert.equal(rowAt(state, `0c${suffix}`), YIELDED);
  assert.equal(rowAt(state, `14${suffix}`), '00');
  yields.writeYieldStatus(state, host, dataId, 'ResumeInitiated');
  assert.equal(rowAt(state, `14${suffix}`), '01');
});

test('a yield is read, resumed and timed out', () => {
  const state = new MemoryState().open();
  yields.writeYieldedReceipt(state, yielded);
  yields.writeYieldStatus(state, host, dataId, 'Yielded');
  assert.deepEqual(yields.readYieldedReceipt(state, host, dataId), yielded);
  assert.equal(yields.hasYieldedReceipt(state, host, dataId), true);
  assert.equal(yields.readYieldStatus(state, host, dataId), 'Yielded');
  assert.equal(yields.hasYieldStatus(state, host, dataId), true);
  yields.removeYieldedReceipt(state, host, dataId);
  yields.removeYieldStatus(state, host, dataId);
  assert.equal(yields.readYieldedReceipt(state, host, dataId), null);
  assert.equal(yields.hasYieldedReceipt(state, host, dataId), false);
  assert.equal(yields.readYieldStatus(state, host, dataId), null);
  assert.equal(yields.hasYieldStatus(state, host, dataId), false);
  const timeout = { accountId: host, dataId, expiresAt: 1307 };
  yields.pushYieldTimeout(state, timeout);
  assert.deepEqual(yields.readFirstYieldTimeout(state), timeout);
  assert.deepEqual(yields.popYieldTimeout(state), timeout);
  assert.equal(yields.readFirstYieldTimeout(state), null);
  assert.equal(yields.popYieldTimeout(state), null);
});

test('the id that a contract chose leads to the data and back', () => {
  const state = new MemoryState().open();
  const yieldId = utf8ToBytes('mine');
  yields.writeYieldIds(state, host, yieldId, dataId);
  assert.equal(yields.hasYieldId(state, host, yieldId), true);
  assert.deepEqual(yields.readDataIdOfYield(state, host, yieldId), dataId);
  assert.deepEqual(yields.readYieldIdOfData(state, host, dataId), yieldId);
  yields.removeYieldIds(state, host, yieldId, dataId);
  assert.equal(yields.hasYieldId(state, host, yieldId), false);
  assert.equal(yields.readDataIdOfYield(state, host, yieldId), null);
  assert.equal(yields.readYieldIdOfData(state, host, dataId), null);
});

test('a receipt that does not wait for exactly one input cannot be yielded', () => {
  const state = new MemoryState().open();
  assert.throws(() => yields.writeYieldedReceipt(state, queued.receipt), {
    code: 'inconsistent_state',
  });
});

test('received data may be the failure of its sender', () => {
  const state = new MemoryState().open();
  const failed = sha256(utf8ToBytes('failed'));
  postponed.writeReceivedData(state, host, dataId, utf8ToBytes('abc'));
  postponed.writeReceivedData(state, host, failed, null);
  assert.deepEqual(postponed.readReceivedData(state, host, dataId), { data: utf8ToBytes('abc') });
  assert.deepEqual(postponed.readReceivedData(state, host, failed), { data: null });
  assert.equal(postponed.readReceivedData(state, host, HASH_ZERO), null);
  assert.equal(postponed.hasReceivedData(state, host, failed), true);
  assert.equal(postponed.receivedDataLength(state, host, dataId), 8);
  assert.equal(postponed.receivedDataLength(state, host, failed), 1);
  assert.equal(postponed.receivedDataLength(state, host, HASH_ZERO), null);
  postponed.removeReceivedData(state, host, dataId);
  assert.equal(postponed.hasReceivedData(state, host, dataId), false);
});

test('a postponed receipt is found through the data it waits for', () => {
  const state = new MemoryState().open();
  const { receipt } = queued;
  const { receiptId, receiverId } = receipt;
  postponed.writePostponedReceipt(state, receipt);
  postponed.writePendingDataCount(state, receiverId, receiptId, 2);
  postponed.writeWaitingReceiptId(state, receiverId, dataId, receiptId);
  assert.deepEqual(postponed.readWaitingReceiptId(state, receiverId, dataId), receiptId);
  assert.equal(postponed.readPendingDataCount(state, receiverId, receiptId), 2);
  assert.deepEqual(postponed.readPostponedReceipt(state, receiverId, receiptId), receipt);
  postponed.removeWaitingReceiptId(state, receiverId, dataId);
  postponed.removePendingDataCount(state, receiverId, receiptId);
  postponed.removePostponedReceipt(state, receiverId, receiptId);
  assert.equal(postponed.readWaitingReceiptId(state, receiverId, dataId), null);
  assert.equal(postponed.readPendingDataCount(state, receiverId, receiptId), null);
  assert.equal(postponed.readPostponedReceipt(state, receiverId, receiptId), null);
});

test('the state of the bandwidth scheduler has the recorded bytes', () => {
  const state = new MemoryState().open();
  assert.equal(readBandwidthState(state), null);
  const hash = '90366329a306885e44e53c49426e0eeba415df29c8e68e1093dda0a66030331a';
  const value = {
    linkAllowances: [{ sender: 0, receiver: 0, allowance: 4_500_000 }],
    sanityCheckHash: hexToBytes(hash),
  };
  writeBandwidthState(state, value);
  const row = `00010000000000000000000000000000000000000020aa440000000000${hash}`;
  assert.equal(rowAt(state, '0f'), row);
  assert.deepEqual(readBandwidthState(state), value);
});
