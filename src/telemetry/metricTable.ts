// THE table of metrics. `metrics.ts` creates them from it, docs/reference/metrics.md is generated
// from it, and the dashboard may use nothing else. Names that begin with `near_` are the
// reference's and have the same meaning, so that its dashboards work; our own begin with
// `perigee_`.

import { REFUSALS } from '../rpc/core/refusal.ts';

export interface MetricDefinition {
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  readonly labels?: readonly string[];
}

function counter<const L extends readonly string[]>(help: string, labels?: L) {
  return { type: 'counter', help, ...(labels && { labels }) } as const;
}

function gauge<const L extends readonly string[]>(help: string, labels?: L) {
  return { type: 'gauge', help, ...(labels && { labels }) } as const;
}

function histogram<const L extends readonly string[]>(help: string, labels?: L) {
  return { type: 'histogram', help, ...(labels && { labels }) } as const;
}

/** The caches of worker threads are not reported. */
const CACHES_SEEN = '(of the threads that serve requests)';

export const METRICS = {
  near_rpc_total_count: counter('JSON-RPC requests', ['method']),
  near_rpc_error_count: counter('JSON-RPC requests that ended in an error', ['method', 'err_code']),
  near_rpc_processing_time: histogram('Seconds to process a JSON-RPC request', ['method']),
  near_rpc_timeout_total: counter('Requests that timed out waiting for a transaction'),
  near_rpc_wait_until_count: counter('Requests that wait for a transaction, by milestone', [
    'method',
    'wait_until',
  ]),
  near_http_status_requests_total: counter('GET /status'),
  near_http_prometheus_requests_total: counter('GET /metrics'),

  near_block_height_head: gauge('Height of the head'),
  near_header_head_height: gauge('Height of the newest header; here that of the head'),
  near_final_block_height: gauge('Height of the newest final block'),
  near_tail_height: gauge('Height of the oldest block that is kept completely'),
  near_head_lag_seconds: gauge('Age of the head'),
  near_sync_status: gauge('Always 0: the node is not syncing'),
  near_epoch_height: gauge('Height of the epoch of the head'),
  near_is_validator: gauge('Whether the node has the key of a validator'),
  near_is_block_producer: gauge('Whether the node produces blocks'),
  near_gas_price: gauge('Gas price after the head, in yoctoNEAR'),
  near_total_supply: gauge('All tokens, in yoctoNEAR'),
  near_block_processed_total: counter('Blocks applied since the start'),
  near_block_processing_time: histogram('Seconds to produce, apply and store a block'),
  near_block_produced_total: counter('Blocks produced since the start'),
  near_chunk_produced_total: counter('Chunks produced since the start'),
  near_gas_used: counter('Gas used by the chunks since the start'),
  near_transaction_received_validator: counter('Transactions received since the start'),
  near_current_protocol_version: gauge('Protocol version of the epoch of the head'),
  near_node_protocol_version: gauge('Newest protocol version that the node supports'),
  near_node_db_version: gauge('Format version of the store'),
  near_config_correct: gauge('Always 1: a node with an invalid configuration does not start'),
  near_peer_connections_total: gauge('Connected peers; a local chain has none'),
  near_memory_usage_bytes: gauge('Memory of the process'),
  near_cpu_usage_ratio: gauge('CPU usage since the metrics were last read; 1 is one full core'),
  near_boot_time_seconds: gauge('When the node was started, in seconds since 1970'),
  near_build_info: gauge('Version of the node', ['release', 'build', 'rustc_version']),

  perigee_refused_total: counter('Requests and connections refused by a limit', ['reason']),
  perigee_connections: gauge('Open connections'),
  perigee_waiting_requests: gauge('Requests that wait for a transaction'),
  perigee_chain_halted: gauge('1 while the chain cannot produce blocks; /health says why'),
  perigee_queued_transactions: gauge("Transactions that wait for the chain's thread"),
  perigee_queued_bytes: gauge("Size of the transactions that wait for the chain's thread"),
  perigee_signatures_waiting: gauge('Expensive signatures that wait to be verified'),
  perigee_pool_transactions: gauge('Transactions in the mempool after the newest block'),
  perigee_pool_bytes: gauge('Size of the transactions in the mempool'),
  perigee_views_waiting: gauge('View calls that wait for a thread'),
  perigee_views_running: gauge('Running view calls'),
  perigee_store_bytes: gauge('Size of the store file; freed space in it is reused'),
  perigee_follow_blocks_left: gauge('Blocks that a follower is behind its source'),
  perigee_follow_blocks_per_second: gauge('Blocks that a follower stores per second'),
  perigee_cache_bytes: gauge(`Estimated size of a cache ${CACHES_SEEN}`, ['cache']),
  perigee_cache_bytes_max: gauge(`Maximum size of a cache ${CACHES_SEEN}`, ['cache']),
  perigee_cache_entries: gauge(`Entries of a cache ${CACHES_SEEN}`, ['cache']),
  perigee_cache_hits_total: counter(`Lookups that found an entry ${CACHES_SEEN}`, ['cache']),
  perigee_cache_misses_total: counter(`Lookups that found none ${CACHES_SEEN}`, ['cache']),
  perigee_ring_height: gauge('Height that the shared cluster has reached, where there is one'),
  perigee_ring_lag_blocks: gauge('How many heights the shared cluster is behind the head'),
  perigee_ring_reads_total: counter('Statements that have read rows from the shared cluster'),
} as const satisfies Readonly<Record<string, MetricDefinition>>;

export type MetricName = keyof typeof METRICS;

export type MetricOfType<T extends MetricDefinition['type']> = {
  [N in MetricName]: (typeof METRICS)[N]['type'] extends T ? N : never;
}[MetricName];

/** The possible values of a label, if the list is short. */
export const LABEL_VALUES: Readonly<Partial<Record<MetricName, Readonly<Record<string, string>>>>> =
  {
    perigee_refused_total: REFUSALS,
  };
