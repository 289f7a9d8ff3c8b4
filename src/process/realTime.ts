// Real time, in the form that the RPC service takes.

import type { Timer } from '../base/timer.ts';
import { MS_PER_SECOND, NS_PER_MS } from '../base/units.ts';
import type { RpcContext } from '../rpc/core/context.ts';

/** Timers above 24 days would fire at once. */
const DELAY_MS_MAX = 2 ** 31 - 1;

export const realTimer: Timer = (callback, delayMs) => {
  const timer = setTimeout(callback, Math.min(delayMs, DELAY_MS_MAX));
  return () => clearTimeout(timer);
};

export const realTime: Pick<RpcContext, 'now' | 'timer'> = {
  now: () => BigInt(Date.now()) * NS_PER_MS,
  timer: realTimer,
};

/** Whole seconds since the call. */
export function startUptime(): () => number {
  const startMs = performance.now();
  return () => Math.floor((performance.now() - startMs) / MS_PER_SECOND);
}
