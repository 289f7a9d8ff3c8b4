// Where a shard's state is split, and into which tries. The vectors come from an independent port
// of the reference's search that gives the results of the reference's own tests; each child must
// also be the trie that is built from its rows alone.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { utf8ToBytes } from '../../src/base/bytes/bytes.ts';
import { formatHash, HASH_ZERO, type Hash } from '../../src/base/crypto/hash.ts';
import { findTrieSplit } from '../../src/state/findTrieSplit.ts';
import { RecordedTrie } from '../../src/state/recordedTrie.ts';
import { splitTrie } from '../../src/state/splitTrie.ts';
import { TRIE_COLUMN } from '../../src/state/trieKey.ts';
import { NodeTrie } from '../../src/trie/trie.ts';
import { decodeNode } from '../../src/trie/trieNodeBytes.ts';
import type { TrieChange } from '../../src/trie/trieUpdate.ts';
import { MemoryNodes } from '../trie/memoryNodes.ts';
import { codeRow, dataRows, queueRows, repeat, shardRows } from './shardStates.ts';

const FIVE = shardRows(['alice.near', 'bob.near', 'carol.near', 'dave.near', 'near']);
const RECORDS = dataRows('bob.near', 4, 300);
const FAMILY = ['abc', 'abc-x', 'abd', 'zed'];
const FAMILY_RECORDS = [...dataRows('abc', 3, 400), ...dataRows('abc-x', 1, 300)];

/** `root` and the children are a root and its memory usage. */
const VECTORS: {
  name: string;
  rows: TrieChange[];
  root: [string, number];
  split: [boundary: string, left: number, right: number];
  left: [string, number];
  right: [string, number];
}[] = [
  {
    name: 'accounts alone',
    rows: FIVE,
    root: ['297VcEEwqyngoYiJWG6pojNNMQiqj9956Xg9X86cgYAw', 2476],
    split: ['c-0', 974, 1139],
    left: ['3J8amvt3f5zvCqVC9btmSeuRga1NbqAVRjEwfjD7pUwh', 1337],
    right: ['2J3GaByNqJzSik7aEfbbbwekGY17MtkPW4miJtgwfaA5', 1706],
  },
  {
    name: 'a contract',
    rows: [...FIVE, codeRow('bob.near', 1000)],
    root: ['AfsMnzMsb65rAoiPtLxh34CsV4J4LoyB5YMoSAgF9HEq', 3594],
    split: ['bob.near-0', 2092, 1139],
    left: ['FJNiWKayQMJwmGaDe7EJbndstuUhzN7Dds7JX4dMoNdg', 2455],
    right: ['2J3GaByNqJzSik7aEfbbbwekGY17MtkPW4miJtgwfaA5', 1706],
  },
  {
    name: 'records of a contract',
    rows: [...FIVE, ...RECORDS],
    root: ['6EoabeunSfcTnQfRMAKV2mWyFeaCfMGL3N1NP72uNYw3', 4204],
    split: ['bob.near-0', 2702, 1139],
    left: ['AM8D7MaFh93DMHSge14uvvZhDn5hMPVA2iCPpow3XyWi', 3065],
    right: ['2J3GaByNqJzSik7aEfbbbwekGY17MtkPW4miJtgwfaA5', 1706],
  },
  {
    name: 'queues',
    rows: [...FIVE, ...RECORDS, ...queueRows()],
    root: ['CxZpMwQSVwKT8fzpXwGJqqqbuw2JGn66NqKFGNVUJTxV', 4684],
    split: ['bob.near-0', 2702, 1139],
    left: ['9YKueeVcUVwC4bL4yJQCTfwGMM7929VqtNYhjWkSp4Ra', 3545],
    right: ['6sx4TzNxi7e2BPugHW1A4ATrAhrfmnN4Gsv5fnaeqCPv', 1880],
  },
  {
    name: 'records that the search overlooks',
    rows: [...shardRows(FAMILY), ...FAMILY_RECORDS],
    root: ['aewnRBmdnNyGFKEZMun3jFQ7jVqN2Hr4MHJuP3xHFBM', 4269],
    split: ['abc-0', 769, 3137],
    left: ['3DtmKmyjcCjqaQZNEHCeTE5KLanLdgBSKP1VT4ZHiLsn', 2344],
    right: ['8zdTJG6uEC4bHHnqADyyAbTVQykFHiCaGCg5xrrCK1bA', 2166],
  },
  {
    name: 'the same records where it finds them',
    rows: [...shardRows([...FAMILY, 'abcd']), ...FAMILY_RECORDS, ...dataRows('abcd', 1, 10)],
    root: ['434cBkhTUgrSAqbUJvrjvM4kkDgwLjMuavDgErNE2etR', 4788],
    split: ['abc-0', 2427, 1998],
    left: ['3DtmKmyjcCjqaQZNEHCeTE5KLanLdgBSKP1VT4ZHiLsn', 2344],
    right: ['4V54Ne359gZHs6NdEKuFkhsPz4GH6hFJjWqaCtpRMv2m', 2831],
  },
  {
    name: 'one account',
    rows: shardRows(['test.near']),
    root: ['8u1Rsm6i741fXEKhGkAzB32886qZVxx5E2y9JrVQZNDb', 752],
    split: ['t-0', 0, 389],
    left: ['Ao55bcfkMNxa2aKxtFb1j3cwFqA2UGuDPP2gSiF4aoDJ', 363],
    right: ['8u1Rsm6i741fXEKhGkAzB32886qZVxx5E2y9JrVQZNDb', 752],
  },
];

