// Ids of receipts, actions and data: derived vectors.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { utf8ToBytes } from '../../../src/base/bytes/bytes.ts';
import { formatHash, sha256 } from '../../../src/base/crypto/hash.ts';
import {
  createActionHash,
  createDataId,
  createReceiptId,
} from '../../../src/runtime/results/createIds.ts';

const base = sha256(utf8ToBytes('atata'));
const HEIGHT = 123_456_789;

test('an id depends on its base, the height and a number', () => {
  const id = 'G25Q9XjAtEB9rEqKc7CtdHHMdWCv6d4X5nZFJioyGTZ2';
  assert.equal(formatHash(createReceiptId(base, HEIGHT, 3)), id);
  assert.equal(formatHash(createDataId(base, HEIGHT, 3)), id);
  assert.notDeepEqual(createReceiptId(base, HEIGHT + 1, 3), createReceiptId(base, HEIGHT, 3));
});

test('actions are numbered from the largest number down', () => {
  const first = createActionHash(base, HEIGHT, 0);
  assert.equal(formatHash(first), '9CFeAwvPwWEDDunSq2e27sCjQ74TNjXTzmSKwQGvManL');
  assert.notDeepEqual(createActionHash(base, HEIGHT, 1), first);
});
