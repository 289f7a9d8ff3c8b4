// A trie whose nodes go through the state column of a store.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HASH_ZERO, sha256 } from '../../../src/base/crypto/hash.ts';
import { writeNodes } from '../../../src/chain/blocks/writeBlock.ts';
import { StoreNodeReader } from '../../../src/chain/stored/storeNodeReader.ts';
import { MemoryStore } from '../../../src/store/memory/memoryStore.ts';
import { Batch } from '../../../src/store/store.ts';
import { updateTrie } from '../../../src/trie/trieUpdate.ts';
import { readTrie } from '../../trie/readTrie.ts';

test('the nodes of an update are read back from the store', () => {
  const store = new MemoryStore();
  const reader = new StoreNodeReader(store);
  let root = HASH_ZERO;
  for (let i = 0; i < 20; i++) {
    const changes = updateTrie(reader, root, [[Uint8Array.of(i), Uint8Array.of(i, i)]]);
    const batch = new Batch();
    writeNodes(batch, changes.insertions);
    store.commit(batch);
    root = changes.root;
  }
  for (let i = 0; i < 20; i++) {
    assert.deepEqual(readTrie(reader, root, Uint8Array.of(i)), Uint8Array.of(i, i));
  }
});

test('a missing node is named', () => {
  const reader = new StoreNodeReader(new MemoryStore());
  assert.throws(
    () => reader.read(sha256(Uint8Array.of(1))),
    /the row \w{43,44} of column stateNode is missing/,
  );
});
