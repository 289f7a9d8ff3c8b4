// The state that view calls read.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hexToBytes } from '../../src/base/bytes/bytes.ts';
import { TrieState } from '../../src/state/trieState.ts';
import { createMemoryState } from '../support/memoryState.ts';

const [FIRST, SECOND, SAME] = ['ff00', 'ff01', 'ff02'].map(hexToBytes) as [
  Uint8Array,
  Uint8Array,
  Uint8Array,
];

test('a view pays for values by their hash, and the other price to see them again', () => {
  const memory = createMemoryState((state) => {
    state.set(FIRST, hexToBytes('0000'));
    state.set(SECOND, hexToBytes('0100'));
    state.set(SAME, hexToBytes('0000'));
  });
  const state = new TrieState(memory.trie, memory.root);
  const counts = { touched: 0, cached: 0 };
  for (const key of [FIRST, SECOND, FIRST, SAME]) state.find(key)?.read(counts);
  assert.deepEqual(counts, { touched: 2, cached: 2 });
});
