// A network's rows underneath the trie of a fork, on tries in memory.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytesKey, concatBytes, keyToBytes, utf8ToBytes } from '../../src/base/bytes/bytes.ts';
import { ForkTrie, type Origin } from '../../src/fork/forkTrie.ts';
import { RecordedTrie } from '../../src/state/recordedTrie.ts';
import {
  accountTrieKey,
  contractDataTrieKey,
  delayedReceiptTrieKey,
} from '../../src/state/trieKey.ts';
import { TrieState } from '../../src/state/trieState.ts';
import { RowUnavailable } from '../../src/store/rowUnavailable.ts';
import { iterateTrie } from '../../src/trie/trieIterate.ts';
import { MemoryState } from '../support/memoryState.ts';

const key = (name: string) => contractDataTrieKey('shop.near', utf8ToBytes(name));
const PREFIX = key('');

class Network implements Origin {
  readonly rows = new Map<string, Uint8Array>();

  get(name: Uint8Array): Uint8Array | null {
    return this.rows.get(bytesKey(name)) ?? null;
  }

  keys(prefix: Uint8Array): readonly Uint8Array[] {
    const start = bytesKey(prefix);
    return [...this.rows.keys()].filter((name) => name.startsWith(start)).map(keyToBytes);
  }
}

function createFork(...names: string[]): MemoryState {
  const network = new Network();
  for (const name of names) network.rows.set(bytesKey(key(name)), utf8ToBytes(`old ${name}`));
  network.rows.set(bytesKey(delayedReceiptTrieKey(0)), utf8ToBytes('a receipt'));
  return new MemoryState((own) => new ForkTrie(own, network));
}

function text(value: Uint8Array | null): string | null {
  return value === null ? null : Buffer.from(value).toString();
}

function list(fork: MemoryState, root = fork.root): (string | null)[] {
  const state = new TrieState(fork.trie, root);
  return [...state.rows({ prefix: PREFIX })].map(({ read }) => text(read()));
}

const cause = { kind: 'InitialState' } as const;

test('a fork reads the rows underneath, and its own rows hide them', () => {
  const fork = createFork('a', 'c');
  const state = fork.open();
  assert.equal(text(state.get(key('a'))), 'old a');
  assert.equal(state.valueLength(key('a')), 5);
  assert.equal(text(state.find(key('c'))?.read({ touched: 0, cached: 0 }) ?? null), 'old c');
  assert.equal(state.get(key('b')), null);
  state.set(key('a'), utf8ToBytes('new a'));
  state.set(key('b'), utf8ToBytes('new b'));
  state.commit(cause);
  fork.apply(state);
  assert.deepEqual(list(fork), ['new a', 'new b', 'old c']);
});

test('what is deleted is hidden from that state on, and reported as one change', () => {
  const fork = createFork('a', 'b');
  const before = fork.root;
  const state = fork.open();
  for (const name of state.keysWithPrefix(PREFIX)) state.remove(name);
  state.commit(cause);
  const { changes } = fork.apply(state);
  assert.deepEqual(
    changes.map((change) => bytesKey(change.key)),
    [bytesKey(key('a')), bytesKey(key('b'))],
  );
  assert.deepEqual(list(fork), []);
  assert.equal(fork.open().peek(key('a')), null);
  assert.deepEqual(list(fork, before), ['old a', 'old b']);
  const again = fork.open();
  again.set(key('a'), utf8ToBytes('newer a'));
  again.commit(cause);
  fork.apply(again);
  assert.deepEqual(list(fork), ['newer a']);
});

test('a row that the network lists and denies is unavailable', () => {
  const network = new Network();
  network.rows.set(bytesKey(key('a')), utf8ToBytes('old a'));
  network.get = () => null;
  const fork = new MemoryState((own) => new ForkTrie(own, network));
  assert.throws(() => list(fork), RowUnavailable);
});

test('receipts in transit stay in the network, and absent accounts are absent', () => {
  const fork = createFork('a');
  const trie = new RecordedTrie(fork.trie, fork.root);
  assert.equal(trie.get(delayedReceiptTrieKey(0)), null);
  assert.equal(trie.get(accountTrieKey('nobody.near')), null);
});

test('tombstones are stored in the format of every earlier fork', () => {
  const fork = createFork('a');
  const state = fork.open();
  state.remove(key('a'));
  state.remove(delayedReceiptTrieKey(0));
  state.commit(cause);
  fork.apply(state);
  const stored = [...iterateTrie(fork, fork.root, { prefix: new Uint8Array() })];
  assert.deepEqual(
    stored.map((entry) => [entry.key, fork.read(entry.valueHash)]),
    [[concatBytes(Uint8Array.of(0xff), key('a')), Uint8Array.of(1)]],
  );
});

test('an ordinary trie writes no tombstones', () => {
  const plain = new MemoryState();
  const state = plain.open();
  state.remove(key('a'));
  state.commit(cause);
  plain.apply(state);
  assert.ok(plain.root.every((byte) => byte === 0));
});
