// Forwarding and buffering: the rows of a buffered receipt as on a recorded chain, and the gas and
// byte limits that decide which receipts leave.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { U64_MAX } from '../../../src/base/bytes/bigints.ts';
import { bytesToHex, hexToBytes } from '../../../src/base/bytes/bytes.ts';
import { decode } from '../../../src/codec/codec.ts';
import { protocolAt } from '../../../src/params/protocol.ts';
import type { ChunkContext } from '../../../src/runtime/chunkContext.ts';
import { bandwidthParams } from '../../../src/runtime/congestion/bandwidthRequests.ts';
import type { ShardCongestion } from '../../../src/runtime/congestion/congestion.ts';
import { ReceiptSink } from '../../../src/runtime/receipts/receiptSink.ts';
import type { StateUpdate } from '../../../src/state/stateUpdate.ts';
import type { Action } from '../../../src/types/action.ts';
import { NO_CONGESTION } from '../../../src/types/congestion.ts';
import { QueuedReceipt, type Receipt, receiptSize } from '../../../src/types/receipt.ts';
import { createShardLayout } from '../../../src/types/shardLayout.ts';
import { createMemoryState, type MemoryState } from '../../support/memoryState.ts';
import { call, config, createActionReceipt } from '../testChain.ts';

const layout = createShardLayout(['test1'], [1, 0]);
const PGAS = 1_000_000_000_000_000n;

/** Only these parts of the context matter to a sink. */
const chunk = { protocol: config, shardLayout: layout, shardId: 1 } as ChunkContext;

function openSink(
  state: StateUpdate,
  granted: Record<number, number>,
  receiver: Partial<ShardCongestion> = {},
  ownCongestion = NO_CONGESTION,
): ReceiptSink {
  const status = { info: NO_CONGESTION, missedChunks: 0 };
  const congestion = new Map([
    [1, status],
    [0, { ...status, ...receiver }],
  ]);
  const grants = new Map(Object.entries(granted).map(([id, bytes]) => [Number(id), bytes]));
  return new ReceiptSink({ chunk, state, congestion, granted: grants, ownCongestion });
}

function commit(memory: MemoryState, state: StateUpdate): void {
  state.commit({ kind: 'UpdatedDelayedReceipts' });
  memory.apply(state);
}

function rowsOf(state: StateUpdate): Record<string, string | null> {
  const keys = [
    '0d',
    '0e00000000000000000000',
    '100000000000000000',
    '1100000000000000000000000000000000',
  ];
  const entries = keys.map((key) => {
    const value = state.get(hexToBytes(key));
    return [key, value === null ? null : bytesToHex(value)];
  });
  return Object.fromEntries(entries);
}

const BUFFERED =
  'ffff01050000006e6f6465300a000000757365722e6e6f64653312a71e198ae1a44252b10da9236b8d11fe5643b42f' +
  '17552d976e8df37f22606400050000006e6f646530005edad8e09c8a0569c66fcee79007935e65f5bab6df5bff201e' +
  '71d7d0efe8347200ca9a3b00000000000000000000000000000000000000000100000003000040b2bac9e0191e0200' +
  '0000000000c4a4b7f6330000008f00000000000000';

test('the rows of a buffered receipt, before and after it is forwarded', () => {
  const memory = createMemoryState(() => {});
  const { receipt } = decode(QueuedReceipt, hexToBytes(BUFFERED));
  const before = memory.open();
  const buffering = openSink(before, {});
  buffering.forwardBuffered();
  buffering.send(receipt);
  assert.deepEqual(buffering.outgoing, []);
  assert.equal(buffering.congestion.bufferedReceiptsGas, 223_182_562_500n);
  assert.equal(buffering.congestion.receiptBytes, 143);
  const { value } = buffering.createBandwidthRequests(bandwidthParams(config, 2));
  assert.deepEqual(value.requests, [], 'base bandwidth suffices');
  commit(memory, before);
  assert.deepEqual(rowsOf(memory.open()), {
    '0d': '01000000000000000000000000000000000000000100000000000000',
    '0e00000000000000000000': BUFFERED,
    '100000000000000000':
      '00000000000000000001000000000000008f00000000000000c4a4b7f63300000000000000000000000100000000' +
      '000000',
    '1100000000000000000000000000000000': '008f00000000000000c4a4b7f6330000000000000000000000',
  });

  const after = memory.open();
  const forwarding = openSink(after, { 0: 100_000, 1: 100_000 }, {}, buffering.congestion);
  forwarding.forwardBuffered();
  assert.deepEqual(forwarding.outgoing, [receipt]);
  assert.deepEqual(forwarding.congestion, NO_CONGESTION);
  commit(memory, after);
  assert.deepEqual(rowsOf(memory.open()), {
    '0d': '01000000000000000000000001000000000000000100000000000000',
    '0e00000000000000000000': null,
    '100000000000000000':
      '00010000000000000001000000000000000000000000000000000000000000000000000000000000000000000000' +
      '000000',
    '1100000000000000000000000000000000': null,
  });
});

