// Counters, gauges and histograms in the text format of Prometheus. They are updated in every
// request and read a few times a minute, so an update is a map lookup and an addition.

import type { MetricDefinition } from './metricTable.ts';

/** The label values of a metric, in the order of the label names. */
type LabelValues = readonly string[];

/** One for each combination of label values; a metric without labels has one from the start. */
class SeriesMap<S> {
  readonly #name: string;
  readonly #definition: MetricDefinition;
  readonly #create: () => S;
  readonly #all = new Map<string, { readonly labels: string; readonly series: S }>();

  constructor(name: string, definition: MetricDefinition, create: () => S) {
    this.#name = name;
    this.#definition = definition;
    this.#create = create;
    if (definition.labels === undefined) this.get([]);
  }

  get(values: LabelValues): S {
    const key = values.length === 1 ? (values[0] as string) : values.join('\n');
    const known = this.#all.get(key);
    if (known !== undefined) return known.series;
    const created = { labels: this.#formatLabels(values), series: this.#create() };
    this.#all.set(key, created);
    return created.series;
  }

  /** `samples` are the suffix of the metric's name, a further label, and the value. */
  format(samples: (series: S) => readonly Sample[]): string {
    const { help, type } = this.#definition;
    const lines = [...this.#all.values()].flatMap(({ labels, series }) =>
      samples(series).map(({ suffix = '', label = '', value }) => {
        const all = [label, labels].filter((part) => part !== '').join(',');
        return `${this.#name}${suffix}${all === '' ? '' : `{${all}}`} ${value}`;
      }),
    );
    const comments = [`# HELP ${this.#name} ${help}`, `# TYPE ${this.#name} ${type}`];
    return `${[...comments, ...lines].join('\n')}\n`;
  }

  #formatLabels(values: LabelValues): string {
    const names = this.#definition.labels ?? [];
    return names.map((name, i) => `${name}="${escapeLabel(values[i] ?? '')}"`).join(',');
  }
}

interface Sample {
  readonly suffix?: string;
  readonly label?: string;
  readonly value: number;
}

function escapeLabel(value: string): string {
  return value.replace(/["\\]/g, '\\$&').replaceAll('\n', '\\n');
}

/** A counter or a gauge. */
export class Amount {
  readonly #series: SeriesMap<{ value: number }>;

  constructor(name: string, definition: MetricDefinition) {
    this.#series = new SeriesMap(name, definition, () => ({ value: 0 }));
  }

  add(by: number, ...labels: LabelValues): void {
    this.#series.get(labels).value += by;
  }

  set(value: number, ...labels: LabelValues): void {
    this.#series.get(labels).value = value;
  }

  format(): string {
    return this.#series.format(({ value }) => [{ value }]);
  }
}

/** A millisecond, doubled sixteen times. */
const BUCKET_SECONDS = Array.from({ length: 16 }, (_, i) => 0.001 * 2 ** i);

interface Durations {
  /** Counts per bucket, not cumulative; the last bucket has no upper bound. */
  readonly counts: number[];
  sum: number;
}

/** Durations in seconds. */
export class Histogram {
  readonly #series: SeriesMap<Durations>;

  constructor(name: string, definition: MetricDefinition) {
    const create = () => ({ counts: Array(BUCKET_SECONDS.length + 1).fill(0), sum: 0 });
    this.#series = new SeriesMap(name, definition, create);
  }

  observe(seconds: number, ...labels: LabelValues): void {
    const series = this.#series.get(labels);
    let bucket = 0;
    while (bucket < BUCKET_SECONDS.length && seconds > (BUCKET_SECONDS[bucket] as number)) bucket++;
    series.counts[bucket] = (series.counts[bucket] as number) + 1;
    series.sum += seconds;
  }

  format(): string {
    return this.#series.format(({ counts, sum }) => {
      let count = 0;
      const buckets = counts.map((inBucket, i) => {
        count += inBucket;
        return { suffix: '_bucket', label: `le="${BUCKET_SECONDS[i] ?? '+Inf'}"`, value: count };
      });
      return [...buckets, { suffix: '_sum', value: sum }, { suffix: '_count', value: count }];
    });
  }
}
