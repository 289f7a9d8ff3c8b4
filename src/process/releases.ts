// What a running program has taken, and how it is given back.

import { type Logger, logFailure } from '../telemetry/logger.ts';

/** The last one first. */
export type Releases = (() => Promise<void> | void)[];

/** Gives everything back, whatever fails; what failed first is thrown at the end. */
export async function releaseAll(releases: Releases): Promise<void> {
  const failures: unknown[] = [];
  for (let release = releases.pop(); release !== undefined; release = releases.pop()) {
    try {
      await release();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

/** Starts something; if that fails, all that it had taken is given back. */
export async function startOrRelease<T>(releases: Releases, start: () => Promise<T>): Promise<T> {
  try {
    return await start();
  } catch (error) {
    // The reason is what somebody has to know, not what came of it.
    await releaseAll(releases).catch(() => {});
    throw error;
  }
}

export interface Stop {
  /** Resolves when everything is given back: with null if nothing went wrong, else with what. */
  readonly stopped: Promise<Error | null>;
  /** Gives everything back, once. */
  stop(failure?: Error): Promise<void>;
}

export function createStop(releases: Releases, logger: Logger): Stop {
  let reportStopped: (failure: Error | null) => void = () => {};
  const stopped = new Promise<Error | null>((resolve) => {
    reportStopped = resolve;
  });
  const release = async (failure: Error | null) => {
    try {
      await releaseAll(releases);
      reportStopped(failure);
    } catch (error) {
      logFailure(logger, 'the program has not stopped as it should', error as Error);
      reportStopped(failure ?? (error as Error));
    }
  };
  let stopping: Promise<void> | null = null;
  const stop = (failure?: Error) => {
    stopping ??= release(failure ?? null);
    return stopping;
  };
  return { stopped, stop };
}
