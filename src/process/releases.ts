// The resources of a running program, and how they are released.

import { type Logger, logFailure } from '../telemetry/logger.ts';

/** Released in reverse order. */
export type Releases = (() => Promise<void> | void)[];

/** Releases everything even if something fails; throws the first error at the end. */
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

/** Starts something; if that fails, releases everything that it had acquired. */
export async function startOrRelease<T>(releases: Releases, start: () => Promise<T>): Promise<T> {
  try {
    return await start();
  } catch (error) {
    // The original error matters, not those of the cleanup.
    await releaseAll(releases).catch(() => {});
    throw error;
  }
}

export interface Stop {
  /** Resolves when everything is released, with null or the error. */
  readonly stopped: Promise<Error | null>;
  /** Releases everything, once. */
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
      logFailure(logger, 'the program has not stopped cleanly', error as Error);
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
