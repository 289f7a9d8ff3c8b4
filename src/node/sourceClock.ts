// Real time for sources of blocks.

import type { SourceClock } from '../follow/blockSource.ts';

export const sourceClock: SourceClock = {
  nowMs: () => performance.now(),
  sleep: (ms, parent) =>
    new Promise((resolve) => {
      // Many sleepers must not all listen to one signal: that looks like a leak.
      const signal = AbortSignal.any([parent]);
      if (signal.aborted) {
        resolve();
        return;
      }
      const end = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(end, ms);
      signal.addEventListener('abort', end);
    }),
};
