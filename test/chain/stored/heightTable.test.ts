// Heights by hash: what was put in last is found again until it is cleared, and never that of
// another block.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { u64Le } from '../../../src/base/bytes/bytes.ts';
import { sha256 } from '../../../src/base/crypto/hash.ts';
import { HeightTable } from '../../../src/chain/stored/heightTable.ts';

const hashes = Array.from({ length: 500 }, (_, i) => sha256(u64Le(i)));

test('a height is found by its hash alone', () => {
  const table = new HeightTable(10_000);
  hashes.forEach((hash, height) => {
    assert.equal(table.get(hash), undefined);
    table.set(hash, height);
    assert.equal(table.get(hash), height);
  });
  const found = hashes.filter((hash, height) => {
    const known = table.get(hash);
    assert.ok(known === undefined || known === height, `block ${height}`);
    return known !== undefined;
  });
  assert.ok(found.length > 100 && found.length <= 250, `${found.length} are kept`);
  assert.equal(table.figures.entries, found.length);
});

test('nothing is found after clearing, and the height 0 is a height', () => {
  const table = new HeightTable(10_000);
  const [hash = sha256(u64Le(0))] = hashes;
  table.set(hash, 0);
  assert.equal(table.get(hash), 0);
  table.clear();
  assert.equal(table.get(hash), undefined);
});

test('a table without room for more has one place', () => {
  const table = new HeightTable(1);
  hashes.forEach((hash, height) => {
    table.set(hash, height);
    assert.equal(table.get(hash), height);
  });
});
