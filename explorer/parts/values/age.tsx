// A time as its age; the exact time is in the tooltip.

import { chainNow } from '../../chain/clock.ts';
import { useObservable } from '../../chain/observable.ts';
import { formatAge, formatTime, nanosToMs } from '../../format/times.ts';

export function Age({ nanos }: { nanos: string }) {
  const now = useObservable(chainNow);
  const ms = nanosToMs(nanos);
  return (
    <time class="age" dateTime={isoTime(ms)} title={formatTime(nanos)}>
      {formatAge(now - ms)}
    </time>
  );
}

/** The exact time, for the one place of a page where it matters. */
export function Time({ nanos }: { nanos: string }) {
  return <time dateTime={isoTime(nanosToMs(nanos))}>{formatTime(nanos)}</time>;
}

function isoTime(ms: number): string | undefined {
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}
