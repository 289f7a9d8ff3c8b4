// A time as its age; the exact time is in the tooltip.

import { chainNow } from '../../chain/clock.ts';
import { useObservable } from '../../chain/useObservable.ts';
import { formatAge, formatTime, nanosToMs } from '../../format/times.ts';

/** `isAgo` adds the word that a sentence needs. */
export function Age({ nanos, isAgo = false }: { nanos: string; isAgo?: boolean }) {
  const now = useObservable(chainNow);
  const ms = nanosToMs(nanos);
  const age = formatAge(now - ms);
  return (
    <time class="age" dateTime={isoTime(ms)} title={formatTime(nanos)}>
      {age}
      {isAgo && age !== 'now' && ' ago'}
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
