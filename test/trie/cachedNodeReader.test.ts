// The cache is invisible except for the number of reads underneath.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytesKey } from '../../src/base/bytes/bytes.ts';
import { sha256 } from '../../src/base/crypto/hash.ts';
import { CachedNodeReader } from '../../src/trie/cachedNodeReader.ts';
import { updateTrie } from '../../src/trie/trieUpdate.ts';
import { MemoryNodes } from './memoryNodes.ts';
import { readTrie } from './readTrie.ts';

const KEY = Uint8Array.of(1);

test('a node is read once, a long value each time', () => {
  const nodes = new MemoryNodes();
  const value = new Uint8Array(2000);
  const root = nodes.build([[KEY, value]]);
  const reader = new CachedNodeReader(nodes, 10_000);
  for (let round = 1; round <= 3; round++) {
    assert.deepEqual(readTrie(reader, root, KEY), value);
    assert.equal(nodes.readCount, 1 + round);
  }
});

test('the nodes of an update can be cached', () => {
  const nodes = new MemoryNodes();
  const reader = new CachedNodeReader(nodes, 10_000);
  const { root, insertions } = updateTrie(reader, new Uint8Array(32), [[KEY, KEY]]);
  reader.remember(insertions);
  assert.deepEqual(readTrie(reader, root, KEY), KEY);
  assert.equal(nodes.readCount, 0);
});

/** Different ones of 900 bytes. */
function createNodes(count: number): { nodes: MemoryNodes; values: Uint8Array[] } {
  const nodes = new MemoryNodes();
  const values = Array.from({ length: count }, (_, i) =>
    new Uint8Array(900).fill(i).fill(i >> 8, 450),
  );
  for (const bytes of values) nodes.nodes.set(bytesKey(sha256(bytes)), bytes);
  return { nodes, values };
}

test('a full cache evicts nodes and still returns the right ones', () => {
  const { nodes, values } = createNodes(1_000);
  const reader = new CachedNodeReader(nodes, 200_000);
  for (const bytes of values) assert.deepEqual(reader.read(sha256(bytes)), bytes);
  for (const bytes of values) assert.deepEqual(reader.read(sha256(bytes)), bytes);
  assert.ok(nodes.readCount > 1_000 && nodes.readCount <= 2_000, String(nodes.readCount));
  const last = values.at(-1)!;
  const { readCount } = nodes;
  assert.deepEqual(reader.read(sha256(last)), last);
  assert.equal(nodes.readCount, readCount, 'the node used last is cached');
});

test('a node that is read repeatedly stays, whatever else is read', () => {
  const { nodes, values } = createNodes(2_000);
  const reader = new CachedNodeReader(nodes, 300_000);
  const [root, ...others] = values as [Uint8Array, ...Uint8Array[]];
  let readCount = 0;
  for (const bytes of others) {
    assert.deepEqual(reader.read(sha256(root)), root);
    reader.read(sha256(bytes));
    readCount++;
  }
  // Two others in its slot at once may evict it, which happens to few of this many.
  assert.ok(nodes.readCount < readCount + 20, String(nodes.readCount - readCount));
});
