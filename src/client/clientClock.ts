// Time for the client. Tests inject their own.

import { abortableSleep } from '../base/abortableSleep.ts';

export interface ClientClock {
  /** Milliseconds since any fixed moment; never goes back. */
  nowMs(): number;
  /** Resolves after the delay, or as soon as the signal is aborted. */
  sleep(delayMs: number, signal: AbortSignal): Promise<void>;
}

export const realClock: ClientClock = { nowMs: () => performance.now(), sleep: abortableSleep };
