// The time of the chain, which may be ahead of this machine's clock, and the ages of its blocks.

import { nanosToMs } from '../format/times.ts';
import { chainHead } from './connection.ts';
import { Observable } from './observable.ts';

const TICK_MS = 1000;
/** Clocks of two machines differ; less than this is not worth a word. */
const AHEAD_MS_MIN = 2000;

/** How far the chain's clock is ahead. */
let aheadMs = 0;

/** The time of the chain, in milliseconds since 1970; it advances each second. */
export const chainNow = new Observable(Date.now());

/** Follows the newest block, and the clock of this machine between blocks. */
export function followClock(): void {
  const tick = () => {
    chainNow.value = Date.now() + aheadMs;
  };
  chainHead.subscribe((head) => {
    if (head?.timestampNanosec == null) return;
    const difference = nanosToMs(head.timestampNanosec) - Date.now();
    aheadMs = difference > AHEAD_MS_MIN ? difference : 0;
    tick();
  });
  setInterval(tick, TICK_MS);
}
