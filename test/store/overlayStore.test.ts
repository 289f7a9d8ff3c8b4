// A layer over other rows behaves as one store with all changes, and leaves what is beneath alone.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytesToHex } from '../../src/base/bytes/bytes.ts';
import { ChaChaRng } from '../../src/base/crypto/chacha.ts';
import { sha256 } from '../../src/base/crypto/hash.ts';
import { PerigeeError } from '../../src/base/errors.ts';
import { Column } from '../../src/chain/columns/columns.ts';
import { MemoryStore } from '../../src/store/memory/memoryStore.ts';
import { OverlayStore } from '../../src/store/overlayStore.ts';
import { Batch, type RangeOptions, type StoreReader } from '../../src/store/store.ts';

const column = Column.chunk as never;
const key = (number: number) => Uint8Array.of(number >> 4, number & 15);

function list(store: StoreReader, options?: RangeOptions): string[] {
  return [...store.range(column, options)].map((row) => row.map(bytesToHex).join('='));
}

test('random changes in two layers give what one store gives', () => {
  const random = new ChaChaRng(sha256(Uint8Array.of(7)), 8);
  const beneath = new MemoryStore();
  const expected = new MemoryStore();
  const change = (...stores: { commit(batch: Batch): void }[]) => {
    const batch = new Batch();
    for (let i = 0; i < 20; i++) {
      const number = random.below32(64);
      if (random.below32(3) === 0) batch.deleteBytes(column, key(number));
      else batch.putBytes(column, key(number), Uint8Array.of(random.below32(256)));
    }
    for (const store of stores) store.commit(batch);
  };
  change(beneath, expected);
  const before = list(beneath);
  const lower = new OverlayStore(beneath);
  change(lower, expected);
  const upper = new OverlayStore(lower);
  for (let round = 0; round < 30; round++) {
    change(upper, expected);
    const start = random.below32(64);
    const bounds: RangeOptions[] = [
      {},
      { reverse: true },
      { start: key(start), limit: random.below32(5) },
      { start: key(10), end: key(start), reverse: true, limit: 3 },
    ];
    for (const options of bounds) assert.deepEqual(list(upper, options), list(expected, options));
    for (let i = 0; i < 64; i++) {
      assert.deepEqual(upper.get(column, key(i)), expected.get(column, key(i)));
    }
  }
  assert.deepEqual(list(beneath), before);
});

test('hidden columns, and a bound in bytes', () => {
  const beneath = new MemoryStore();
  const batch = new Batch();
  batch.putBytes(column, key(1), new Uint8Array(10));
  beneath.commit(batch);
  const store = new OverlayStore(beneath, { hidden: [column], bytesMax: 150 });
  assert.equal(store.get(column, key(1)), undefined);
  assert.deepEqual(list(store), []);
  store.commit(batch);
  assert.deepEqual(list(store), list(beneath));
  const hasCode = (error: unknown) =>
    error instanceof PerigeeError && error.code === 'overlay_full';
  assert.throws(() => store.commit(batch), hasCode);
  assert.deepEqual(list(store), list(beneath));
});
