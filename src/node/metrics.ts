// The node's metrics for Prometheus, under the names that dashboards of the reference know.

import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { RpcMetrics } from '../rpc/context.ts';

/** A millisecond, then twice as long, sixteen times. */
const PROCESSING_BUCKETS = Array.from({ length: 16 }, (_, i) => 0.001 * 2 ** i);

export interface NodeMetrics extends RpcMetrics {
  setHead(height: number, finalHeight: number): void;
}

export function createMetrics(): NodeMetrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const total = new Counter({
    name: 'near_rpc_total_count',
    help: 'JSON-RPC requests by method',
    labelNames: ['method'],
    registers,
  });
  const errors = new Counter({
    name: 'near_rpc_error_count',
    help: 'JSON-RPC requests that ended in an error, by method and code',
    labelNames: ['method', 'err_code'],
    registers,
  });
  const processing = new Histogram({
    name: 'near_rpc_processing_time',
    help: 'Seconds to answer a JSON-RPC request, by method',
    labelNames: ['method'],
    buckets: PROCESSING_BUCKETS,
    registers,
  });
  const timeouts = new Counter({
    name: 'near_rpc_timeout_total',
    help: 'Requests that waited for a transaction in vain',
    registers,
  });
  const waits = new Counter({
    name: 'near_rpc_wait_until_count',
    help: 'Requests that wait for a transaction, by milestone',
    labelNames: ['method', 'wait_until'],
    registers,
  });
  const statusRequests = new Counter({
    name: 'near_http_status_requests_total',
    help: 'GET /status',
    registers,
  });
  const prometheusRequests = new Counter({
    name: 'near_http_prometheus_requests_total',
    help: 'GET /metrics',
    registers,
  });
  const head = new Gauge({ name: 'near_block_height_head', help: 'Height of the head', registers });
  const final = new Gauge({
    name: 'near_final_block_height',
    help: 'Height of the newest final block',
    registers,
  });
  return {
    startRequest: () => {
      const end = processing.startTimer();
      return (method, errorCode) => {
        end({ method });
        total.inc({ method });
        if (errorCode !== null) errors.inc({ method, err_code: String(errorCode) });
      };
    },
    countTimeout: () => timeouts.inc(),
    countWaitUntil: (method, waitUntil) => waits.inc({ method, wait_until: waitUntil }),
    countStatusRequest: () => statusRequests.inc(),
    countPrometheusRequest: () => prometheusRequests.inc(),
    format: () => registry.metrics(),
    setHead: (height, finalHeight) => {
      head.set(height);
      final.set(finalHeight);
    },
  };
}
