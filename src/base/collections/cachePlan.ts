// How the memory budget of a process is divided among the caches of its threads. The sizes of the
// table are multiplied by one factor, so that their sum is the budget; without a budget the factor
// is one. A plan is plain data, and is passed on to worker threads.

import { PerigeeError } from '../errors.ts';
import { MIB } from '../units.ts';
import { CACHE_NAMES, type CacheName, cacheDefinition, type ThreadPart } from './cacheTable.ts';

export interface CachePlan {
  readonly scale: number;
  /** For parts whose size was set by an option of their own. */
  readonly partScales?: PartScales;
}

type PartScales = Readonly<Partial<Record<ThreadPart, number>>>;

export const DEFAULT_PLAN: CachePlan = { scale: 1 };

/** With less, caches are too small to be of use. */
const SCALE_MIN = 1 / 16;

class CacheSizeError extends PerigeeError<{ readonly code: 'cache_size' }> {
  constructor(bytesMin: number) {
    super(
      { code: 'cache_size' },
      `the caches need at least ${Math.ceil(bytesMin / MIB)} MiB here; use a larger --cache-size`,
    );
  }
}

interface CacheBudget {
  /** Undefined for the sizes of the table. */
  readonly bytesMax: number | undefined;
  /** The parts of each thread. */
  readonly threads: readonly (readonly ThreadPart[])[];
  readonly partScales?: PartScales;
}

/** Throws a PerigeeError if the budget is too small to be kept. */
export function planCaches({ bytesMax, threads, partScales = {} }: CacheBudget): CachePlan {
  if (bytesMax === undefined) return { scale: 1, partScales };
  const parts = threads.flat();
  const fixed = sum(parts, (part) => partBytes(part, { scale: 0, partScales }));
  const scaled = sum(parts, (part) => partBytes(part, { scale: 1, partScales })) - fixed;
  const bytesMin = fixed + scaled * SCALE_MIN;
  if (bytesMax < bytesMin) throw new CacheSizeError(bytesMin);
  return { scale: (bytesMax - fixed) / scaled, partScales };
}

/** What all caches of a part may take. */
export function partBytes(part: ThreadPart, plan: CachePlan = DEFAULT_PLAN): number {
  const bytesOf = (name: CacheName) => (cacheDefinition(name).mib[part] ?? 0) * MIB;
  return sum(CACHE_NAMES, (name) => bytesOf(name) * scaleOf(plan, name, part));
}

export function scaleOf({ scale, partScales }: CachePlan, name: CacheName, part: ThreadPart) {
  return cacheDefinition(name).isFixed ? 1 : (partScales?.[part] ?? scale);
}

function sum<T>(items: readonly T[], sizeOf: (item: T) => number): number {
  return items.reduce((total, item) => total + sizeOf(item), 0);
}
