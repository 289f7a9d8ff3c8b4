// Goal: a chain keeps the rules it began with. Method: choose rules in stores that are new, that
// have a chain, and that have a chain of before there were rules.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Column } from '../../../src/chain/columns/columns.ts';
import { chooseRules, RULES_ROWS, writeRules } from '../../../src/chain/stored/storedRules.ts';
import type { Dialect } from '../../../src/params/dialect.ts';
import { SNAPSHOT_RULES } from '../../../src/params/protocolRules.ts';
import { MemoryStore } from '../../../src/store/memory/memoryStore.ts';
import { Batch } from '../../../src/store/store.ts';
import { createNetworkGenesis } from '../../support/testNetwork.ts';

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

test('a lost row does not change the rules, and a chain that lost both is refused', () => {
  const { config } = createNetworkGenesis();
  const lose = (store: MemoryStore, names: readonly (typeof RULES_ROWS)[number][]) => {
    const batch = new Batch();
    for (const name of names) batch.delete(Column.meta, name);
    store.commit(batch);
  };
  for (const name of RULES_ROWS) {
    const store = new MemoryStore();
    beginChain(store, 'release');
    lose(store, [name]);
    assert.equal(chooseRules(store, {}, config).dialect, 'release', name);
  }
  const store = new MemoryStore();
  beginChain(store, 'release');
  lose(store, RULES_ROWS);
  const message = /`perigee verify --restore-from itself` restores them/;
  assert.throws(() => chooseRules(store, {}, config), { code: 'lost_rules', message });
  // A chain of that version may be an old one.
  chooseRules(store, {}, { ...config, protocolVersion: 87 });
});
