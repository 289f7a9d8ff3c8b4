// What wrk prints on various machines.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BenchError } from '../../src/benchmark/benchError.ts';
import { parseWrkReport } from '../../src/benchmark/wrk.ts';

function createReport({ median = '191.00us', p99 = '8.73ms', failures = '' } = {}): string {
  return `Running 1s test @ http://127.0.0.1:3030/
  1 threads and 2 connections
  Thread Stats   Avg      Stdev     Max   +/- Stdev
    Latency     1.29ms    2.02ms  12.99ms   84.65%
    Req/Sec     5.54k     3.32k   12.69k    80.00%
  Latency Distribution
     50%  ${median}
     75%    1.78ms
     90%    4.29ms
     99%    ${p99}
  5504 requests in 1.00s, 2.44MB read
${failures}Requests/sec:   5500.67
Transfer/sec:      2.43MB
`;
}

test('a report has a rate, a median and a tail', () => {
  assert.deepEqual(parseWrkReport(createReport()), {
    requestsPerSecond: 5501,
    medianMs: 0.191,
    p99Ms: 8.73,
  });
});

test('latencies may have any unit', () => {
  const { medianMs, p99Ms } = parseWrkReport(createReport({ median: '1.50s', p99: '0.50m' }));
  assert.deepEqual([medianMs, p99Ms], [1_500, 30_000]);
});

test('failed requests are not a measurement', () => {
  for (const line of [
    '  Non-2xx or 3xx responses: 5504',
    '  Socket errors: connect 0, read 3, write 0, timeout 0',
  ]) {
    const report = createReport({ failures: `${line}\n` });
    assert.throws(
      () => parseWrkReport(report),
      (error) => error instanceof BenchError && error.message.includes(line.trim()),
    );
  }
});
