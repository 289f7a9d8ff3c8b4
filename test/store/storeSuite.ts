// What every store must do, as one suite that each implementation runs. `open` returns an empty
// store each time.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { bytesKey, compareBytes, utf8ToBytes } from '../../src/base/bytes/bytes.ts';
import { Column } from '../../src/chain/columns/columns.ts';
import {
  Batch,
  KEY_BYTES_MAX,
  type RangeOptions,
  type Row,
  type Store,
  type StoreReader,
} from '../../src/store/store.ts';
import { prefixRange } from '../../src/store/storeKeys.ts';

type Rows = Readonly<Record<string, string | null>>;

/** Commits rows of text; null deletes. */
export function commitTexts(store: Store, rows: Rows, column: Column = Column.block): void {
  const batch = new Batch();
  for (const [key, value] of Object.entries(rows)) {
    if (value === null) batch.deleteBytes(column, utf8ToBytes(key));
    else batch.putBytes(column, utf8ToBytes(key), utf8ToBytes(value));
  }
  store.commit(batch);
}

export function getText(
  reader: StoreReader,
  key: string,
  column: Column = Column.block,
): string | undefined {
  const value = reader.get(column, utf8ToBytes(key));
  return value === undefined ? undefined : bytesKey(value);
}

function rangeTexts(
  reader: StoreReader,
  options?: RangeOptions,
  column: Column = Column.block,
): string[] {
  return [...reader.range(column, options)].map(rowText);
}

function rowText([key, value]: Row): string {
  return `${bytesKey(key)}=${bytesKey(value)}`;
}

