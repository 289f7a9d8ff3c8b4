// Rows, ratios and the plot.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatRow, formatWorst } from '../../src/benchmark/formatReport.ts';
import {
  type Measurement,
  medianOfEach,
  quantile,
  ratio,
  worstRatio,
} from '../../src/benchmark/measurement.ts';
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

test('percentiles and processor time of both nodes are shown side by side', () => {
  const detail = { medianMs: 1.234, p99Ms: 5, processorUs: 140.4 };
  const row = { ...rate, detail };
  assert.match(formatRow(row), /2\.00 times {2}p50 1\.23 ms, p99 5\.00 ms, CPU 140 µs$/);
  const againstDetail = { medianMs: 2, p99Ms: 8, processorUs: null };
  const both = formatRow({ ...row, againstDetail });
  assert.match(both, /p50 1\.23\/2\.00 ms, p99 5\.00\/8\.00 ms, CPU 140 µs$/);
});

test('the worst ratio is that of the row in which this node is slowest', () => {
  const slow = { ...rate, what: 'chunk', value: 300 };
  const late = { ...rate, unit: 'ms', value: 10, against: 4 } as const;
  assert.equal(worstRatio([rate, slow, late]), slow);
  assert.match(formatWorst(slow), /^Worst ratio: 0\.20 times, reads: chunk \(300 against 1500 /);
  assert.equal(worstRatio([{ ...rate, against: undefined }]), null);
});

test('each metric has its own median, and unknown values do not count', () => {
  const runs = [
    { rate: 1, time: 9 },
    { rate: 3, time: null },
    { rate: 2, time: 7 },
  ];
  assert.deepEqual(medianOfEach(runs), { rate: 2, time: 9 });
  assert.deepEqual(medianOfEach([{ time: null }]), { time: null });
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
