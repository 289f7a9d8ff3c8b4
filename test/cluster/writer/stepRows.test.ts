// The rows that a writer reads twice within a step.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Column } from '../../../src/chain/columns/columns.ts';
import { StepRows } from '../../../src/cluster/writer/stepRows.ts';

test('rows that never change are read once, until the store is refreshed', () => {
  const read: string[] = [];
  let version = 1;
  const rows = new StepRows({
    get: (column, key) => {
      read.push(`${column}`);
      return key[0] === 0 ? undefined : Uint8Array.of(version);
    },
    range: () => [],
    refresh: () => version++,
  });
  const key = Uint8Array.of(7);
  for (let i = 0; i < 2; i++) {
    assert.deepEqual(rows.get(Column.outcome, key), Uint8Array.of(1));
    rows.get(Column.meta, key);
    assert.equal(rows.get(Column.receipt, Uint8Array.of(0)), undefined);
  }
  assert.deepEqual(read, ['outcome', 'meta', 'receipt', 'meta', 'receipt']);
  rows.refresh();
  assert.deepEqual(rows.get(Column.outcome, key), Uint8Array.of(2));
});
