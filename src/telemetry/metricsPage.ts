// The page docs/reference/metrics.md, made from the table of metrics by `npm run docs`.

import { LABEL_VALUES, METRICS, type MetricDefinition, type MetricName } from './metricTable.ts';

export function formatMetricsPage(): string {
  const names = Object.keys(METRICS) as MetricName[];
  return [
    '# Metrics',
    '',
    '<!-- Made by `npm run docs` from src/telemetry/metricTable.ts. -->',
    '',
    '`GET /metrics` answers in the text format of Prometheus. Names that begin with `near_` are',
    'those of the reference node; `perigee_` are our own. A metric with labels is absent until it',
    'is first used. Besides these there are the usual ones of Node.js, `process_*` and `nodejs_*`,',
    'among them `nodejs_eventloop_lag_p99_seconds`: how late the thread is that answers requests.',
    '',
    'A dashboard for Grafana is in [operations](../operations/README.md).',
    '',
    '| name | type | labels | meaning |',
    '|---|---|---|---|',
    ...names.map((name) => formatRow(name, METRICS[name])),
    '',
    ...names.flatMap(formatLabel),
  ].join('\n');
}

function formatRow(name: MetricName, { type, help, labels = [] }: MetricDefinition): string {
  const named = labels.map((label) => `\`${label}\``).join(', ');
  return `| \`${name}\` | ${type} | ${named} | ${help} |`;
}

function formatLabel(name: MetricName): string[] {
  const values = LABEL_VALUES[name];
  if (values === undefined) return [];
  const [label] = (METRICS[name] as MetricDefinition).labels ?? [];
  return [
    `## \`${name}\``,
    '',
    `| ${label} | when |`,
    '|---|---|',
    ...Object.entries(values).map(([value, when]) => `| \`${value}\` | ${when} |`),
    '',
  ];
}