function memoryOf(nodes: MemoryNodes, root: Hash): number {
  return decodeNode(nodes.read(root)).memoryUsage;
}

/** Splits a trie and keeps the new nodes. */
function split(nodes: MemoryNodes, root: Hash, boundary: string): Record<'left' | 'right', Hash> {
  const { left, right } = splitTrie(nodes, root, boundary);
  for (const { insertions } of [left, right]) {
    for (const [key, bytes] of insertions) nodes.nodes.set(key, bytes);
  }
  return { left: left.root, right: right.root };
}

test('known states are split at the known account into the known tries', () => {
  for (const { name, rows, ...expected } of VECTORS) {
    const nodes = new MemoryNodes();
    const root = nodes.build(rows);
    assert.deepEqual([formatHash(root), memoryOf(nodes, root)], expected.root, name);
    const [boundaryAccount, leftMemory, rightMemory] = expected.split;
    const found = findTrieSplit(nodes, root);
    assert.deepEqual(found, { boundaryAccount, leftMemory, rightMemory }, name);
    const { left, right } = split(nodes, root, boundaryAccount);
    assert.deepEqual([formatHash(left), memoryOf(nodes, left)], expected.left, `${name}: left`);
    assert.deepEqual([formatHash(right), memoryOf(nodes, right)], expected.right, `${name}: right`);
  }
});

test('states without a place for a boundary', () => {
  const account = (...bytes: number[]): TrieChange => [
    Uint8Array.of(TRIE_COLUMN.account, ...bytes),
    repeat(72, 0x11),
  ];
  const states: Record<string, TrieChange[]> = {
    'no rows': [],
    'no accounts': shardRows([]),
    'names that are not account ids': [account(0xf0, 0x41), account(0xff, 0x41)],
    'an empty name': [account()],
  };
  for (const [name, rows] of Object.entries(states)) {
    const nodes = new MemoryNodes();
    assert.equal(findTrieSplit(nodes, nodes.build(rows)), null, name);
  }
});

test('what the search reads through a recorded trie counts towards its proof, once', () => {
  const nodes = new MemoryNodes();
  const root = nodes.build([...FIVE, ...RECORDS]);
  const trie = new RecordedTrie(new NodeTrie(nodes), root);
  assert.deepEqual(findTrieSplit(trie.nodes, root), findTrieSplit(nodes, root));
  const { proofSize } = trie;
  assert.ok(proofSize > 0);
  findTrieSplit(trie.nodes, root);
  assert.equal(trie.proofSize, proofSize, 'a node counts once');
});

const COLUMNS = Object.values(TRIE_COLUMN);
const BY_ACCOUNT = [0, 1, 2, 3, 4, 5, 6, 9, 12, 20, 22, 23];
const LEFT_ONLY = [13, 14, 16, 17];
const NAMES = ['aa', 'ab', 'ab-0', 'ab.c', 'abc', 'b0', 'ba', 'ba.ba', 'zz', '0a'];

const row = fc
  .record({
    column: fc.constantFrom(...COLUMNS),
    account: fc.constantFrom(...NAMES),
    tail: fc.uint8Array({ maxLength: 2 }),
    value: fc.uint8Array({ maxLength: 60 }),
  })
  .map(({ column, account, tail, value }) => {
    const separator = column === TRIE_COLUMN.accessKey ? 0x02 : 0x2c;
    const key = Uint8Array.of(column, ...utf8ToBytes(account), separator, ...tail);
    return { column, account, change: [key, value] as TrieChange };
  });

test('a child is the trie of its rows alone', () => {
  fc.assert(
    fc.property(
      fc.array(row, { maxLength: 60 }),
      fc.constantFrom(...NAMES, 'm0', 'ab-1'),
      (rows, boundary) => {
        const nodes = new MemoryNodes();
        const root = nodes.build(rows.map(({ change }) => change));
        const children = split(nodes, root, boundary);
        for (const side of ['left', 'right'] as const) {
          const kept = rows.filter(({ column, account }) => {
            if (BY_ACCOUNT.includes(column)) return account < boundary === (side === 'left');
            return side === 'left' || !LEFT_ONLY.includes(column);
          });
          const rebuilt = new MemoryNodes().build(kept.map(({ change }) => change));
          assert.equal(formatHash(children[side]), formatHash(rebuilt), side);
        }
      },
    ),
    { numRuns: 400, seed: 17 },
  );
});

test('a split reads only the paths of the boundary', () => {
  const nodes = new MemoryNodes();
  const accounts = Array.from({ length: 2000 }, (_, i) => `user${i}.near`);
  const root = nodes.build(shardRows(accounts));
  nodes.readCount = 0;
  const { left, right } = splitTrie(nodes, root, 'user5.near');
  const newNodes = left.insertions.size + right.insertions.size;
  assert.ok(nodes.readCount < 400, `${nodes.readCount} nodes were read`);
  assert.ok(newNodes < 60, `${newNodes} nodes are new`);
  assert.notDeepEqual(left.root, HASH_ZERO);
  assert.notDeepEqual(right.root, HASH_ZERO);
});