const CHECKS: Record<string, (store: Store) => void | Promise<void>> = {
  'reads what was committed, column by column': (store) => {
    commitTexts(store, { a: '1', b: '2' });
    commitTexts(store, { a: '3' }, Column.chunk);
    assert.equal(getText(store, 'a'), '1');
    assert.equal(getText(store, 'a', Column.chunk), '3');
    assert.equal(getText(store, 'b', Column.chunk), undefined);
    commitTexts(store, { a: null, b: '4', c: null });
    assert.deepEqual([getText(store, 'a'), getText(store, 'b')], [undefined, '4']);
  },

  'a later change of a row in one batch wins': (store) => {
    const batch = new Batch();
    const key = utf8ToBytes('a');
    batch.putBytes(Column.block, key, utf8ToBytes('1'));
    batch.putBytes(Column.block, key, utf8ToBytes('2'));
    batch.putBytes(Column.chunk, key, utf8ToBytes('3'));
    batch.deleteBytes(Column.chunk, key);
    store.commit(batch);
    assert.equal(getText(store, 'a'), '2');
    assert.equal(getText(store, 'a', Column.chunk), undefined);
  },

  'keeps values of every size, and gives each its own bytes': (store) => {
    const sizes = [0, 1, 31, 64, 65, 1023, 1024, 1025, 8192, 40_000, 300_000];
    const batch = new Batch();
    const key = (size: number) => utf8ToBytes(`size ${size}`);
    const fill = (size: number) => new Uint8Array(size).fill(size % 251);
    for (const size of sizes) batch.putBytes(Column.block, key(size), fill(size));
    store.commit(batch);
    const found = sizes.map((size) => store.get(Column.block, key(size)));
    assert.deepEqual(found, sizes.map(fill));
    for (const value of found) assert.equal(Object.getPrototypeOf(value), Uint8Array.prototype);
  },

  'values that share memory with others are stored separately': (store) => {
    const whole = utf8ToBytes('0123456789');
    const batch = new Batch();
    batch.putBytes(Column.block, whole.subarray(2, 4), whole.subarray(5, 8));
    store.commit(batch);
    assert.deepEqual(rangeTexts(store), ['23=567']);
  },

  'accepts the longest key and refuses a longer one': (store) => {
    const longest = new Uint8Array(KEY_BYTES_MAX).fill(255);
    const batch = new Batch();
    batch.putBytes(Column.block, longest, utf8ToBytes('1'));
    batch.putBytes(Column.block, new Uint8Array(0), utf8ToBytes('0'));
    store.commit(batch);
    assert.deepEqual(store.get(Column.block, longest), utf8ToBytes('1'));
    assert.deepEqual(store.get(Column.block, new Uint8Array(0)), utf8ToBytes('0'));
    const tooLong = new Uint8Array(KEY_BYTES_MAX + 1);
    assert.throws(() => batch.putBytes(Column.block, tooLong, tooLong), /too long/);
  },

  'ranges have bounds, direction and limit': (store) => {
    commitTexts(store, { a: '1', b: '2', ba: '3', c: '4' }, Column.blockAt);
    commitTexts(store, { a: 'x' }, Column.block);
    commitTexts(store, { a: 'x' }, Column.blockExtra);
    const [a, b, c] = ['a', 'b', 'c'].map(utf8ToBytes) as [Uint8Array, Uint8Array, Uint8Array];
    const cases: [RangeOptions | undefined, string[]][] = [
      [undefined, ['a=1', 'b=2', 'ba=3', 'c=4']],
      [{ reverse: true }, ['c=4', 'ba=3', 'b=2', 'a=1']],
      [{ start: b }, ['b=2', 'ba=3', 'c=4']],
      [{ start: b, end: c }, ['b=2', 'ba=3']],
      [{ start: b, end: c, reverse: true }, ['ba=3', 'b=2']],
      [{ end: b, reverse: true }, ['a=1']],
      [{ start: utf8ToBytes('bb'), reverse: true }, ['c=4']],
      [{ start: b, limit: 1 }, ['b=2']],
      [{ start: b, limit: 1, reverse: true }, ['c=4']],
      [{ limit: 0 }, []],
      [{ start: c, end: a }, []],
      [{ start: c, end: a, reverse: true }, []],
      [prefixRange(b), ['b=2', 'ba=3']],
    ];
    for (const [options, expected] of cases) {
      const found = rangeTexts(store, options, Column.blockAt);
      assert.deepEqual(found, expected, JSON.stringify(options));
    }
  },

  'ranges are those of a sorted map': (store) => {
    const key = fc.uint8Array({ maxLength: 3 });
    const option = fc.option(key, { nil: undefined });
    const sample = fc.sample(fc.tuple(fc.array(key, { maxLength: 8 }), option, option), 40);
    const map = new Map<string, Uint8Array>();
    for (const [keys, start, end] of sample) {
      const batch = new Batch();
      for (const bytes of keys) {
        if (map.delete(bytesKey(bytes))) batch.deleteBytes(Column.block, bytes);
        else batch.putBytes(Column.block, map.set(bytesKey(bytes), bytes) && bytes, bytes);
      }
      store.commit(batch);
      const expected = [...map.values()]
        .sort(compareBytes)
        .filter((bytes) => start === undefined || compareBytes(bytes, start) >= 0)
        .filter((bytes) => end === undefined || compareBytes(bytes, end) < 0);
      const bounds = { ...(start && { start }), ...(end && { end }) };
      const forward = [...store.range(Column.block, bounds)].map(([found]) => found);
      assert.deepEqual(forward, expected);
      const backward = [...store.range(Column.block, { ...bounds, reverse: true })];
      assert.deepEqual(backward.map(([found]) => found).reverse(), expected);
    }
  },

  'a range sees none of the commits that happen while it runs': (store) => {
    commitTexts(store, { a: '1', b: '2', c: '3' });
    const seen: string[] = [];
    for (const row of store.range(Column.block)) {
      commitTexts(store, { b: 'new', c: null, d: '4' });
      seen.push(rowText(row));
    }
    assert.deepEqual(seen, ['a=1', 'b=2', 'c=3']);
    assert.deepEqual(rangeTexts(store), ['a=1', 'b=new', 'd=4']);
  },

  'a range may be left early': (store) => {
    commitTexts(store, { a: '1', b: '2' });
    for (let round = 0; round < 300; round++) {
      for (const row of store.range(Column.block)) {
        assert.equal(rowText(row), 'a=1');
        break;
      }
    }
  },

  'a snapshot does not change': (store) => {
    commitTexts(store, { a: '1', b: '2' });
    const first = store.snapshot();
    commitTexts(store, { a: 'new', b: null, c: '3' });
    const second = store.snapshot();
    commitTexts(store, { a: null, b: 'again' });
    assert.deepEqual(rangeTexts(first), ['a=1', 'b=2']);
    assert.deepEqual(rangeTexts(first, { reverse: true, limit: 1 }), ['b=2']);
    assert.deepEqual([getText(first, 'b'), getText(first, 'c')], ['2', undefined]);
    assert.deepEqual(rangeTexts(second), ['a=new', 'c=3']);
    assert.deepEqual(rangeTexts(store), ['b=again', 'c=3']);
    first.close();
    assert.deepEqual(rangeTexts(second), ['a=new', 'c=3']);
    second.close();
  },

  'many snapshots are opened and closed': (store) => {
    for (let round = 0; round < 2000; round++) {
      if (round % 20 === 0) commitTexts(store, { a: String(round) });
      const snapshot = store.snapshot();
      assert.equal(getText(snapshot, 'a'), String(round - (round % 20)));
      snapshot.close();
    }
  },

  'flushing twice and at once is harmless': async (store) => {
    commitTexts(store, { a: '1' });
    const flushes = [store.flush(), store.flush()];
    commitTexts(store, { b: '2' });
    await Promise.all([...flushes, store.flush()]);
    await store.flush();
    assert.deepEqual(rangeTexts(store), ['a=1', 'b=2']);
  },
};

export function runStoreSuite(name: string, open: () => Promise<Store>): void {
  for (const [title, run] of Object.entries(CHECKS)) {
    test(`${name}: ${title}`, async () => {
      const store = await open();
      try {
        await run(store);
      } finally {
        await store.close();
      }
    });
  }
}
