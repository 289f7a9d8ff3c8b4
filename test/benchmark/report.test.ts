// Rows, ratios and the plot.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatRow } from '../../src/benchmark/formatReport.ts';
import { type Measurement, quantile, ratio } from '../../src/benchmark/measurement.ts';
import { plotRates } from '../../src/benchmark/plot.ts';

const rate: Measurement = {
  section: 'reads',
  what: 'block <final>',
  value: 3000,
  unit: 'requests/s',
  against: 1500,
};

test('a ratio above one is better, whatever the unit', () => {
  assert.equal(ratio(rate), 2);
  assert.equal(ratio({ ...rate, unit: 'ms', value: 5, against: 20 }), 4);
  assert.equal(ratio({ ...rate, against: undefined }), null);
  assert.equal(ratio({ ...rate, value: null }), null);
});

test('a row has the value, the ratio and the note', () => {
  assert.match(formatRow(rate), /block <final> +3000 requests\/s +against +1500: 2\.00 times$/);
  assert.match(formatRow({ ...rate, against: undefined, note: 'p99 1 ms' }), /\(p99 1 ms\)$/);
  assert.match(formatRow({ ...rate, value: null, unit: 'MB' }), /\? MB/);
});

test('quantiles are values that were measured', () => {
  assert.equal(quantile([3, 1, 2], 0.5), 2);
  assert.equal(quantile([1, 2, 3, 4], 0.99), 4);
  assert.ok(Number.isNaN(quantile([], 0.5)));
});

test('the plot has a bar for each rate and none for times', () => {
  const svg = plotRates([rate, { ...rate, unit: 'ms' }]);
  assert.equal(svg.match(/<rect/g)?.length, 2);
  assert.ok(svg.includes('block &lt;final>'));
});
