// Finding the transaction that something originates from, over made-up receipts.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatHash, type Hash, sha256 } from '../../../src/base/crypto/hash.ts';
import type { ChainReader } from '../../../src/chain/stored/chainReader.ts';
import { ReceiptOrigins } from '../../../src/chain/stored/receiptOrigins.ts';

function id(name: string): Hash {
  return sha256(new TextEncoder().encode(name));
}

/** `parents` holds what created each receipt; all reads are counted. */
function createOrigins(parents: Record<string, string>, transactions: readonly string[]) {
  const made = new Map(
    Object.entries(parents).map(([child, parent]) => [formatHash(id(child)), id(parent)]),
  );
  const known = new Set(transactions.map((name) => formatHash(id(name))));
  const reads = { count: 0 };
  const chain = {
    receiptParent: (hash: Hash) => {
      reads.count++;
      return made.get(formatHash(hash)) ?? null;
    },
    transaction: (hash: Hash) => (known.has(formatHash(hash)) ? {} : null),
  };
  return { origins: new ReceiptOrigins(chain as ChainReader), reads };
}

const PARENTS = { first: 'tx', second: 'first', third: 'second', lost: 'gone' };

test('receipts lead back to their transaction, which leads to itself', () => {
  const { origins } = createOrigins(PARENTS, ['tx']);
  for (const name of ['tx', 'first', 'second', 'third']) {
    assert.deepEqual(origins.find(id(name)), id('tx'), name);
  }
});

test('what is not kept has no origin', () => {
  const { origins } = createOrigins(PARENTS, ['tx']);
  assert.equal(origins.find(id('lost')), null);
  assert.equal(origins.find(id('nobody knows')), null);
});

test('a path back is walked once', () => {
  const { origins, reads } = createOrigins(PARENTS, ['tx']);
  origins.find(id('third'));
  const before = reads.count;
  origins.find(id('third'));
  origins.find(id('second'));
  assert.equal(reads.count, before + 2);
});
