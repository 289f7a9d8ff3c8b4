// Gas snapshots: the text, and what counts as a change.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  compareSnapshots,
  formatSnapshot,
  parseSnapshot,
  takeSnapshot,
} from '../../../src/node/gasReport/gasSnapshot.ts';
import { type GasReportRow, NO_GAS } from '../../../src/rpc/core/gasReportView.ts';

const row = (accountId: string, methodName: string, gas: bigint): GasReportRow => {
  const values = { min: gas, median: gas + 1n, max: gas + 2n, total: gas, parts: NO_GAS };
  return { accountId, methodName, calls: 3, failures: 0, ...values };
};

const take = (...rows: GasReportRow[]) =>
  takeSnapshot({ fromHeight: 1, toHeight: 2, transactions: 1, total: 0n, rows });

test('a snapshot is sorted, and is read as it was written', () => {
  const hostile = 'x (calls: 1, min: 1, median: 1, max: 1)\n# \u001b[31m\\';
  const snapshot = take(
    row('b.near', 'set', 1000n),
    row('a.near', hostile, 5n),
    row('a.near', 'f + g', 7n),
  );
  const text = formatSnapshot(snapshot);
  assert.deepEqual(text.split('\n'), [
    'a.near f + g (calls: 3, min: 7, median: 8, max: 9)',
    'a.near x (calls: 1, min: 1, median: 1, max: 1)\\u{a}# \\u{1b}[31m\\u{5c} ' +
      '(calls: 3, min: 5, median: 6, max: 7)',
    'b.near set (calls: 3, min: 1000, median: 1001, max: 1002)',
    '',
  ]);
  assert.deepEqual(parseSnapshot(text), snapshot);
  assert.deepEqual(parseSnapshot(`# a comment\r\n\n${text.replaceAll('\n', '\r\n')}`), snapshot);
  for (const wrong of [
    'gas',
    'a f (calls: 1, min: 1, median: 1)',
    'a f (calls: -1, min: 1, median: 1, max: 1)',
  ]) {
    assert.throws(
      () => parseSnapshot(`${text}${wrong}\n`),
      /^PerigeeError: line 4 of the snapshot/,
    );
  }
});

test('differences beyond a tolerance', () => {
  const before = take(row('a.near', 'f', 1000n), row('a.near', 'g', 1n), row('a.near', 'h', 0n));
  const after = take(row('a.near', 'f', 1010n), row('a.near', 'h', 0n), row('a.near', 'i', 5n));
  const kinds = (tolerance: number) =>
    compareSnapshots(before, after, tolerance).map((difference) => {
      return difference.kind === 'changed' ? difference.value : difference.kind;
    });
  assert.deepEqual(kinds(0), ['min', 'median', 'max', 'removed', 'added']);
  // Ten are one percent of 1000, and more than 0.999 percent of 1001.
  assert.deepEqual(kinds(0.00999), ['min', 'median', 'removed', 'added']);
  assert.deepEqual(kinds(0.01), ['removed', 'added']);
  assert.deepEqual(compareSnapshots(before, before, 0), []);
});
