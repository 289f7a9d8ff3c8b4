// How the caches of a process share its memory budget: which threads there are, and what each does.
// With `--workers`, every process of a node has its own budget of this size.

import { type CachePlan, planCaches } from '../base/collections/cachePlan.ts';
import type { ThreadPart } from '../base/collections/cacheTable.ts';
import { SIGNATURE_THREADS_MAX } from './signatures/signatureChecks.ts';
import { countViewThreads } from './views/viewPool.ts';

interface CachingProcess {
  /** The budget; undefined for the default sizes. */
  readonly cacheBudgetBytes: number | undefined;
  /** View threads as configured; null if contracts are not called. */
  readonly viewThreads: number | null;
  /** What the threads do, apart from those for views and for expensive signatures. */
  readonly threads: readonly (readonly ThreadPart[])[];
  /** What view threads do besides calling contracts. */
  readonly besidesViews?: readonly ThreadPart[];
  readonly partScales?: CachePlan['partScales'];
}

/** Throws a PerigeeError if the budget is too small. */
export function planProcessCaches(process: CachingProcess): CachePlan {
  const { cacheBudgetBytes, viewThreads, threads, besidesViews = [], partScales } = process;
  const viewCount = viewThreads === null ? 0 : countViewThreads(viewThreads);
  const views = new Array(viewCount).fill(['view', 'keys', ...besidesViews]);
  return planCaches({
    bytesMax: cacheBudgetBytes,
    threads: [...threads, ...views, ...new Array(SIGNATURE_THREADS_MAX).fill(['signatures'])],
    // Threads that are started without a plan.
    partScales: { ...partScales, signatures: 1, writer: 1 },
  });
}
