// Points in time and spans between them; the chain counts nanoseconds since 1970.

const NS_PER_MS = 1_000_000n;

export function nanosToMs(nanos: string): number {
  return Number(BigInt(nanos) / NS_PER_MS);
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
