// What is about to become final, as far as a process of the node knows. A client may know about a
// block before its announcement arrives here, so the store decides which block is the newest.

import { hasPromptFinality, type MiningMode } from '../../chain/production/mining.ts';
import type { FinalityForecast } from '../../rpc/core/context.ts';
import type { ChainLink } from './chainLink.ts';
import type { ReadNewestHeight } from './newestHeight.ts';

interface ForecastParts {
  readonly thread: Pick<
    ChainLink,
    'progress' | 'halted' | 'mining' | 'onMining' | 'onHalt' | 'onRevert'
  >;
  /** The mining mode at startup. */
  readonly mining: MiningMode;
  readonly waitMs: number;
  readonly newestHeight: ReadNewestHeight;
}

export function forecastFinality(parts: ForecastParts): FinalityForecast {
  const { thread, waitMs, newestHeight } = parts;
  return {
    waitMs,
    pendingHeight: () => {
      const { progress } = thread;
      if (progress === null || thread.halted !== null) return null;
      if (!hasPromptFinality(thread.mining ?? parts.mining)) return null;
      const { headHeight, busyHeight, finalHeight } = progress;
      const newest = newestHeight();
      if (newest > headHeight) return newest;
      return busyHeight > finalHeight ? busyHeight : null;
    },
    onChange: (listener) => {
      const ends = [thread.onMining(listener), thread.onHalt(listener), thread.onRevert(listener)];
      return () => {
        for (const end of ends) end();
      };
    },
  };
}
