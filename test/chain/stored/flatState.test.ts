// The state as rows by height: the newest row at or below a height counts, removed rows are absent,
// and what was never seen is unknown unless a mark states that everything was seen.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bytesToUtf8, utf8ToBytes } from '../../../src/base/bytes/bytes.ts';
import {
  changeFlatRow,
  FlatState,
  forgetFlatRow,
  isComplete,
  markComplete,
  writeFlatRow,
} from '../../../src/chain/stored/flatState.ts';
import {
  accessKeysTriePrefix,
  accountTrieKey,
  contractCodeTrieKey,
  contractDataTrieKey,
  globalContractCodeTrieKey,
} from '../../../src/state/trieKey.ts';
import { MemoryStore } from '../../../src/store/memory/memoryStore.ts';
import { RowUnavailable } from '../../../src/store/rowUnavailable.ts';
import { Batch } from '../../../src/store/store.ts';

const text = (value: string) => utf8ToBytes(value);
const data = (key: string | Uint8Array, account = 'a.near') =>
  contractDataTrieKey(account, typeof key === 'string' ? text(key) : key);

function createStore(write: (batch: Batch) => void): MemoryStore {
  const store = new MemoryStore();
  const batch = new Batch();
  write(batch);
  store.commit(batch);
  return store;
}

const read = (store: MemoryStore, height: number, key: Uint8Array) => {
  const value = new FlatState(store, height).get(key);
  return value === null ? null : bytesToUtf8(value);
};

describe('a flat state', () => {
  it('has the newest row at or below a height', () => {
    const store = createStore((batch) => {
      markComplete(batch, 0, null);
      writeFlatRow(batch, 10, data('k'), text('ten'));
      writeFlatRow(batch, 20, data('k'), text('twenty'));
      writeFlatRow(batch, 30, data('k'), null);
    });
    const found = [9, 10, 19, 20, 29, 30, 2 ** 50].map((height) => read(store, height, data('k')));
    assert.deepEqual(found, [null, 'ten', 'ten', 'twenty', 'twenty', null, null]);
  });

  it('lists a key once', () => {
    const store = createStore((batch) => writeFlatRow(batch, 1, data('a'), text('one')));
    const batch = new Batch();
    for (const key of ['a', 'b']) changeFlatRow({ batch, store }, 2, data(key), text('two'));
    const listed = batch.changes.filter(({ column }) => column.name === 'stateKey');
    assert.deepEqual(
      listed.map(({ key }) => key),
      [data('b')],
    );
  });

  it('distinguishes keys that are prefixes of others', () => {
    const long = Uint8Array.from([...text('k'), ...new Uint8Array(12).fill(0xff)]);
    const store = createStore((batch) => {
      markComplete(batch, 0, null);
      writeFlatRow(batch, 5, data(long), text('long'));
      writeFlatRow(batch, 7, data('k'), text('short'));
    });
    assert.equal(read(store, 6, data('k')), null);
    assert.equal(read(store, 6, data(long)), 'long');
    assert.equal(read(store, 8, data('k')), 'short');
  });

  it('does not treat what was never seen as absent', () => {
    const store = createStore((batch) => writeFlatRow(batch, 5, data('k'), text('v')));
    assert.equal(read(store, 5, data('k')), 'v');
    for (const key of [data('other'), accountTrieKey('a.near'), contractCodeTrieKey('a.near')]) {
      assert.throws(() => read(store, 5, key), RowUnavailable);
    }
    assert.throws(() => read(store, 4, data('k')), RowUnavailable);
    const listed = () => [...new FlatState(store, 5).rows({ prefix: data('') })];
    assert.throws(listed, RowUnavailable);
  });

  it('knows an account in full from the block that marks it', () => {
    const store = createStore((batch) => {
      markComplete(batch, 8, 'a.near');
      writeFlatRow(batch, 9, data('k'), text('v'));
    });
    assert.ok(isComplete(store, 'a.near') && !isComplete(store, null));
    assert.equal(read(store, 8, accountTrieKey('a.near')), null);
    assert.throws(() => read(store, 7, accountTrieKey('a.near')), RowUnavailable);
    assert.throws(() => read(store, 8, accountTrieKey('sub.a.near')), RowUnavailable);
    assert.deepEqual(new FlatState(store, 8).keysWithPrefix(accessKeysTriePrefix('a.near')), []);
  });

  it('lists rows in the order of their keys, as they were at a height', () => {
    const store = createStore((batch) => {
      markComplete(batch, 0, null);
      for (const key of ['b', 'a', 'ab', 'c']) writeFlatRow(batch, 1, data(key), text(key));
      writeFlatRow(batch, 2, data('ab'), null);
      writeFlatRow(batch, 3, data('d'), text('d'));
      writeFlatRow(batch, 1, data('x', 'b.near'), text('of another'));
    });
    const list = (height: number, after?: string) =>
      [
        ...new FlatState(store, height).rows({
          prefix: data(''),
          ...(after !== undefined && { after: data(after) }),
        }),
      ].map((row) => bytesToUtf8(row.read()));
    assert.deepEqual(list(1), ['a', 'ab', 'b', 'c']);
    assert.deepEqual(list(2), ['a', 'b', 'c']);
    assert.deepEqual(list(3, 'a'), ['b', 'c', 'd']);
    assert.deepEqual(list(3, 'd'), []);
  });

  it('never treats global code as absent, and forgets what changes unseen', () => {
    const byHash = globalContractCodeTrieKey({ kind: 'CodeHash', value: new Uint8Array(32) });
    const byAccount = globalContractCodeTrieKey({ kind: 'AccountId', value: 'a.near' });
    const store = createStore((batch) => {
      markComplete(batch, 0, null);
      writeFlatRow(batch, 0, byAccount, text('code'));
      forgetFlatRow(batch, 5, byAccount);
    });
    assert.throws(() => read(store, 3, byHash), RowUnavailable);
    assert.equal(read(store, 4, byAccount), 'code');
    assert.throws(() => read(store, 5, byAccount), RowUnavailable);
  });

  it('counts values that a contract reads as a trie does: once by their hash', () => {
    const store = createStore((batch) => {
      markComplete(batch, 0, null);
      writeFlatRow(batch, 0, data('a'), text('same'));
      writeFlatRow(batch, 0, data('b'), text('same'));
    });
    const state = new FlatState(store, 0);
    const counts = { touched: 0, cached: 0 };
    for (const key of ['a', 'b', 'a']) state.find(data(key))?.read(counts);
    assert.deepEqual(counts, { touched: 1, cached: 2 });
    assert.equal(state.find(data('c')), null);
  });
});
