// What a state contains that the previous one does not: found by walking both, and compared with a
// trie whose nodes are all counted.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { bytesKey } from '../../src/base/bytes/bytes.ts';
import { HASH_ZERO, type Hash } from '../../src/base/crypto/hash.ts';
import { writeNodes } from '../../src/chain/blocks/writeBlock.ts';
import { StoreNodeReader } from '../../src/chain/stored/storeNodeReader.ts';
import { hashesBelow, newStateRows } from '../../src/cluster/newStateNodes.ts';
import { MemoryStore } from '../../src/store/memory/memoryStore.ts';
import { Batch } from '../../src/store/store.ts';
import { isEmptyRoot } from '../../src/trie/trieRead.ts';
import { updateTrie } from '../../src/trie/trieUpdate.ts';

const store = new MemoryStore();
const reader = new StoreNodeReader(store);

type Update = [key: Uint8Array, value: Uint8Array | null];

function apply(root: Hash, updates: readonly Update[]): Hash {
  const changes = updateTrie(reader, root, updates);
  const batch = new Batch();
  writeNodes(batch, changes.insertions);
  store.commit(batch);
  return changes.root;
}

/** All nodes and values of a state, by their hashes. */
function listState(root: Hash): Set<string> {
  const found = new Set<string>();
  const pending = isEmptyRoot(root) ? [] : [root];
  for (let hash = pending.pop(); hash !== undefined; hash = pending.pop()) {
    found.add(bytesKey(hash));
    const { nodes, value } = hashesBelow(reader.read(hash));
    pending.push(...nodes);
    if (value !== null) found.add(bytesKey(value));
  }
  return found;
}

const key = fc.uint8Array({ minLength: 1, maxLength: 4, max: 3 });
const value = fc.option(fc.uint8Array({ minLength: 1, maxLength: 2, max: 1 }), { nil: null });
const updates = fc.array(fc.tuple(key, value), { maxLength: 12 });

test('the previous state and the new nodes make up the whole state', () => {
  fc.assert(
    fc.property(updates, updates, (first, second) => {
      const before = apply(HASH_ZERO, first as Update[]);
      const after = apply(before, second as Update[]);
      const rows = [...newStateRows(reader, after, before)].map(({ hash }) => bytesKey(hash));
      const whole = listState(after);
      const former = listState(before);
      for (const hash of rows) assert.ok(whole.has(hash));
      for (const hash of whole) assert.ok(former.has(hash) || rows.includes(hash));
    }),
    { numRuns: 300 },
  );
});

test('one changed key leads to one path of new nodes', () => {
  const many = Array.from({ length: 500 }, (_, i): Update => {
    return [Uint8Array.of(i >> 8, i & 255), Uint8Array.of(i & 255, 7)];
  });
  const before = apply(HASH_ZERO, many);
  const after = apply(before, [[Uint8Array.of(1, 2), Uint8Array.of(9, 9, 9)]]);
  const rows = [...newStateRows(reader, after, before)];
  assert.ok(rows.length > 1 && rows.length <= 7, `${rows.length} rows`);
  assert.deepEqual([...newStateRows(reader, after, after)], []);
  assert.equal([...newStateRows(reader, after, null)].length > 500, true);
});
