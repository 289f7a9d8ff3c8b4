// The byte counts for fees and storage, computed by hand.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { utf8ToBytes } from '../../src/base/bytes/bytes.ts';
import {
  dataEntryBytes,
  functionCallBytes,
  gasKeyRowBytes,
  methodNamesBytes,
  nonceRowBytes,
} from '../../src/params/chargedBytes.ts';

test('text is counted in UTF-8 bytes, whether or not it is decoded', () => {
  const args = new Uint8Array(3);
  assert.equal(functionCallBytes('é', args), 5);
  assert.equal(functionCallBytes(utf8ToBytes('é'), args), 5);
  assert.equal(methodNamesBytes(['a', 'é']), 2 + 3);
  assert.equal(methodNamesBytes([utf8ToBytes('a'), utf8ToBytes('é')]), 2 + 3);
  assert.equal(methodNamesBytes([]), 0);
});

test('rows are counted with the account and the key in their trie keys', () => {
  assert.equal(dataEntryBytes(new Uint8Array(2), new Uint8Array(5)), 7);
  assert.equal(gasKeyRowBytes('bob.near', 33), 2 + 8 + 33 + 27);
  assert.equal(nonceRowBytes('bob.near', 33), 2 + 8 + 33 + 2 + 8);
});
