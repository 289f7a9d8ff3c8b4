// Keys sort like the values they represent, and every column has its own number.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareBytes, hexToBytes, utf8ToBytes } from '../../src/base/bytes/bytes.ts';
import { sha256 } from '../../src/base/crypto/hash.ts';
import {
  blockMerkleKey,
  blockShardKey,
  keyToNumber,
  numberKey,
  prefixRange,
  stateChangeKey,
  trieKeyOf,
} from '../../src/store/storeKeys.ts';

test('numbers sort and round-trip', () => {
  const numbers = [0, 1, 255, 256, 65_535, 2 ** 32, 2 ** 40 + 1, Number.MAX_SAFE_INTEGER];
  const keys = numbers.map(numberKey);
  assert.deepEqual(keys.toSorted(compareBytes), keys);
  assert.deepEqual(keys.map(keyToNumber), numbers);
  for (const wrong of [-1, 1.5, 2 ** 53]) assert.throws(() => numberKey(wrong), /safe integer/);
  assert.throws(() => keyToNumber(new Uint8Array(7)), /eight bytes/);
});

test('shards of a block and indexes of a level sort', () => {
  const hash = sha256(utf8ToBytes('block'));
  const shards = [0, 1, 9, 10, 300].map((shardId) => blockShardKey(hash, shardId));
  assert.deepEqual(shards.toSorted(compareBytes), shards);
  const nodes = [blockMerkleKey(0, 0), blockMerkleKey(0, 256), blockMerkleKey(1, 0)];
  assert.deepEqual(nodes.toSorted(compareBytes), nodes);
  assert.throws(() => blockMerkleKey(64, 0), /level/);
});

test('the trie key of a state change round-trips', () => {
  const trieKey = utf8ToBytes('trie key');
  const key = stateChangeKey(sha256(utf8ToBytes('block')), trieKey, 3);
  assert.deepEqual(trieKeyOf(key), trieKey);
});

const PREFIX_ENDS: Record<string, string | undefined> = {
  '': undefined,
  '00': '01',
  '61ff': '62',
  fe: 'ff',
  ff: undefined,
  ffff: undefined,
  '61ffff00': '61ffff01',
};

test('a prefix ends before the next text of its length', () => {
  for (const [prefix, end] of Object.entries(PREFIX_ENDS)) {
    const start = hexToBytes(prefix);
    const expected = end === undefined ? { start } : { start, end: hexToBytes(end) };
    assert.deepEqual(prefixRange(start), expected, prefix);
  }
});
