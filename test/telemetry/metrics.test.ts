// The metrics of a running node: all metrics of the table exist and change, the reference page is
// generated from the table, and the dashboard queries nothing that does not exist.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatHash } from '../../src/base/crypto/hash.ts';
import { formatMetricsPage } from '../../src/telemetry/metricsPage.ts';
import { METRICS, type MetricDefinition } from '../../src/telemetry/metricTable.ts';
import { metricOf, readMetrics } from '../hostileClients/support/nodeMetrics.ts';
import { readText } from '../support/repository.ts';
import { ALICE, BOB, startTestNode } from '../support/runningNode.ts';
import { Sender, transfer } from '../support/sender.ts';

/** Each is counted under the name that was called. */
const STATUS_METHODS = ['tx', 'tx_status', 'EXPERIMENTAL_tx_status'];
const ALL: Readonly<Record<string, MetricDefinition>> = METRICS;

test('the reference page is up to date', () => {
  assert.equal(readText('docs/reference/metrics.md'), formatMetricsPage(), 'run `npm run docs`');
});

test('a running node has them, and they change', async () => {
  const { rpc } = await startTestNode();
  const { user, system } = process.cpuUsage();
  const before = await readMetrics(rpc);
  assert.ok(metricOf(before, 'process_cpu_seconds_total') >= (user + system) / 1e6);
  for (const [name, { type, labels }] of Object.entries(ALL)) {
    assert.ok(before.includes(`# TYPE ${name} `), name);
    if (labels !== undefined) continue;
    const sample = type === 'histogram' ? `${name}_count` : name;
    assert.match(before, new RegExp(`^${sample} [0-9.e+-]+$`, 'm'), name);
  }
  const alice = new Sender(rpc, ALICE);
  const sent = await alice.sign(BOB, [transfer(1n)]);
  await alice.submit(sent, 'FINAL');
  const params = { tx_hash: formatHash(sent.hash), sender_account_id: ALICE, wait_until: 'NONE' };
  for (const name of STATUS_METHODS) await rpc.call(name, params);
  await rpc.fail('block', { block_id: 1_000_000 });
  // A decoded block is cached when it is read again.
  await rpc.call('gas_price', [2]);
  await rpc.call('block', { block_id: 2 });
  await rpc.call('chunk', { block_id: 2, shard_id: 0 });
  const after = await readMetrics(rpc);
  const grows = (name: string, labels = '') => {
    const [earlier, later] = [before, after].map((text) => metricOf(text, name, labels));
    assert.ok((later as number) > (earlier as number), `${name}: ${earlier} → ${later}`);
  };
  for (const name of ['near_block_height_head', 'near_final_block_height', 'near_gas_used']) {
    grows(name);
  }
  grows('near_block_processed_total');
  grows('near_block_processing_time_count');
  grows('near_block_processing_time_sum');
  grows('near_chunk_produced_total');
  grows('near_transaction_received_validator');
  grows('near_http_prometheus_requests_total');
  grows('near_rpc_total_count', 'method="send_tx"');
  grows('near_rpc_processing_time_count', 'method="send_tx"');
  grows('near_rpc_error_count', 'method="block",err_code="-32000"');
  grows('near_rpc_wait_until_count', 'method="send_tx",wait_until="FINAL"');
  for (const name of STATUS_METHODS) {
    const labels = `method="${name}",wait_until="NONE"`;
    assert.equal(metricOf(after, 'near_rpc_wait_until_count', labels), 1, name);
  }
  assert.ok(metricOf(after, 'perigee_store_bytes') > 0);
  grows('perigee_cache_hits_total', 'cache="blocks"');
  assert.ok(metricOf(after, 'perigee_cache_bytes', 'cache="trie_nodes"') > 0);
  assert.ok(metricOf(after, 'perigee_connections') > 0);
  assert.ok(metricOf(after, 'near_head_lag_seconds') < 3_600);
});

/** Keywords of the query language, and labels that Prometheus itself adds. */
const FUNCTIONS = new Set(['sum', 'by', 'rate', 'histogram_quantile', 'label_values', 'le']);
const OWN_LABELS = new Set(['instance', 'le']);

interface Dashboard {
  readonly panels: readonly {
    readonly title: string;
    readonly targets: readonly { readonly expr: string }[];
  }[];
  readonly templating: { readonly list: readonly { readonly query: string; name: string }[] };
}

test('the dashboard queries existing metrics', () => {
  const dashboard: Dashboard = JSON.parse(readText('docs/operations/grafana-dashboard.json'));
  const queries = dashboard.panels.flatMap(({ title, targets }) =>
    targets.map(({ expr }) => ({ title, expr })),
  );
  assert.ok(queries.length >= 15);
  for (const { title, expr } of queries) {
    // What is in brackets after a name, in braces or in quotes is not a metric.
    const bare = expr.replace(/\{[^}]*\}|\[[^\]]*\]|"[^"]*"/g, '');
    const labels = new Set(
      [...bare.matchAll(/by \(([^)]*)\)/g)].flatMap(([, list]) => (list as string).split(/, */)),
    );
    const names = [...bare.replace(/by \([^)]*\)/g, '').matchAll(/[a-z_][a-z0-9_]*/g)]
      .map(([name]) => name)
      .filter((name) => !FUNCTIONS.has(name));
    assert.equal(names.length, 1, `${title}: ${expr}`);
    const name = (names[0] as string).replace(/_(bucket|sum|count)$/, (suffix, kind) =>
      ALL[(names[0] as string).slice(0, -suffix.length)]?.type === 'histogram' ? '' : `_${kind}`,
    );
    if (name.startsWith('nodejs_')) continue;
    const metric = ALL[name];
    assert.ok(metric !== undefined, `${title}: ${name} is in no table`);
    for (const label of labels) {
      const isKnown = OWN_LABELS.has(label) || metric.labels?.includes(label);
      assert.ok(isKnown, `${title}: ${name} has no label ${label}`);
    }
    assert.equal(/\brate\(/.test(expr), metric.type !== 'gauge', `${title}: ${expr}`);
  }
});
