// Searches past blocks, newest first, for as long as a user is willing to wait. The size of blocks
// is unknown in advance: ranges start short, grow while they load quickly, and one that takes too
// long is cancelled for a shorter one. Each range is requested after the one before it, so there
// should be few of them.

import { type ChainEvent, type EventRange, readEvents } from './eventRange.ts';

const FIRST_STRETCH = 4;
const GROWTH = 4;
const QUICK_MS = 60;
const STRETCH_MS = 250;
const TOTAL_MS = 600;

export interface LookBack extends Omit<EventRange, 'from'> {
  /** How many blocks at most. */
  readonly blocksMax: number;
  /** This many are searched however long it takes. */
  readonly blocksMin?: number;
  /** The length of the first range, where it is known that blocks are small. */
  readonly firstStretch?: number;
  /** Whether enough was found. */
  readonly isEnough?: (events: readonly ChainEvent[]) => boolean;
}

export interface LookedBack {
  /** The lowest height that was searched. */
  readonly from: number;
  /** In chain order. */
  readonly events: readonly ChainEvent[];
}

export async function lookBack(wanted: LookBack): Promise<LookedBack> {
  const { to, blocksMax, blocksMin = 0, isEnough, ...others } = wanted;
  const { firstStretch = FIRST_STRETCH, ...range } = others;
  const lowest = Math.max(0, to - blocksMax + 1);
  const endMs = performance.now() + TOTAL_MS;
  let events: readonly ChainEvent[] = [];
  let from = to + 1;
  let stretch = firstStretch;
  const isTimeLeft = () => performance.now() < endMs || to - from < blocksMin;
  while (from > lowest && isTimeLeft() && !isEnough?.(events)) {
    const startMs = performance.now();
    const next = Math.max(lowest, from - stretch);
    // A single block is never cancelled, however large it is.
    const signal = stretch === 1 ? null : AbortSignal.timeout(STRETCH_MS);
    const found = await readEvents({ ...range, from: next, to: from - 1 }, signal);
    if (found === null) {
      stretch = Math.min(FIRST_STRETCH, Math.ceil(stretch / 4));
      continue;
    }
    events = [...found, ...events];
    from = next;
    if (performance.now() - startMs < QUICK_MS) stretch *= GROWTH;
  }
  return { from, events };
}
