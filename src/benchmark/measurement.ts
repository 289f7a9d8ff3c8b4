// The result of a benchmark: a number with its unit, and the same of another node if there is one.

type Unit = 'ms' | 'MB' | 'requests/s' | 'transactions/s' | 'blocks/s';

export interface Measurement {
  readonly section: string;
  readonly what: string;
  /** Null if the system does not report it. */
  readonly value: number | null;
  readonly unit: Unit;
  /** The same for the other node. */
  readonly against?: number | undefined;
  /** Further values, such as a percentile. */
  readonly note?: string | undefined;
}

export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

/** The median of several times in milliseconds, together with the tail. */
export function summariseTimes(times: readonly number[]): { value: number; note: string } {
  return { value: quantile(times, 0.5), note: `p95 ${quantile(times, 0.95).toFixed(1)} ms` };
}

/** How many times better this node is; null if one of the two is unknown. */
export function ratio({ value, against, unit }: Measurement): number | null {
  if (value === null || against === undefined || value === 0 || against === 0) return null;
  const isLessBetter = unit === 'ms' || unit === 'MB';
  return isLessBetter ? against / value : value / against;
}
