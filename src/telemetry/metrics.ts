// The node's metrics for Prometheus, created from the table of metrics. Gauges that change all the
// time are only measured when the metrics are read.

import type { Counter, Registry } from 'prom-client';
import type { Caches } from '../base/collections/caches.ts';
import { MS_PER_SECOND, US_PER_MS } from '../base/units.ts';
import type { NODE_VERSION } from '../base/version.ts';
import type { RpcMetrics } from '../rpc/core/context.ts';
import { Amount, Histogram } from './meters.ts';
import { METRICS, type MetricName, type MetricOfType } from './metricTable.ts';

/** Values of gauges and counters at a point in time. */
export type Figures = { readonly [N in FigureName]?: number };
type FigureName = MetricOfType<'gauge'> | MetricOfType<'counter'>;

/** What a block adds to the counters. */
interface BlockFigures {
  readonly producedMs: number;
  readonly chunks: number;
  readonly gasUsed: number;
}

export interface NodeMetrics extends RpcMetrics {
  /** Measured when the metrics are read. */
  observe(measure: () => Figures): void;
  /** The caches of this thread. */
  observeCaches(caches: Pick<Caches, 'report'>): void;
  countBlock(block: BlockFigures): void;
  countTransaction(): void;
  setBuild(version: typeof NODE_VERSION): void;
}

type Meters = {
  readonly [N in MetricName]: (typeof METRICS)[N]['type'] extends 'histogram' ? Histogram : Amount;
};

function createMeters(): Meters {
  const made = Object.entries(METRICS).map(([name, definition]) => {
    const Meter = definition.type === 'histogram' ? Histogram : Amount;
    return [name, new Meter(name, definition)];
  });
  return Object.fromEntries(made);
}

/** Metrics of Node.js itself; the library for them is loaded on first use. */
class ProcessMetrics {
  #registry: Promise<Registry> | null = null;

  async format(): Promise<string> {
    this.#registry ??= import('prom-client').then(({ collectDefaultMetrics, Registry }) => {
      const registry = new Registry();
      const before = process.cpuUsage();
      collectDefaultMetrics({ register: registry });
      countCpu(registry, before);
      return registry;
    });
    return (await this.#registry).metrics();
  }
}

/** The library counts from when it is loaded; this is the CPU time until then. */
function countCpu(registry: Registry, { user, system }: NodeJS.CpuUsage): void {
  const microseconds = { user_: user, system_: system, '': user + system };
  for (const [kind, amount] of Object.entries(microseconds)) {
    const counter = registry.getSingleMetric(`process_cpu_${kind}seconds_total`);
    (counter as Counter | undefined)?.inc(amount / 1e6);
  }
}

export function createMetrics(): NodeMetrics {
  const meters = createMeters();
  const ofProcess = new ProcessMetrics();
  const measures: (() => Figures)[] = [createProcessMeasure()];
  const observed: Pick<Caches, 'report'>[] = [];
  return {
    startRequest: () => {
      const startMs = performance.now();
      return (method, errorCode) => {
        const seconds = (performance.now() - startMs) / MS_PER_SECOND;
        meters.near_rpc_processing_time.observe(seconds, method);
        meters.near_rpc_total_count.add(1, method);
        if (errorCode !== null) meters.near_rpc_error_count.add(1, method, `${errorCode}`);
      };
    },
    countTimeout: () => meters.near_rpc_timeout_total.add(1),
    countWaitUntil: (method, waitUntil) =>
      meters.near_rpc_wait_until_count.add(1, method, waitUntil),
    countRefusal: (reason) => meters.perigee_refused_total.add(1, reason),
    changeConnections: (by) => meters.perigee_connections.add(by),
    changeWaits: (by) => meters.perigee_waiting_requests.add(by),
    countStatusRequest: () => meters.near_http_status_requests_total.add(1),
    countPrometheusRequest: () => meters.near_http_prometheus_requests_total.add(1),
    format: async () => {
      for (const figures of measures.map((measure) => measure())) setFigures(meters, figures);
      for (const caches of observed) setCaches(meters, caches);
      const own = Object.values(meters).map((meter) => meter.format());
      return [await ofProcess.format(), ...own].join('\n');
    },
    observe: (measure) => void measures.push(measure),
    observeCaches: (caches) => void observed.push(caches),
    countBlock: ({ producedMs, chunks, gasUsed }) => {
      meters.near_block_processing_time.observe(producedMs / MS_PER_SECOND);
      meters.near_block_processed_total.add(1);
      meters.near_block_produced_total.add(1);
      meters.near_chunk_produced_total.add(chunks);
      meters.near_gas_used.add(gasUsed);
    },
    countTransaction: () => meters.near_transaction_received_validator.add(1),
    setBuild: ({ version, build, rustcVersion }) =>
      meters.near_build_info.set(1, version, build, rustcVersion),
  };
}

function setFigures(meters: Meters, figures: Figures): void {
  for (const [name, value] of Object.entries(figures)) {
    meters[name as FigureName].set(value);
  }
}

function setCaches(meters: Meters, caches: Pick<Caches, 'report'>): void {
  for (const [name, { bytes, bytesMax, entries, hits, misses }] of caches.report()) {
    meters.perigee_cache_bytes.set(bytes, name);
    meters.perigee_cache_bytes_max.set(bytesMax, name);
    meters.perigee_cache_entries.set(entries, name);
    meters.perigee_cache_hits_total.set(hits, name);
    meters.perigee_cache_misses_total.set(misses, name);
  }
}

/** Metrics of the process. */
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
