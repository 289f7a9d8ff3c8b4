// Real time for block sources, and for other abortable waits.

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
      // Any number of sleeps may share one signal: each removes its listener.
      setMaxListeners(0, signal);
      signal.addEventListener('abort', end);
    }),
};
