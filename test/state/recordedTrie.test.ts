// What reads count: bytes towards the state proof, each hash once, and trie nodes for contracts.
// The trie is small enough to know its nodes: two keys that differ in their last nibble.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hexToBytes } from '../../src/base/bytes/bytes.ts';
import { HASH_ZERO } from '../../src/base/crypto/hash.ts';
import { RecordedTrie } from '../../src/state/recordedTrie.ts';
import { createMemoryState } from '../support/memoryState.ts';

const FIRST = hexToBytes('ff00');
const SECOND = hexToBytes('ff01');

// An extension to a branch with two leaves: 47 + 75 + 50 + 50 bytes of nodes.
const EXTENSION = 47;
const BRANCH = 75;
const LEAF = 50;
const PATH = EXTENSION + BRANCH + LEAF;

const memory = createMemoryState((state) => {
  state.set(FIRST, hexToBytes('0000'));
  state.set(SECOND, hexToBytes('0100'));
});

const openTrie = () => new RecordedTrie(memory.trie, memory.root);

test('each node and value counts once', () => {
  const trie = openTrie();
  assert.equal(trie.proofSize, 0);
  assert.deepEqual(trie.get(FIRST), hexToBytes('0000'));
  assert.equal(trie.proofSize, PATH + 2);
  trie.get(FIRST);
  assert.equal(trie.proofSize, PATH + 2);
  trie.get(SECOND);
  assert.equal(trie.proofSize, PATH + 2 + LEAF + 2);
});

test('existence and length are read without the value', () => {
  const trie = openTrie();
  assert.equal(trie.has(FIRST), true);
  assert.equal(trie.valueLength(FIRST), 2);
  assert.equal(trie.proofSize, PATH);
});

test('an absent key counts the nodes that prove it', () => {
  const trie = openTrie();
  assert.equal(trie.get(hexToBytes('00')), null);
  assert.equal(trie.proofSize, EXTENSION);
  assert.equal(trie.has(hexToBytes('ff02')), false);
  assert.equal(trie.valueLength(hexToBytes('ff02')), null);
  assert.equal(trie.proofSize, EXTENSION + BRANCH);
  assert.equal(trie.get(hexToBytes('ff0000')), null);
  assert.equal(trie.proofSize, PATH);
});

test('an empty trie has nothing to count', () => {
  const trie = new RecordedTrie(memory.trie, HASH_ZERO);
  const counts = { touched: 0, cached: 0 };
  assert.equal(trie.findCounted(FIRST, counts), null);
  assert.deepEqual(trie.keysWithPrefix(new Uint8Array(0)), []);
  assert.deepEqual([counts, trie.proofSize], [{ touched: 0, cached: 0 }, 0]);
});

test('peeking leaves no trace', () => {
  const trie = openTrie();
  assert.deepEqual(trie.peek(FIRST), hexToBytes('0000'));
  assert.equal(trie.peek(hexToBytes('00')), null);
  assert.equal(trie.proofSize, 0);
});

test('a removal of contract data counts a fixed size each time', () => {
  const trie = openTrie();
  trie.noteContractDataRemoval();
  trie.noteContractDataRemoval();
  assert.equal(trie.proofSize, 4000);
});

test('iteration counts all nodes and values below the prefix', () => {
  const trie = openTrie();
  assert.deepEqual(trie.keysWithPrefix(hexToBytes('ff')), [FIRST, SECOND]);
  assert.equal(trie.proofSize, PATH + 2 + LEAF + 2);
  const other = openTrie();
  assert.deepEqual(other.keysWithPrefix(hexToBytes('fe')), []);
  assert.equal(other.proofSize, EXTENSION);
});

test('contracts pay for path nodes and values, and pay the other price to see them again', () => {
  const trie = openTrie();
  const counts = { touched: 0, cached: 0 };
  const ref = trie.findCounted(FIRST, counts);
  assert(ref !== null);
  assert.deepEqual(counts, { touched: 3, cached: 0 });
  trie.readCounted(ref, counts);
  assert.deepEqual(counts, { touched: 4, cached: 0 });
  trie.findCounted(SECOND, counts);
  assert.deepEqual(counts, { touched: 5, cached: 2 });
  trie.readCounted(ref, counts);
  assert.deepEqual(counts, { touched: 5, cached: 3 });
  assert.equal(trie.proofSize, PATH + 2 + LEAF);
});

test('what is read without counting is new to a contract', () => {
  const trie = openTrie();
  trie.get(FIRST);
  trie.keysWithPrefix(hexToBytes('ff'));
  const counts = { touched: 0, cached: 0 };
  trie.findCounted(FIRST, counts);
  assert.deepEqual(counts, { touched: 3, cached: 0 });
});
