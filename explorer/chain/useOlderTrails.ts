// Transactions older than those of the feed, as far back as the user has asked for.

import { useState } from 'preact/hooks';
import { lookBack } from './lookBack.ts';
import { gatherTrails, type Trail } from './trail.ts';

/** How many blocks are searched at a time. */
const OLDER_BLOCKS = 1000;
const OLDER_EVENTS = 300;

export interface OlderTrails {
  /** The lowest block that was searched. */
  readonly fromHeight: number;
  readonly trails: readonly Trail[];
  load(): Promise<void>;
}

export function useOlderTrails(feedFrom: number): OlderTrails {
  const [older, setOlder] = useState<{ fromHeight: number; trails: readonly Trail[] } | null>(null);
  const fromHeight = older?.fromHeight ?? feedFrom;
  const trails = older?.trails ?? [];
  const load = async () => {
    const { from, events } = await lookBack({
      to: fromHeight - 1,
      blocksMax: OLDER_BLOCKS,
      kinds: ['transaction', 'receipt'],
      isEnough: (found) => found.length >= OLDER_EVENTS,
    });
    setOlder({ fromHeight: from, trails: [...trails, ...gatherTrails(events)] });
  };
  return { fromHeight, trails, load };
}
