// The table of columns: numbers that must never change, and declarations that fit each other.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sha256 } from '../../../src/base/crypto/hash.ts';
import { COLUMNS, Column } from '../../../src/chain/columns/columns.ts';
import { defineColumn, findColumn } from '../../../src/store/column.ts';

/** Stores on disks and clusters hold these numbers. A new column gets a new one, at the end. */
const NUMBERS = [
  ...['meta', 'block', 'blockAt', 'blockExtra', 'nextBlock', 'blockMerkle', 'chunk'],
  ...['chunkExtra', 'outgoingReceipts', 'outcomeIds', 'transaction', 'receipt', 'outcome'],
  ...['stateNode', 'stateChanges', 'epochInfo', 'epochSummary', 'epochStart'],
  ...['lightClientBlock', 'undo', 'accountHistory', 'author', 'parent', 'shown', 'stateKey'],
  ...['stateAt', 'stateMark', 'keyAccount', 'originRow', 'emptyChunk', 'outcomePath'],
  'relatedContract',
];

test('columns keep their numbers', () => {
  assert.deepEqual(
    COLUMNS.slice(0, NUMBERS.length).map(({ name }) => name),
    NUMBERS,
  );
  for (const [i, { number }] of COLUMNS.entries()) assert.equal(number, i);
});

test('a column is found by its name and by its number', () => {
  for (const [name, column] of Object.entries(Column)) {
    assert.equal(column.name, name);
    assert.equal(String(column), name);
    assert.equal(findColumn(column.number), column);
  }
});

test('a number is declared once', () => {
  assert.throws(() => defineColumn({ ...Column.block, name: 'other' }), /number of column other/);
});

test('partitions of a cluster are beginnings of keys', () => {
  const keys = [sha256(new Uint8Array()), new Uint8Array(60), new Uint8Array([1, 97, 98, 0, 9])];
  for (const { name, cluster } of COLUMNS) {
    for (const key of keys) assert.ok(cluster === null || cluster.partition(key) > 0, name);
  }
});

test('columns of a family have partitions of their own', () => {
  const leaders = new Set(COLUMNS.map(({ number }) => number));
  for (const { name, cluster } of COLUMNS) {
    if (cluster?.family !== undefined) assert.ok(leaders.has(cluster.family), name);
  }
});
