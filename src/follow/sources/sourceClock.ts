// Real time for block sources, and for other abortable waits.

import { setMaxListeners } from 'node:events';
import { abortableSleep } from '../../base/abortableSleep.ts';
import type { SourceClock } from './blockSource.ts';

export const sourceClock: SourceClock = {
  nowMs: () => performance.now(),
  sleep: (ms, signal) => {
    // Any number of sleeps may share one signal: each removes its listener.
    setMaxListeners(0, signal);
    return abortableSleep(ms, signal);
  },
};
