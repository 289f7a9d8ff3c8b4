// Measurements as a table for people and as JSON for programs.

import { type Measurement, ratio } from './measurement.ts';

type Detail = NonNullable<Measurement['detail']>;

const WHAT_COLUMNS = 54;
const VALUE_COLUMNS = 9;
const DIGITS: Partial<Record<Measurement['unit'], number>> = { ms: 1, 'ms/Tgas': 2, MB: 1 };

export function formatRow(measurement: Measurement): string {
  const { what, value, unit, against, detail, againstDetail, note } = measurement;
  const parts = [what.padEnd(WHAT_COLUMNS), formatNumber(value, unit), ` ${unit}`];
  const times = ratio(measurement);
  if (times !== null) {
    parts.push(`  against${formatNumber(against ?? null, unit)}: ${times.toFixed(2)} times`);
  }
  if (detail !== undefined) parts.push(`  ${formatDetails(detail, againstDetail)}`);
  if (note !== undefined) parts.push(`  (${note})`);
  return parts.join('');
}

/** The values of both nodes, side by side. */
function formatDetails(own: Detail, other: Detail | undefined): string {
  const pair = (read: (detail: Detail) => string | null) =>
    [read(own), other === undefined ? null : read(other)].filter((text) => text !== null).join('/');
  const time = pair(({ processorUs = null }) => processorUs?.toFixed(0) ?? null);
  const parts = [
    `p50 ${pair(({ medianMs }) => medianMs.toFixed(2))} ms`,
    `p99 ${pair(({ p99Ms }) => p99Ms.toFixed(2))} ms`,
    ...(time === '' ? [] : [`CPU ${time} µs`]),
  ];
  return parts.join(', ');
}

/** The row to look at first. */
export function formatWorst(row: Measurement): string {
  const { section, what, value, against = null, unit } = row;
  const times = (ratio(row) as number).toFixed(2);
  const [own, other] = [value, against].map((one) => formatNumber(one, unit).trim());
  return `Worst ratio: ${times} times, ${section}: ${what} (${own} against ${other} ${unit})`;
}

function formatNumber(value: number | null, unit: Measurement['unit']): string {
  const digits = DIGITS[unit] ?? 0;
  return (value === null ? '?' : value.toFixed(digits)).padStart(VALUE_COLUMNS);
}

interface Report {
  readonly perigee: string;
  readonly node: string;
  /** The other node, if there is one. */
  readonly against: string | null;
  readonly cores: number;
  readonly processor: string;
  readonly measurements: readonly Measurement[];
  readonly worst: Measurement | null;
}

export function formatJson(report: Report): string {
  return `${JSON.stringify(report, null, 2)}\n`;
}
