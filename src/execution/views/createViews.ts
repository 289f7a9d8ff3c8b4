// View calls as a process serves them: from the cache, short ones in the thread that calls this,
// others in the pool.

import type { Caches } from '../../base/collections/caches.ts';
import { ShortViews } from './shortViews.ts';
import { ViewCache } from './viewCache.ts';
import type { ViewPool } from './viewPool.ts';
import type { ViewedStates } from './viewStates.ts';

interface ViewParts extends ViewedStates {
  readonly pool: ViewPool;
  readonly caches: Caches;
  readonly debugInfo?: string | undefined;
}

export function createViews(parts: ViewParts): ViewCache {
  const short = new ShortViews(parts);
  return new ViewCache((call) => short.callFunction(call), parts.caches);
}
