// Points in time and spans between them; the chain counts nanoseconds since 1970.

const NS_PER_MS = 1_000_000n;

export function nanosToMs(nanos: string): number {
  return Number(BigInt(nanos) / NS_PER_MS);
}

export function msToNanos(ms: number): string {
  return (BigInt(Math.round(ms)) * NS_PER_MS).toString();
}

/** Local date and time to the millisecond. */
export function formatTime(nanos: string): string {
  const date = new Date(nanosToMs(nanos));
  if (Number.isNaN(date.getTime())) return `${nanos} ns`;
  const pad = (value: number, length = 2) => value.toString().padStart(length, '0');
  const day = [date.getFullYear(), pad(date.getMonth() + 1), pad(date.getDate())].join('-');
  const time = [date.getHours(), date.getMinutes(), date.getSeconds()].map((n) => pad(n)).join(':');
  return `${day} ${time}.${pad(date.getMilliseconds(), 3)}`;
}

/** Milliseconds as a span. */
export function formatSpan(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  const seconds = ms / 1000;
  if (seconds < 60) return `${seconds.toFixed(seconds < 10 ? 1 : 0)} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h`;
  return `${Math.floor(seconds / 86_400)} days`;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** How long ago something was. */
export function formatAge(ms: number): string {
  if (ms < 1000) return 'now';
  if (ms < MINUTE_MS) return `${Math.floor(ms / 1000)} s`;
  if (ms < HOUR_MS) return `${Math.floor(ms / MINUTE_MS)} min`;
  if (ms < DAY_MS) return `${Math.floor(ms / HOUR_MS)} h`;
  const days = Math.floor(ms / DAY_MS);
  return `${days} day${days === 1 ? '' : 's'}`;
}

/** How far a clock is from the time, as `+2 h ahead`. */
export function formatClockDifference(ms: number): string {
  if (Math.abs(ms) < 2000) return 'real time';
  return ms > 0 ? `+${formatAge(ms)} ahead` : `${formatAge(-ms)} behind`;
}
