// Updates against the roots that the reference states, and against a trie that is built from
// scratch with the same keys: whatever the order and the batches, the root must be the same,
// including memory usage.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  bytesKey,
  bytesToHex,
  hexToBytes,
  keyToBytes,
  utf8ToBytes,
} from '../../src/base/bytes/bytes.ts';
import { formatHash, HASH_ZERO, parseHash, sha256 } from '../../src/base/crypto/hash.ts';
import { decodeNode } from '../../src/trie/trieNodeBytes.ts';
import { lookupTrie } from '../../src/trie/trieRead.ts';
import { type TrieChange, updateTrie } from '../../src/trie/trieUpdate.ts';
import { hexChanges, MemoryNodes } from './memoryNodes.ts';
import { readTrie } from './readTrie.ts';
import { STORED_NODES } from './storedNodes.ts';

const KEYS_BY_SEED = {
  test: 'bb4dc639b212e075a751685b26bdcea5920a504181ff2910e8549742127092a0',
  test1: 'd7d5ed3026fb60790e690b43f0dbd6858aabb824e6f78e03008f88a50cce09a6',
  test2: 'ccfa425f9ed7367c5f780686b0f727696e06edb8693c24dc778f7ff7c44f8f87',
  near: '3c39bb5bc39953c1d15db37ab8addf8b62a0e629bfb7f3b9cb88ec25dbb375ef',
};

/** Millions of NEAR as a little-endian u128 of yocto. */
function balance(millions: number): string {
  const hex = (BigInt(millions) * 10n ** 30n).toString(16).padStart(32, '0');
  return bytesToHex(hexToBytes(hex).reverse());
}

/** The account row and the row of its one full-access key, as genesis writes them. */
function genesisRows(accountId: keyof typeof KEYS_BY_SEED, amount: number, locked = 0) {
  const id = bytesToHex(utf8ToBytes(accountId));
  const account = `${balance(amount)}${balance(locked)}${'00'.repeat(32)}b600000000000000`;
  const accessKey = `02${id}0200${KEYS_BY_SEED[accountId]}`;
  return hexChanges({ [`00${id}`]: account, [accessKey]: '000000000000000001' });
}

const ROOTS: { name: string; changes: TrieChange[]; root: string; memoryUsage: number }[] = [
  {
    name: 'two leaves below an extension',
    changes: hexChanges({ ff00: '0000', ff01: '0100' }),
    root: '8utD1no12bD972DPzij3ydnaNGkLBRzuxGTKhbqrx39Q',
    memoryUsage: 312,
  },
  {
    name: 'a branch with a value',
    changes: hexChanges({ ff00: '0000', ff01: '0100', ff0101: '0101' }),
    root: '87gK6ZaJBgtuBLL3MZ5GB1rVKJmpJ1gYBLusRbTHyZuu',
    memoryUsage: 414,
  },
  {
    name: 'genesis of the simple chain',
    changes: [...genesisRows('test', 950, 50), ...genesisRows('near', 1000)],
    root: 'F5owueruwL7nH2sxCQZy2nhL5VU2JU2xCXfWfK6TiiPD',
    memoryUsage: 932,
  },
  {
    name: 'genesis of the RPC tests',
    changes: [
      ...genesisRows('test1', 950, 50),
      ...genesisRows('test', 1000),
      ...genesisRows('test2', 1000),
      ...genesisRows('near', 1000),
    ],
    root: '66Ekb5R2y5TMdHkYzSoBpWSyyau1LVNG2qdxifbBagD4',
    memoryUsage: 1888,
  },
];

test('roots and memory usage of the reference', () => {
  for (const { name, changes, root, memoryUsage } of ROOTS) {
    const nodes = new MemoryNodes();
    assert.equal(formatHash(nodes.build(changes)), root, name);
    assert.equal(decodeNode(nodes.read(parseHash(root))).memoryUsage, memoryUsage, name);
  }
});

test('an update creates exactly the nodes and values of the new trie', () => {
  const stored = new Set(STORED_NODES.map(([hash]) => hash));
  for (const { name, changes, root } of ROOTS.slice(0, 3)) {
    const { insertions } = updateTrie(new MemoryNodes(), HASH_ZERO, changes);
    const hashes = [...insertions.keys()].map((key) => bytesToHex(keyToBytes(key)));
    const values = new Set(changes.map(([, value]) => bytesToHex(sha256(value!))));
    const newNodes = hashes.filter((hash) => !values.has(hash));
    assert.ok(newNodes.includes(bytesToHex(parseHash(root))), name);
    assert.ok(
      newNodes.every((hash) => stored.has(hash)),
      name,
    );
    assert.equal(hashes.length - newNodes.length, values.size, name);
  }
});

