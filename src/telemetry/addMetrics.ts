// Merges the metrics of several processes of one node, in the text format of Prometheus: counters
// are added up, and gauges of the chain or a process are those of the first process.

/** Gauges of each process about its own clients, which are added up too. */
const ADDED_GAUGES: ReadonlySet<string> = new Set([
  'perigee_connections',
  'perigee_waiting_requests',
  'perigee_views_waiting',
  'perigee_views_running',
  'perigee_cache_bytes',
  'perigee_cache_bytes_max',
  'perigee_cache_entries',
]);

interface Family {
  readonly name: string;
  readonly type: string;
  readonly comments: readonly string[];
  /** Values by series, in order. */
  readonly samples: Map<string, number>;
}

export function addMetrics(own: string, others: readonly string[]): string {
  const families = readFamilies(own);
  const further = others.map(readFamilies);
  for (const { name, type, samples } of families.values()) {
    if (type === 'gauge' && !ADDED_GAUGES.has(name)) continue;
    for (const [series, value] of further.flatMap((texts) => [
      ...(texts.get(name)?.samples ?? []),
    ])) {
      samples.set(series, (samples.get(series) ?? 0) + value);
    }
  }
  return [...families.values()].map(formatFamily).join('\n');
}

/** A family starts with its help and type, and ends with the next one. */
function readFamilies(text: string): Map<string, Family> {
  const families = new Map<string, Family>();
  for (const section of text.split(/^(?=# HELP )/m)) {
    const lines = section.split('\n').filter((line) => line !== '');
    const [, name, type] = /^# TYPE (\S+) (\S+)$/m.exec(section) ?? [];
    if (name === undefined || type === undefined) continue;
    const samples = lines.filter((line) => !line.startsWith('#')).map(readSample);
    const comments = lines.filter((line) => line.startsWith('#'));
    families.set(name, { name, type, comments, samples: new Map(samples) });
  }
  return families;
}

function readSample(line: string): [series: string, value: number] {
  const end = line.lastIndexOf(' ');
  return [line.slice(0, end), Number(line.slice(end + 1))];
}

function formatFamily({ comments, samples }: Family): string {
  const lines = [...samples].map(([series, value]) => `${series} ${formatNumber(value)}`);
  return `${[...comments, ...lines].join('\n')}\n`;
}

function formatNumber(value: number): string {
  return Number.isNaN(value) ? 'Nan' : `${value}`;
}
