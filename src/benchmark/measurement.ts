// The result of a benchmark: a number with its unit, and the same of another node if there is one.

type Unit = 'ms' | 'ms/Tgas' | 'MB' | 'requests/s' | 'transactions/s' | 'blocks/s';

const LESS_IS_BETTER: ReadonlySet<Unit> = new Set(['ms', 'ms/Tgas', 'MB']);

export interface Measurement {
  readonly section: string;
  readonly what: string;
  /** Null if the system does not report it. */
  readonly value: number | null;
  readonly unit: Unit;
  /** The same for the other node. */
  readonly against?: number | undefined;
  readonly detail?: LoadDetail | undefined;
  readonly againstDetail?: LoadDetail | undefined;
  /** Further values, such as a percentile. */
  readonly note?: string | undefined;
}

/** What else is known of the requests whose rate was measured. */
interface LoadDetail {
  readonly medianMs: number;
  readonly p99Ms: number;
  /** Processor time of the node per request in microseconds; null if unknown. */
  readonly processorUs?: number | null;
}

export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

/** The median of several times in milliseconds, together with the tail. */
export function summariseTimes(times: readonly number[]): { value: number; note: string } {
  return { value: quantile(times, 0.5), note: `p95 ${quantile(times, 0.95).toFixed(1)} ms` };
}

/** Of each metric separately. */
export function medianOfEach<T extends Readonly<Record<keyof T, number | null>>>(
  all: readonly T[],
): T {
  const [first] = all;
  const names = Object.keys(first ?? {}) as (keyof T)[];
  const median = (name: keyof T) => {
    const values = all.map((one) => one[name] as number | null).filter((value) => value !== null);
    return values.length === 0 ? null : quantile(values, 0.5);
  };
  return Object.fromEntries(names.map((name) => [name, median(name)])) as T;
}

/** The row in which this node compares worst; null without a row that compares. */
export function worstRatio(rows: readonly Measurement[]): Measurement | null {
  const compared = rows.filter((row) => ratio(row) !== null);
  const order = compared.toSorted((a, b) => (ratio(a) as number) - (ratio(b) as number));
  return order[0] ?? null;
}

/** How many times better this node is; null if one of the two is unknown. */
export function ratio({ value, against, unit }: Measurement): number | null {
  if (value === null || against === undefined || value === 0 || against === 0) return null;
  return LESS_IS_BETTER.has(unit) ? against / value : value / against;
}