test('a change without effect creates nothing', () => {
  const nodes = new MemoryNodes();
  const root = nodes.build(hexChanges({ ff00: '0000', ff01: '0100', ff0101: '0101' }));
  const idle: Record<string, TrieChange[]> = {
    'no change': [],
    'the same values': hexChanges({ ff00: '0000', ff0101: '0101' }),
    'absent keys deleted': hexChanges({ '': null, ff: null, ff02: null, ff010100: null, aa: null }),
    'a deletion that is reverted': [...hexChanges({ ff00: null }), ...hexChanges({ ff00: '0000' })],
  };
  for (const [name, changes] of Object.entries(idle)) {
    const update = updateTrie(nodes, root, changes);
    assert.deepEqual([update.root, update.insertions.size], [root, 0], name);
  }
});

test('a change reads only the nodes on its path', () => {
  const nodes = new MemoryNodes();
  const rows = Array.from({ length: 16 }, (_, i) => [`f${i.toString(16)}00`, '00'] as const);
  const root = nodes.build(hexChanges(Object.fromEntries(rows)));
  nodes.readCount = 0;
  nodes.update(root, hexChanges({ f300: '01' }));
  assert.equal(nodes.readCount, 3, 'extension, branch, leaf');
});

/** Few bytes and short keys give many shared prefixes, and keys that are prefixes of others. */
const key = fc
  .array(fc.constantFrom(0x00, 0x01, 0x10, 0xff), { maxLength: 5 })
  .map((bytes) => Uint8Array.from(bytes));
const value = fc.uint8Array({ maxLength: 40 });
const change = fc.tuple(key, fc.option(value, { freq: 2 }));
const batches = fc.array(fc.array(change, { maxLength: 12 }), { maxLength: 6 });

/** The contents of a plain map after the same changes. */
function applyToMap(map: Map<string, Uint8Array>, changes: readonly TrieChange[]): void {
  for (const [rowKey, rowValue] of changes) {
    if (rowValue === null) map.delete(bytesKey(rowKey));
    else map.set(bytesKey(rowKey), rowValue);
  }
}

function toChanges(map: ReadonlyMap<string, Uint8Array>): TrieChange[] {
  return [...map].map(([text, rowValue]) => [keyToBytes(text), rowValue]);
}

test('batches give the root of a trie built from scratch, in any order', () => {
  fc.assert(
    fc.property(batches, fc.infiniteStream(fc.integer({ min: 0, max: 1 })), (list, coins) => {
      const nodes = new MemoryNodes();
      const map = new Map<string, Uint8Array>();
      let root = HASH_ZERO;
      for (const changes of list) {
        root = nodes.update(root, changes);
        applyToMap(map, changes);
        const rebuilt = new MemoryNodes();
        assert.equal(formatHash(root), formatHash(rebuilt.build(toChanges(map))));
        const oneByOne = new MemoryNodes();
        let other = HASH_ZERO;
        const shuffled = toChanges(map).sort(() => (coins.next().value === 0 ? -1 : 1));
        for (const single of shuffled) other = oneByOne.update(other, [single]);
        assert.equal(formatHash(root), formatHash(other));
      }
    }),
    { numRuns: 300 },
  );
});

test('values are read back, and deleting all leaves the zero root', () => {
  fc.assert(
    fc.property(batches, key, (list, probe) => {
      const nodes = new MemoryNodes();
      const map = new Map<string, Uint8Array>();
      const root = nodes.update(HASH_ZERO, list.flat());
      applyToMap(map, list.flat());
      for (const [rowKey, rowValue] of toChanges(map)) {
        assert.deepEqual(readTrie(nodes, root, rowKey), rowValue);
        assert.equal(lookupTrie(nodes, root, rowKey)?.valueLength, rowValue?.length);
      }
      assert.deepEqual(readTrie(nodes, root, probe), map.get(bytesKey(probe)) ?? null);
      const deletions = toChanges(map).map(([rowKey]) => [rowKey, null] as const);
      assert.deepEqual(nodes.update(root, deletions), HASH_ZERO);
    }),
    { numRuns: 300 },
  );
});

test('the deepest trie that keys of the protocol can build needs no deep call stack', () => {
  // A branch at every nibble of a key of 1 + 64 + 1 + 2,048 bytes.
  const longest = new Uint8Array(2114);
  const changes: TrieChange[] = [[longest, Uint8Array.of(1)]];
  for (let length = 1; length < longest.length; length++) {
    const low = longest.slice(0, length);
    low[length - 1] = 0x01;
    const high = longest.slice(0, length);
    high[length - 1] = 0x10;
    changes.push([low, Uint8Array.of(2)], [high, Uint8Array.of(3)]);
  }
  const nodes = new MemoryNodes();
  const root = nodes.build(changes);
  assert.deepEqual(readTrie(nodes, root, longest), Uint8Array.of(1));
  const deletions = changes.slice(1).map(([rowKey]) => [rowKey, null] as const);
  const rest = nodes.update(root, deletions);
  assert.deepEqual(rest, new MemoryNodes().build([changes[0]!]));
});
