// Times as text: RFC 3339 in the genesis file, with up to nine fractional digits, and the ISO form
// with always nine that status answers show. In code a time is nanoseconds since 1970.

import { PerigeeError } from './errors.ts';
import { NS_PER_MS, NS_PER_SECOND } from './units.ts';

export class TimeError extends PerigeeError<{ readonly code: 'time' }> {
  constructor(text: string) {
    super({ code: 'time' }, `"${text}" is not an RFC 3339 time such as 2026-11-15T12:00:00Z`);
  }
}

const RFC3339 = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(?:\.(\d{1,9}))?(Z|[+-]\d{2}:\d{2})$/;

export function parseGenesisTime(text: string): bigint {
  const match = RFC3339.exec(text);
  const seconds = match ? Date.parse(`${match[1]}${match[3]}`) : Number.NaN;
  if (Number.isNaN(seconds)) throw new TimeError(text);
  const fraction = (match?.[2] ?? '').padEnd(9, '0');
  return BigInt(seconds) * NS_PER_MS + BigInt(fraction);
}

/** ISO 8601 in UTC with nine fractional digits. */
export function formatTime(timestamp: bigint): string {
  const seconds = timestamp / NS_PER_SECOND;
  const whole = new Date(Number(seconds) * 1000).toISOString().slice(0, 19);
  return `${whole}.${(timestamp % NS_PER_SECOND).toString().padStart(9, '0')}Z`;
}
