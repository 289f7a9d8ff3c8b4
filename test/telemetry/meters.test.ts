// Counters, gauges and histograms: the text in Prometheus format, and the same numbers as the
// Prometheus client library for the same observations.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Histogram as LibraryHistogram, Registry } from 'prom-client';
import { Amount, Histogram } from '../../src/telemetry/meters.ts';

test('a metric without labels starts at zero', () => {
  const amount = new Amount('a', { type: 'counter', help: 'What it is' });
  assert.equal(amount.format(), '# HELP a What it is\n# TYPE a counter\na 0\n');
  amount.add(2);
  amount.add(3);
  assert.match(amount.format(), /^a 5$/m);
});

test('a metric with labels has a line for each combination that occurred', () => {
  const amount = new Amount('a', { type: 'gauge', help: 'h', labels: ['x', 'y'] });
  amount.set(7, 'a "quoted" \\ word', 'two\nlines');
  amount.add(1, 'b', 'c');
  amount.add(1, 'b', 'c');
  const lines = ['a{x="a \\"quoted\\" \\\\ word",y="two\\nlines"} 7', 'a{x="b",y="c"} 2'];
  assert.equal(amount.format(), `# HELP a h\n# TYPE a gauge\n${lines.join('\n')}\n`);
});

test('a histogram counts like the library', async () => {
  const registry = new Registry();
  const buckets = Array.from({ length: 16 }, (_, i) => 0.001 * 2 ** i);
  const options = { name: 'h', help: 'help', labelNames: ['m'], registers: [registry], buckets };
  const library = new LibraryHistogram(options);
  const own = new Histogram('h', { type: 'histogram', help: 'help', labels: ['m'] });
  const seconds = [0, 0.0001, 0.001, 0.0011, 0.5, 0.512, 32.768, 33, 1_000];
  for (const second of seconds) {
    for (const method of ['a', 'b']) {
      library.observe({ m: method }, second);
      own.observe(second, method);
    }
  }
  assert.equal(own.format(), await registry.metrics());
});