function receiptOf(bytes: number, gas = 1n): Receipt {
  const action = call('f', { gas });
  const args = new Uint8Array(bytes);
  const value = { ...(action.value as object), args } as typeof action.value;
  return createActionReceipt('alice', 'zoe', [{ ...action, value } as Action]);
}

test('a small receipt overtakes a large one that does not fit', () => {
  const memory = createMemoryState(() => {});
  const state = memory.open();
  const sink = openSink(state, { 0: 100_000 });
  const large = receiptOf(150_000);
  const small = receiptOf(1_000);
  sink.send(large);
  sink.send(small);
  assert.deepEqual(sink.outgoing, [small]);
  assert.equal(sink.congestion.receiptBytes, receiptSize(large));
  const { value } = sink.createBandwidthRequests(bandwidthParams(config, 2));
  assert.deepEqual(
    value.requests.map(({ toShard }) => toShard),
    [0],
  );
});

test('the first buffered receipt that does not fit holds the others back', () => {
  const memory = createMemoryState(() => {});
  const state = memory.open();
  const sink = openSink(state, {});
  for (const size of [10_000, 90_000, 1_000]) sink.send(receiptOf(size));
  commit(memory, state);
  const next = openSink(memory.open(), { 0: 50_000 }, {}, sink.congestion);
  next.forwardBuffered();
  assert.equal(next.outgoing.length, 1);
});

test('gas limits of the receiving shard', () => {
  const congested = (fields: object) => ({ info: { ...NO_CONGESTION, ...fields } });
  const halfway = congested({ delayedReceiptsGas: 399n * PGAS });
  const full = { delayedReceiptsGas: 400n * PGAS };
  const cases: [string, Partial<ShardCongestion>, bigint[], number][] = [
    ['plenty', {}, [PGAS, PGAS, PGAS], 3],
    ['used up', halfway, [PGAS, PGAS / 2n, PGAS / 4n, PGAS / 5n], 3],
    ['full', congested(full), [1n], 0],
    ['full, and this shard is chosen', congested({ ...full, allowedShard: 1 }), [1n], 1],
  ];
  for (const [what, receiver, gases, expected] of cases) {
    const sink = openSink(createMemoryState(() => {}).open(), { 0: 1_000_000 }, receiver);
    for (const gas of gases) sink.send(receiptOf(10, gas));
    assert.equal(sink.outgoing.length, expected, what);
  }
});

test('a receipt with more gas than a congested shard ever accepts is still admitted', () => {
  const almostFull = { info: { ...NO_CONGESTION, allowedShard: 1, receiptBytes: 2_000_000_000 } };
  const sink = openSink(createMemoryState(() => {}).open(), { 0: 1_000_000 }, almostFull);
  sink.send(receiptOf(10, PGAS));
  sink.send(receiptOf(10, 1n));
  assert.equal(sink.outgoing.length, 1, 'its gas uses the limit up');
});

test('at version 84 such a receipt waits until the shard is less congested', () => {
  const almostFull = { info: { ...NO_CONGESTION, allowedShard: 1, receiptBytes: 2_000_000_000 } };
  const congestion = new Map([[0, { info: almostFull.info, missedChunks: 0 }]]);
  for (const [version, expected] of [
    [84, 0],
    [85, 1],
  ] as const) {
    const sink = new ReceiptSink({
      chunk: { ...chunk, protocol: protocolAt(version, 'release') },
      state: createMemoryState(() => {}).open(),
      congestion,
      granted: new Map([[0, 1_000_000]]),
      ownCongestion: NO_CONGESTION,
    });
    sink.send(receiptOf(10, PGAS));
    assert.equal(sink.outgoing.length, expected, `at ${version}`);
  }
});

test('receipts that stay on the shard have no gas limit', () => {
  const sink = openSink(createMemoryState(() => {}).open(), { 1: 1_000_000 });
  const own = createActionReceipt('zoe', 'alice', [call('f', { gas: PGAS })]);
  for (let i = 0; i < 400; i++) sink.send(own);
  assert.equal(sink.outgoing.length, 400);
  assert.ok(400n * PGAS < U64_MAX);
});
