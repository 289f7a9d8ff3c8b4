// The journal: what reads see in which layer, what a commit keeps, and the result at the end.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hexToBytes, utf8ToBytes } from '../../src/base/bytes/bytes.ts';
import { formatHash, HASH_ZERO, sha256 } from '../../src/base/crypto/hash.ts';
import {
  contractDataTrieKey,
  gasKeyNonceTrieKey,
  receivedDataTrieKey,
} from '../../src/state/trieKey.ts';
import type { StateChangeCause } from '../../src/types/stateChange.ts';
import { createMemoryState, MemoryState } from '../support/memoryState.ts';

const KEY = hexToBytes('0a');
const OTHER = hexToBytes('0d');
const one = utf8ToBytes('one');
const two = utf8ToBytes('two');

const FIRST: StateChangeCause = { kind: 'TransactionProcessing', value: { txHash: HASH_ZERO } };
const SECOND: StateChangeCause = { kind: 'UpdatedDelayedReceipts' };

const withOne = () => createMemoryState((state) => state.set(KEY, one));

test('reads see prospective writes, then committed ones, then the trie', () => {
  const state = withOne().open();
  const seen = () => [state.get(KEY), state.has(KEY), state.valueLength(KEY), state.peek(KEY)];
  assert.deepEqual(seen(), [one, true, 3, one]);
  state.set(KEY, hexToBytes('00'));
  assert.deepEqual(seen(), [hexToBytes('00'), true, 1, hexToBytes('00')]);
  state.commit(FIRST);
  state.remove(KEY);
  assert.deepEqual(seen(), [null, false, null, null]);
  state.rollback();
  assert.deepEqual(seen(), [hexToBytes('00'), true, 1, hexToBytes('00')]);
});

test('a rolled back write leaves nothing behind', () => {
  const memory = withOne();
  const before = memory.root;
  const state = memory.open();
  state.set(KEY, two);
  state.remove(OTHER);
  state.rollback();
  assert.deepEqual(state.get(KEY), one);
  const { root, nodes, changes } = state.finish();
  assert.deepEqual([root, nodes.size, changes], [before, 0, []]);
});

test('each commit shows each key once, with its last value and its cause', () => {
  const state = withOne().open();
  state.set(OTHER, one);
  state.set(OTHER, two);
  state.remove(KEY);
  state.commit(FIRST);
  state.set(KEY, two);
  state.commit(SECOND);
  const { changes } = state.finish();
  assert.deepEqual(changes, [
    {
      key: KEY,
      changes: [
        { cause: FIRST, value: null },
        { cause: SECOND, value: two },
      ],
    },
    { key: OTHER, changes: [{ cause: FIRST, value: two }] },
  ]);
});

test('changes are ordered by the bytes of their keys', () => {
  const state = new MemoryState().open();
  for (const hex of ['0e', '0dff', '0d', '0dffff', '0d00']) state.set(hexToBytes(hex), one);
  state.commit(FIRST);
  const order = state.finish().changes.map(({ key }) => key);
  assert.deepEqual(order, ['0d', '0d00', '0dff', '0dffff', '0e'].map(hexToBytes));
});

test('the removal of an absent key is a change without effect', () => {
  const state = new MemoryState().open();
  state.remove(KEY);
  state.commit(FIRST);
  const { root, changes } = state.finish();
  assert.deepEqual(root, HASH_ZERO);
  assert.deepEqual(changes, [{ key: KEY, changes: [{ cause: FIRST, value: null }] }]);
});

test('the removal of a gas key nonce changes the trie and is not shown', () => {
  const handle = { type: 'ed25519', data: new Uint8Array(32) } as const;
  const nonceKey = gasKeyNonceTrieKey('alice.near', handle, 0);
  const memory = createMemoryState((state) => state.set(nonceKey, one));
  const state = memory.open();
  state.set(nonceKey, two);
  state.commit(FIRST);
  state.remove(nonceKey);
  state.commit(SECOND);
  const { root, changes } = state.finish();
  assert.deepEqual(root, HASH_ZERO);
  assert.deepEqual(changes, [{ key: nonceKey, changes: [{ cause: FIRST, value: two }] }]);
  const again = memory.open();
  again.remove(nonceKey);
  again.commit(FIRST);
  assert.deepEqual(again.finish().changes, []);
});

test('the root depends on the rows alone', () => {
  const memory = withOne();
  const state = memory.open();
  state.set(OTHER, two);
  state.remove(KEY);
  state.commit(FIRST);
  const { root } = memory.apply(state);
  const direct = createMemoryState((fresh) => fresh.set(OTHER, two));
  assert.equal(formatHash(root), formatHash(direct.root));
  assert.deepEqual(memory.open().get(OTHER), two);
});

test('only what comes from the trie counts in the proof', () => {
  const state = withOne().open();
  state.set(OTHER, one);
  state.get(OTHER);
  state.find(OTHER)?.read({ touched: 0, cached: 0 });
  assert.equal(state.trie.proofSize, 0);
  state.get(KEY);
  assert.notEqual(state.trie.proofSize, 0);
});

test('removals of contract data count in the proof, others do not', () => {
  const state = new MemoryState().open();
  state.remove(receivedDataTrieKey('alice.near', HASH_ZERO));
  assert.equal(state.trie.proofSize, 0);
  state.remove(contractDataTrieKey('alice.near', one));
  state.rollback();
  assert.equal(state.trie.proofSize, 2000);
});

test('a value is found with its length and hash before it is read', () => {
  const state = withOne().open();
  const counts = { touched: 0, cached: 0 };
  const stored = state.findCounted(KEY, counts);
  assert(stored !== null);
  assert.deepEqual([stored.length, stored.hash], [3, sha256(one)]);
  assert.deepEqual(counts, { touched: 1, cached: 0 });
  assert.deepEqual(stored.read(counts), one);
  assert.deepEqual(counts, { touched: 2, cached: 0 });
  assert.equal(state.find(OTHER), null);
});

test('a pending value or removal counts no nodes', () => {
  const state = withOne().open();
  const counts = { touched: 0, cached: 0 };
  state.set(KEY, two);
  const pending = state.findCounted(KEY, counts);
  assert(pending !== null);
  assert.deepEqual([pending.length, pending.hash, pending.read(counts)], [3, sha256(two), two]);
  state.remove(KEY);
  state.commit(FIRST);
  assert.equal(state.findCounted(KEY, counts), null);
  assert.deepEqual(counts, { touched: 0, cached: 0 });
});

test('keys with a prefix are those of all layers without the removed ones', () => {
  const rows = ['0a01', '0a02', '0a03', '0b01'].map(hexToBytes);
  const memory = createMemoryState((state) => {
    for (const key of rows) state.set(key, one);
  });
  const state = memory.open();
  state.remove(hexToBytes('0a01'));
  state.set(hexToBytes('0a00'), one);
  state.set(hexToBytes('0a04'), one);
  state.commit(FIRST);
  state.remove(hexToBytes('0a02'));
  state.remove(hexToBytes('0a04'));
  state.set(hexToBytes('0a01ff'), one);
  const keys = state.keysWithPrefix(hexToBytes('0a'));
  assert.deepEqual(keys, ['0a00', '0a01ff', '0a03'].map(hexToBytes));
});

test('a journal with prospective writes cannot be finished', () => {
  const state = new MemoryState().open();
  state.set(KEY, one);
  assert.throws(() => state.finish(), /assertion failed/);
});
