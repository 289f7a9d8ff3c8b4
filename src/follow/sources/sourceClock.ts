// Real time for sources of blocks, and for all who wait and may be ended.

import { setMaxListeners } from 'node:events';
import type { SourceClock } from './blockSource.ts';

export const sourceClock: SourceClock = {
  nowMs: () => performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal.aborted) {
        resolve();
        return;
      }
      const end = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, ms);
      // Any number may sleep by one signal: each takes its listener with it.
      setMaxListeners(0, signal);
      signal.addEventListener('abort', end);
    }),
};
