// The cache registry of a thread, created once where the thread is composed.

import type { CachePlan } from '../base/collections/cachePlan.ts';
import { Caches } from '../base/collections/caches.ts';
import type { ThreadPart } from '../base/collections/cacheTable.ts';
import { keyCaches } from '../base/crypto/keyCaches.ts';

export function createThreadCaches(parts: readonly ThreadPart[], plan: CachePlan): Caches {
  return new Caches(parts, plan).include(keyCaches.adopt(plan));
}
