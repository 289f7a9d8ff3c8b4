// Replaces the clock with that of a world for everything that runs in this process: timers, turns
// of the event loop, the time of day. Uncaught errors go to the world.

import type { World } from './world.ts';

/** The clock at the start of a run: a second after the genesis of the simulated chains. */
export const START_MS = 1_700_000_001_000;

type Timer = { cancel: () => void };
type Listener = (...args: unknown[]) => void;

export async function withSimulatedGlobals<T>(world: World, run: () => Promise<T>): Promise<T> {
  const real = { setImmediate, clearImmediate, setTimeout, clearTimeout, fetch };
  const realNow = Date.now;
  const listeners = process.listeners('unhandledRejection') as Listener[];
  process.removeAllListeners('unhandledRejection');
  process.on('unhandledRejection', (error) => world.fail(error));
  const schedule = (task: () => void, ms = 0): Timer => ({
    cancel: world.after(ms * 1_000, task),
  });
  const cancel = (timer?: Timer) => timer?.cancel?.();
  Object.assign(globalThis, {
    setImmediate: (task: () => void) => schedule(task),
    clearImmediate: cancel,
    setTimeout: schedule,
    clearTimeout: cancel,
  });
  Date.now = () => START_MS + world.nowUs / 1_000;
  try {
    return await run();
  } finally {
    Object.assign(globalThis, real);
    Date.now = realNow;
    process.removeAllListeners('unhandledRejection');
    for (const listener of listeners) process.on('unhandledRejection', listener);
  }
}
