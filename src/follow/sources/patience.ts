// Retries: transient failures, such as a network that is down, are retried with growing delays. A
// BlockSourceError is permanent and ends the retries.

import { BlockSourceError, type SourceSurroundings } from './blockSource.ts';

const FIRST_WAIT_MS = 500;
const WAIT_MS_MAX = 30_000;

/** Reports the delay before the next attempt. */
export class TryLater extends Error {
  readonly waitMs: number;

  constructor(message: string, waitMs: number) {
    super(message);
    this.waitMs = waitMs;
  }
}

interface Patience extends SourceSurroundings {
  readonly signal: AbortSignal;
  /** After this many attempts the last failure is thrown; without it, retries never end. */
  readonly triesMax?: number;
}

/** Rejects with the signal's reason when it aborts. */
export async function tryUntilDone<T>(patience: Patience, work: () => Promise<T>): Promise<T> {
  const { signal, clock, report, triesMax = Number.POSITIVE_INFINITY } = patience;
  let waitMs = FIRST_WAIT_MS;
  for (let tries = 1; ; tries++) {
    signal.throwIfAborted();
    try {
      return await work();
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof BlockSourceError) throw error;
      const { message } = error as Error;
      if (tries >= triesMax) {
        throw new BlockSourceError({ code: 'source_unreachable' }, message, { cause: error });
      }
      const pauseMs = error instanceof TryLater ? error.waitMs : waitMs;
      report(`${message}; trying again in ${formatSeconds(pauseMs)}`);
      await clock.sleep(pauseMs, signal);
      waitMs = Math.min(waitMs * 2, WAIT_MS_MAX);
    }
  }
}

function formatSeconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

/** Ends an iteration, instead of failing, when the signal has aborted. */
export async function* untilAborted<T>(
  items: AsyncIterable<T>,
  signal: AbortSignal,
): AsyncGenerator<T> {
  try {
    for await (const item of items) {
      if (signal.aborted) return;
      yield item;
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
