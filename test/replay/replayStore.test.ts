// A replay that serves nothing keeps what later blocks read, short or long, and forgets the rest.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Column } from '../../src/chain/columns/columns.ts';
import { packBytes, packJson, unpackBytes, unpackJson } from '../../src/replay/packedBytes.ts';
import { ReplayStore } from '../../src/replay/replayStore.ts';
import { Batch } from '../../src/store/store.ts';

const KEY = new Uint8Array(32).fill(7);

function commit(store: ReplayStore, column: Column, value: Uint8Array | null): void {
  const batch = new Batch();
  if (value === null) batch.deleteBytes(column, KEY);
  else batch.putBytes(column, KEY, value);
  store.commit(batch);
}

test('bytes and JSON are the same after they were packed', () => {
  for (const length of [0, 1, 4_095, 4_096, 1_000_000]) {
    const bytes = Uint8Array.from({ length }, (_, i) => i % 251);
    const packed = packBytes(bytes);
    assert.deepEqual(unpackBytes(packed), bytes, `${length} bytes`);
    assert.ok(length < 1_000_000 || packed.length < length / 10, 'long ones take less');
  }
  const value = { amount: 18446744073709551615n, text: 'é'.repeat(5_000) };
  assert.deepEqual(unpackJson(packJson(value)), value);
});

test('rows that later blocks read are kept', () => {
  const store = new ReplayStore();
  for (const length of [10, 100_000]) {
    const value = new Uint8Array(length).fill(1);
    commit(store, Column.chunk, value);
    assert.deepEqual(store.get(Column.chunk, KEY), value);
    assert.deepEqual([...store.range(Column.chunk)], [[KEY, value]]);
    const snapshot = store.snapshot();
    commit(store, Column.chunk, null);
    assert.equal(store.get(Column.chunk, KEY), undefined);
    assert.deepEqual(snapshot.get(Column.chunk, KEY), value);
    snapshot.close();
  }
});

test('rows for requests are not kept, and state changes until the next block', () => {
  const store = new ReplayStore();
  commit(store, Column.outcome, KEY);
  assert.equal(store.get(Column.outcome, KEY), undefined);
  commit(store, Column.stateChanges, KEY);
  assert.deepEqual(store.get(Column.stateChanges, KEY), KEY);
  commit(store, Column.block, KEY);
  assert.equal(store.get(Column.stateChanges, KEY), undefined);
});
