/**
 * Reads that must wait. Readers are synchronous: one that needs a row which is on another machine
 * throws `SuspendedRead`, which names what it needs and who fetches it. `runSuspended` fetches that
 * and runs the reader again from its beginning, until everything it reads is in memory.
 *
 * So a reader runs many times and must be pure. Its rounds, bytes and time are bounded by its
 * fetcher. Only entry points use it (RPC dispatch, waits, events, GET routes); side effects of a
 * method happen once (src/rpc/core/effects.ts).
 */

import { PerigeeError } from '../base/errors.ts';
import type { ErrorCode } from '../base/errorTable.ts';
import type { Column } from './column.ts';
import type { StoreReader } from './store.ts';

/** What one read may take altogether; a read that needs more fails. */
export interface FetchLimits {
  readonly roundsMax: number;
  readonly bytesMax: number;
  readonly msMax: number;
}

/** Brings what reads need into memory; `Need` names it. */
export interface RowFetcher<Need> {
  readonly limits: FetchLimits;
  /** Milliseconds of a clock that only moves forward. */
  now(): number;
  /** `round` counts from 1. Resolves to the bytes that came; rejects with a typed error. */
  fetch(needs: readonly Need[], round: number): Promise<number>;
  /** The error of a read that needs more than its limits. */
  createLimitError(): PerigeeError<{ readonly code: ErrorCode }>;
}

/** Thrown by a reader; only `runSuspended` and `readAll` catch it. */
export class SuspendedRead<Need = unknown> {
  readonly fetcher: RowFetcher<Need>;
  readonly needs: readonly Need[];

  constructor(fetcher: RowFetcher<Need>, needs: readonly Need[]) {
    this.fetcher = fetcher;
    this.needs = needs;
  }

  /** Seen only if an entry point forgot to run its reader with `runSuspended`. */
  toString(): string {
    return `a read needs ${this.needs.length} rows that are not in memory`;
  }
}

/** The client has gone, or the node stops. */
export class ReadCancelled extends PerigeeError<{ readonly code: 'read_cancelled' }> {
  constructor() {
    super({ code: 'read_cancelled' }, 'the read was cancelled');
  }
}

/** As of an `AbortSignal`; looked at between rounds. */
type Cancellation = Pick<AbortSignal, 'aborted'>;

const NEVER: Cancellation = { aborted: false };

/**
 * Runs a reader until everything that it reads is in memory. What a reader has at once is returned
 * or thrown at once.
 */
export function runSuspended<T>(
  read: () => T | Promise<T>,
  cancellation?: Cancellation,
): T | Promise<T> {
  const resume = (error: unknown) => {
    if (!(error instanceof SuspendedRead)) throw error;
    return resumeSuspended(error, read, cancellation);
  };
  try {
    const running = read();
    return running instanceof Promise ? running.catch(resume) : running;
  } catch (error) {
    return resume(error);
  }
}

/** The same, for a reader that has run once and thrown; any other error is thrown again. */
export async function resumeSuspended<T>(
  thrown: unknown,
  read: () => T | Promise<T>,
  cancellation: Cancellation = NEVER,
): Promise<T> {
  let error = thrown;
  let bytes = 0;
  let startMs: number | null = null;
  for (let round = 1; ; round++) {
    if (!(error instanceof SuspendedRead)) throw error;
    const { fetcher, needs } = error;
    const { roundsMax, bytesMax, msMax } = fetcher.limits;
    startMs ??= fetcher.now();
    if (cancellation.aborted) throw new ReadCancelled();
    const isOver = round > roundsMax || bytes > bytesMax || fetcher.now() - startMs > msMax;
    if (isOver) throw fetcher.createLimitError();
    bytes += await fetcher.fetch(needs, round);
    try {
      return await read();
    } catch (next) {
      error = next;
    }
  }
}

/** Runs readers that do not depend on each other, so that what they need is fetched together. */
export function readAll<T, R>(items: readonly T[], read: (item: T) => R): R[] {
  const suspended: SuspendedRead[] = [];
  const found = items.map((item) => {
    try {
      return read(item);
    } catch (error) {
      if (!(error instanceof SuspendedRead)) throw error;
      suspended.push(error);
      return undefined;
    }
  });
  const [first] = suspended;
  if (first === undefined) return found as R[];
  // What others fetch follows in the next round.
  const { fetcher } = first;
  const together = suspended.filter((other) => other.fetcher === fetcher);
  throw new SuspendedRead(
    fetcher,
    together.flatMap(({ needs }) => needs),
  );
}

export function getAll(
  reader: StoreReader,
  column: Column,
  keys: readonly Uint8Array[],
): (Uint8Array | undefined)[] {
  return readAll(keys, (key) => reader.get(column, key));
}
