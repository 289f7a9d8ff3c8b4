/**
 * THE place where stores are opened. An engine is a folder next to this file and a line in the
 * table; nothing else in the program names one.
 */

import { lmdbEngine } from './lmdb/lmdbEngine.ts';
import { MemoryStore } from './memory/memoryStore.ts';
import type { Store } from './store.ts';
import type { OpenOptions, StoreEngine } from './storeEngine.ts';

/** A folder without a store gets the first one. */
const ENGINES = {
  lmdb: lmdbEngine,
} satisfies Record<string, StoreEngine>;

interface StoreSpec extends OpenOptions {
  /** Without one, a folder is opened with the engine that wrote it. */
  readonly engine?: keyof typeof ENGINES;
}

export function openStore(spec: StoreSpec): Promise<Store> {
  const engine = spec.engine === undefined ? engineAt(spec.path) : ENGINES[spec.engine];
  return engine.open(spec);
}

/** A store that ends with the process. */
export function createMemoryStore(): Store {
  return new MemoryStore();
}

/** The engine that wrote the store in a folder, for tools that look at it from outside. */
export function engineAt(path: string): StoreEngine {
  const engines: readonly StoreEngine[] = Object.values(ENGINES);
  return engines.find((engine) => engine.holds(path)) ?? ENGINES.lmdb;
}
