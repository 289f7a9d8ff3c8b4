// The node's metrics for Prometheus, made from the table of metrics. What changes all the time is
// asked for only when somebody reads the metrics.

import type { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { RpcMetrics } from '../rpc/context.ts';
import {
  METRICS,
  type MetricDefinition,
  type MetricName,
  type MetricOfType,
} from './metricTable.ts';
import type { NODE_VERSION } from './version.ts';

/** A millisecond, then twice as long, sixteen times. */
const PROCESSING_BUCKETS = Array.from({ length: 16 }, (_, i) => 0.001 * 2 ** i);

/** Values of gauges at a moment. */
export type Figures = { readonly [N in MetricOfType<'gauge'>]?: number };

/** What a block adds to the counters. */
export interface BlockFigures {
  readonly producedMs: number;
  readonly chunks: number;
  readonly gasUsed: number;
}

export interface NodeMetrics extends RpcMetrics {
  /** What is measured when somebody reads the metrics. */
  observe(measure: () => Figures): void;
  countBlock(block: BlockFigures): void;
  countTransaction(): void;
  setBuild(version: typeof NODE_VERSION): void;
}

type Made<N extends MetricName> = (typeof METRICS)[N]['type'] extends 'counter'
  ? Counter
  : (typeof METRICS)[N]['type'] extends 'gauge'
    ? Gauge
    : Histogram;

type All = { readonly [N in MetricName]: Made<N> };

interface Loaded {
  readonly registry: Registry;
  readonly all: All;
}

/** What is counted before the library is loaded for it. */
const EARLY_COUNTS_MAX = 4_096;

/**
 * The library is loaded when somebody reads the metrics, or when too much waits to be counted: most
 * nodes of tests live and end without it. What was counted until then is counted late.
 */
class LateMetrics {
  readonly #early: ((all: All) => void)[] = [];
  #loading: Promise<Loaded> | null = null;
  #all: All | null = null;

  use(count: (all: All) => void): void {
    if (this.#all !== null) {
      count(this.#all);
      return;
    }
    this.#early.push(count);
    if (this.#early.length === EARLY_COUNTS_MAX) void this.load();
  }

  load(): Promise<Loaded> {
    this.#loading ??= makeAll().then((loaded) => {
      this.#all = loaded.all;
      for (const count of this.#early.splice(0)) count(loaded.all);
      return loaded;
    });
    return this.#loading;
  }
}

async function makeAll(): Promise<Loaded> {
  const { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } = await import(
    'prom-client'
  );
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const make = (name: string, { type, help, labels = [] }: MetricDefinition) => {
    const options = { name, help, labelNames: [...labels], registers: [registry] };
    if (type === 'counter') return new Counter(options);
    if (type === 'gauge') return new Gauge(options);
    return new Histogram({ ...options, buckets: PROCESSING_BUCKETS });
  };
  const made = Object.entries(METRICS).map(([name, definition]) => [name, make(name, definition)]);
  return { registry, all: Object.fromEntries(made) };
}

export function createMetrics(): NodeMetrics {
  const late = new LateMetrics();
  const measures: (() => Figures)[] = [createProcessMeasure()];
  return {
    startRequest: () => {
      const startMs = performance.now();
      return (method, errorCode) => {
        const seconds = (performance.now() - startMs) / MS_PER_SECOND;
        late.use((all) => {
          all.near_rpc_processing_time.observe({ method }, seconds);
          all.near_rpc_total_count.inc({ method });
          if (errorCode === null) return;
          all.near_rpc_error_count.inc({ method, err_code: `${errorCode}` });
        });
      };
    },
    countTimeout: () => late.use((all) => all.near_rpc_timeout_total.inc()),
    countWaitUntil: (method, waitUntil) =>
      late.use((all) => all.near_rpc_wait_until_count.inc({ method, wait_until: waitUntil })),
    countRefusal: (reason) => late.use((all) => all.perigee_refused_total.inc({ reason })),
    changeConnections: (by) => late.use((all) => all.perigee_connections.inc(by)),
    changeParked: (by) => late.use((all) => all.perigee_waiting_requests.inc(by)),
    countStatusRequest: () => late.use((all) => all.near_http_status_requests_total.inc()),
    countPrometheusRequest: () => late.use((all) => all.near_http_prometheus_requests_total.inc()),
    format: async () => {
      const { registry, all } = await late.load();
      for (const figures of measures.map((measure) => measure())) setGauges(all, figures);
      return registry.metrics();
    },
    observe: (measure) => void measures.push(measure),
    countBlock: ({ producedMs, chunks, gasUsed }) =>
      late.use((all) => {
        all.near_block_processing_time.observe(producedMs / MS_PER_SECOND);
        all.near_block_processed_total.inc();
        all.near_block_produced_total.inc();
        all.near_chunk_produced_total.inc(chunks);
        all.near_gas_used.inc(gasUsed);
      }),
    countTransaction: () => late.use((all) => all.near_transaction_received_validator.inc()),
    setBuild: ({ version, build, rustcVersion }) =>
      late.use((all) =>
        all.near_build_info.set({ release: version, build, rustc_version: rustcVersion }, 1),
      ),
  };
}

function setGauges(all: All, figures: Figures): void {
  for (const [name, value] of Object.entries(figures)) {
    all[name as MetricOfType<'gauge'>].set(value);
  }
}

const US_PER_MS = 1000;
const MS_PER_SECOND = 1000;

/** What the process itself knows. */
function createProcessMeasure(): () => Figures {
  const bootSeconds = Math.floor((Date.now() - process.uptime() * MS_PER_SECOND) / MS_PER_SECOND);
  let usage = process.cpuUsage();
  let atMs = performance.now();
  return () => {
    const { user, system } = process.cpuUsage(usage);
    const elapsedMs = Math.max(1, performance.now() - atMs);
    usage = process.cpuUsage();
    atMs = performance.now();
    return {
      near_boot_time_seconds: bootSeconds,
      near_memory_usage_bytes: process.memoryUsage.rss(),
      near_cpu_usage_ratio: (user + system) / US_PER_MS / elapsedMs,
    };
  };
}
