// Goal: a chain keeps the rules it began with. Method: choose rules in stores that are new, that
// have a chain, and that have a chain of before there were rules.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Column } from '../../../src/chain/columns/columns.ts';
import { chooseRules, writeRules } from '../../../src/chain/stored/storedRules.ts';
import type { Dialect } from '../../../src/params/dialect.ts';
import { SNAPSHOT_RULES } from '../../../src/params/protocolRules.ts';
import { MemoryStore } from '../../../src/store/memory/memoryStore.ts';
import { Batch } from '../../../src/store/store.ts';

function beginChain(store: MemoryStore, dialect: Dialect | null): void {
  const batch = new Batch();
  if (dialect !== null) writeRules(batch, { ...SNAPSHOT_RULES, dialect });
  batch.put(Column.meta, 'chain', new Uint8Array(32));
  store.commit(batch);
}

test('a new chain has the wanted dialect, or that of the release', () => {
  const table: readonly [Dialect | undefined, Dialect][] = [
    [undefined, 'release'],
    ['release', 'release'],
    ['cd297313f2', 'cd297313f2'],
  ];
  for (const [wanted, expected] of table) {
    const store = new MemoryStore();
    const rules = chooseRules(store, wanted === undefined ? {} : { dialect: wanted });
    assert.equal(rules.dialect, expected, String(wanted));
  }
});

test('an existing chain keeps its dialect, and another one is refused', () => {
  const store = new MemoryStore();
  beginChain(store, 'cd297313f2');
  assert.equal(chooseRules(store).dialect, 'cd297313f2');
  assert.equal(chooseRules(store, { dialect: 'cd297313f2' }).dialect, 'cd297313f2');
  const error = { code: 'other_dialect', message: /has the dialect cd297313f2, not release/ };
  assert.throws(() => chooseRules(store, { dialect: 'release' }), error);
});

test('a chain without the row is one of the snapshot', () => {
  const store = new MemoryStore();
  beginChain(store, null);
  assert.equal(chooseRules(store).dialect, 'cd297313f2');
  assert.throws(() => chooseRules(store, { dialect: 'release' }), { code: 'other_dialect' });
});
