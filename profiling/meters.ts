// The cost of counting a request: our own meters next to those of prom-client, with label values
// passed each time and with cached children. `node .build/profiling/meters.js` after `tsc -p
// tsconfig.test.json`.

import { Counter, Histogram as LibraryHistogram, Registry } from 'prom-client';
import { Amount, Histogram } from '../src/telemetry/meters.ts';

const REQUESTS = 300_000;
const ROUNDS = 5;
const METHODS = ['query', 'block', 'status', 'tx', 'chunk', 'send_tx', 'gas_price', 'validators'];

type CountRequest = (method: string, seconds: number) => void;

function countOurs(): CountRequest {
  const time = new Histogram('time', { type: 'histogram', help: 'time', labels: ['method'] });
  const total = new Amount('total', { type: 'counter', help: 'total', labels: ['method'] });
  return (method, seconds) => {
    time.observe(seconds, method);
    total.add(1, method);
  };
}

function createLibraryMeters() {
  const options = { labelNames: ['method'], registers: [new Registry()] };
  const buckets = Array.from({ length: 16 }, (_, i) => 0.001 * 2 ** i);
  return {
    time: new LibraryHistogram({ name: 'time', help: 'time', buckets, ...options }),
    total: new Counter({ name: 'total', help: 'total', ...options }),
  };
}

function countWithLabels(): CountRequest {
  const { time, total } = createLibraryMeters();
  return (method, seconds) => {
    time.observe({ method }, seconds);
    total.inc({ method });
  };
}

function countWithChildren(): CountRequest {
  const { time, total } = createLibraryMeters();
  const children = new Map(
    METHODS.map((method) => [method, { time: time.labels(method), total: total.labels(method) }]),
  );
  return (method, seconds) => {
    const child = children.get(method);
    child?.time.observe(seconds);
    child?.total.inc();
  };
}

function measureMicroseconds(count: CountRequest): number {
  const rounds = Array.from({ length: ROUNDS }, () => {
    const before = process.cpuUsage();
    for (let i = 0; i < REQUESTS; i++) count(METHODS[i % METHODS.length] as string, i / 1e9);
    return process.cpuUsage(before).user / REQUESTS;
  });
  return Math.min(...rounds);
}

for (const [what, create] of [
  ['our own meters', countOurs],
  ['prom-client, labels each time', countWithLabels],
  ['prom-client, children kept', countWithChildren],
] as const) {
  process.stdout.write(`${what.padEnd(32)} ${measureMicroseconds(create()).toFixed(2)} µs\n`);
}
