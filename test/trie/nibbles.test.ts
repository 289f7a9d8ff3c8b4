// The hex-prefix form against the vectors of the reference, and the nibble walks against their
// plain definition.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytesToHex, hexToBytes } from '../../src/base/bytes/bytes.ts';
import {
  countSharedNibbles,
  hexPrefixLength,
  hexPrefixStart,
  isHexPrefix,
  keyToNibbles,
  nibbleAt,
  nibblesToKey,
  writeHexPrefix,
} from '../../src/trie/nibbles.ts';

const KEY = hexToBytes('012345');

const HEX_PREFIXES = [
  { start: 0, isLeaf: false, expected: '00012345' },
  { start: 0, isLeaf: true, expected: '20012345' },
  { start: 1, isLeaf: false, expected: '112345' },
  { start: 1, isLeaf: true, expected: '312345' },
  { start: 6, isLeaf: true, expected: '20' },
  { start: 5, isLeaf: false, expected: '15' },
];

test('the hex-prefix form of a path', () => {
  for (const { start, isLeaf, expected } of HEX_PREFIXES) {
    const path = keyToNibbles(KEY, start);
    const encoded = new Uint8Array(hexPrefixLength(path.length));
    writeHexPrefix(encoded, 0, path, isLeaf);
    assert.equal(bytesToHex(encoded), expected);
    assert.deepEqual(keyToNibbles(encoded, hexPrefixStart(encoded[0]!)), path, expected);
    assert.ok(isHexPrefix(encoded[0]!, isLeaf), expected);
    assert.ok(!isHexPrefix(encoded[0]!, !isLeaf), expected);
  }
});

test('a first byte with unused bits is not a hex prefix', () => {
  for (const first of [0x01, 0x21, 0x40, 0x80, 0x90, 0xff]) {
    assert.ok(!isHexPrefix(first, false) && !isHexPrefix(first, true), String(first));
  }
});

test('nibbles of a key, high half first', () => {
  assert.deepEqual([...keyToNibbles(KEY)], [0, 1, 2, 3, 4, 5]);
  assert.equal(nibbleAt(KEY, 3), 3);
  assert.deepEqual(nibblesToKey([0, 1, 2, 3, 4, 5]), KEY);
  assert.throws(() => nibblesToKey([1]), /whole bytes/);
});

test('shared nibbles end at the first difference or at the shorter end', () => {
  const path = Uint8Array.of(1, 2, 3, 4);
  assert.equal(countSharedNibbles(path, KEY, 1), 4);
  assert.equal(countSharedNibbles(path, KEY, 0), 0);
  assert.equal(countSharedNibbles(Uint8Array.of(4, 5, 6), KEY, 4), 2);
  assert.equal(countSharedNibbles(Uint8Array.of(4, 6), KEY, 4), 1);
});
