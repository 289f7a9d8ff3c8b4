// Iteration against a sorted map: every prefix, every key to resume after.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { bytesKey, bytesToHex, hexToBytes, keyToBytes } from '../../src/base/bytes/bytes.ts';
import { HASH_ZERO } from '../../src/base/crypto/hash.ts';
import { iterateTrie } from '../../src/trie/trieIterate.ts';
import { hexChanges, MemoryNodes } from './memoryNodes.ts';

const key = fc
  .array(fc.constantFrom(0x00, 0x01, 0x10, 0xff), { maxLength: 5 })
  .map((bytes) => Uint8Array.from(bytes));

test('entries are those of a sorted map, from a prefix and after a key', () => {
  const cases = fc.record({
    keys: fc.array(key, { maxLength: 40 }),
    prefix: key,
    after: fc.option(key, { nil: undefined }),
  });
  fc.assert(
    fc.property(cases, ({ keys, prefix, after }) => {
      const nodes = new MemoryNodes();
      const root = nodes.build(keys.map((bytes) => [bytes, bytes] as const));
      const expected = [...new Set(keys.map(bytesKey))]
        .sort()
        .filter((text) => text.startsWith(bytesKey(prefix)))
        .filter((text) => after === undefined || text > bytesKey(after));
      const options = after === undefined ? { prefix } : { prefix, after };
      const found = [...iterateTrie(nodes, root, options)];
      assert.deepEqual(
        found.map((entry) => bytesKey(entry.key)),
        expected,
      );
      for (const entry of found) {
        assert.equal(entry.valueLength, entry.key.length);
        assert.deepEqual(nodes.read(entry.valueHash), entry.key);
      }
    }),
    { numRuns: 500 },
  );
});

test('an empty trie has no entries', () => {
  const entries = iterateTrie(new MemoryNodes(), HASH_ZERO, { prefix: new Uint8Array(0) });
  assert.deepEqual([...entries], []);
});

test('nodes outside the range are not read', () => {
  const nodes = new MemoryNodes();
  const root = nodes.build(hexChanges({ a000: '01', a100: '02', a1ff: '03', b000: '04' }));
  const visited: string[] = [];
  const visit = (hash: Uint8Array) => visited.push(bytesToHex(hash));
  nodes.readCount = 0;
  const entries = [...iterateTrie(nodes, root, { prefix: hexToBytes('a1'), visit })];
  assert.equal(entries.length, 2);
  assert.equal(visited.length, 5, 'two branches above, one at the prefix, two leaves');
  assert.equal(nodes.readCount, visited.length);
});

test('a caller may stop early', () => {
  const nodes = new MemoryNodes();
  const root = nodes.build(
    Array.from({ length: 256 }, (_, i) => [Uint8Array.of(i), keyToBytes('v')]),
  );
  nodes.readCount = 0;
  for (const entry of iterateTrie(nodes, root, { prefix: new Uint8Array(0) })) {
    assert.deepEqual(entry.key, Uint8Array.of(0));
    break;
  }
  assert.equal(nodes.readCount, 3);
});
