// Node bytes against the reference's vectors, both ways, and malformed bytes of each kind. Where a
// vector has path bytes that no path encodes to, a valid path is used here.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytesToHex, hexToBytes } from '../../src/base/bytes/bytes.ts';
import { sha256 } from '../../src/base/crypto/hash.ts';
import { PerigeeError } from '../../src/base/errors.ts';
import type { TrieNode } from '../../src/trie/trieNode.ts';
import { decodeNode, encodeNode } from '../../src/trie/trieNodeBytes.ts';
import { STORED_NODES } from './storedNodes.ts';

const VALUE_HASH = 'c228081840db458456346eaf39c6a5c853edd30bc253fb21918aeae207f2ba49';
const VALUE = { valueLength: 3, valueHash: hexToBytes(VALUE_HASH) };
const ONE = '01'.repeat(32);
const TWO = '02'.repeat(32);
const MEMORY = '2a00000000000000';

function branch(children: Record<number, string>, value: typeof VALUE | null): TrieNode {
  const childMask = Object.keys(children).reduce((mask, nibble) => mask | (1 << Number(nibble)), 0);
  const childHashes = hexToBytes(Object.values(children).join(''));
  return { kind: 'branch', childMask, childHashes, value, memoryUsage: 42 };
}

const VECTORS: { name: string; node: TrieNode; bytes: string }[] = [
  {
    name: 'leaf with an odd path',
    node: { kind: 'leaf', path: Uint8Array.of(1, 0, 2), value: VALUE, memoryUsage: 42 },
    bytes: `00020000003102${'03000000'}${VALUE_HASH}${MEMORY}`,
  },
  {
    name: 'branch with two children',
    node: branch({ 3: ONE, 5: TWO }, null),
    bytes: `012800${ONE}${TWO}${MEMORY}`,
  },
  { name: 'branch with child 0', node: branch({ 0: ONE }, null), bytes: `010100${ONE}${MEMORY}` },
  { name: 'branch with child 15', node: branch({ 15: ONE }, null), bytes: `010080${ONE}${MEMORY}` },
  {
    name: 'branch with a value',
    node: branch({ 3: ONE }, VALUE),
    bytes: `0203000000${VALUE_HASH}0800${ONE}${MEMORY}`,
  },
  {
    name: 'extension',
    node: { kind: 'extension', path: Uint8Array.of(7), child: hexToBytes(ONE), memoryUsage: 42 },
    bytes: `030100000017${ONE}${MEMORY}`,
  },
  {
    name: 'memory usage above 32 bits',
    node: {
      kind: 'extension',
      path: Uint8Array.of(7),
      child: hexToBytes(ONE),
      memoryUsage: 2 ** 40,
    },
    bytes: `030100000017${ONE}0000000000010000`,
  },
];

test('nodes have the bytes of the reference', () => {
  for (const { name, node, bytes } of VECTORS) {
    assert.equal(bytesToHex(encodeNode(node)), bytes, name);
    assert.deepEqual(decodeNode(hexToBytes(bytes)), node, name);
  }
});

test('stored nodes of the reference decode, encode and hash to themselves', () => {
  for (const [hash, bytes] of STORED_NODES) {
    assert.equal(bytesToHex(encodeNode(decodeNode(hexToBytes(bytes)))), bytes);
    assert.equal(bytesToHex(sha256(hexToBytes(bytes))), hash);
  }
});

const MALFORMED: Record<string, string> = {
  'no bytes': '',
  'memory usage alone': MEMORY,
  'unknown tag': `04${MEMORY}`,
  'leaf without a path': `00${MEMORY}`,
  'empty path': `0000000000${'03000000'}${VALUE_HASH}${MEMORY}`,
  'path longer than the node': `00ff00000020${'03000000'}${VALUE_HASH}${MEMORY}`,
  'extension prefix in a leaf': `000100000010${'03000000'}${VALUE_HASH}${MEMORY}`,
  'leaf prefix in an extension': `030100000037${ONE}${MEMORY}`,
  'unused bits in the prefix': `030100000057${ONE}${MEMORY}`,
  'leaf without a value': `000100000020${'03000000'}${MEMORY}`,
  'extension with an extra byte': `030100000017${ONE}00${MEMORY}`,
  'branch without a mask': `01${MEMORY}`,
  'branch with a missing child': `012800${ONE}${MEMORY}`,
  'branch with an extra child': `010800${ONE}${TWO}${MEMORY}`,
  'branch with half a value': `0203000000${MEMORY}`,
  'memory usage of 2^53': `030100000017${ONE}0000000000002000`,
};

test('malformed nodes are refused', () => {
  for (const [name, bytes] of Object.entries(MALFORMED)) {
    assert.throws(
      () => decodeNode(hexToBytes(bytes)),
      (error) => error instanceof PerigeeError && error.code === 'trie_node',
      name,
    );
  }
});
