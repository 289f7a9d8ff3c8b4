// Measurements as a table for people and as JSON for programs.

import { type Measurement, ratio } from './measurement.ts';

const WHAT_COLUMNS = 52;
const VALUE_COLUMNS = 9;

export function formatRow(measurement: Measurement): string {
  const { what, value, unit, against, note } = measurement;
  const parts = [what.padEnd(WHAT_COLUMNS), formatNumber(value, unit), ` ${unit}`];
  const times = ratio(measurement);
  if (times !== null) {
    parts.push(`  against${formatNumber(against ?? null, unit)}: ${times.toFixed(2)} times`);
  }
  if (note !== undefined) parts.push(`  (${note})`);
  return parts.join('');
}

function formatNumber(value: number | null, unit: Measurement['unit']): string {
  const digits = unit === 'ms' || unit === 'MB' ? 1 : 0;
  return (value === null ? '?' : value.toFixed(digits)).padStart(VALUE_COLUMNS);
}

interface Report {
  readonly perigee: string;
  readonly node: string;
  /** The other node, if there is one. */
  readonly against: string | null;
  readonly cores: number;
  readonly measurements: readonly Measurement[];
}

export function formatJson(report: Report): string {
  return `${JSON.stringify(report, null, 2)}\n`;
}
