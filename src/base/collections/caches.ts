// The caches of one thread: each is created here by its name in the table, so that all of them
// together stay within the budget, and metrics can report every one. Several caches of one name
// share its size equally. Without a plan the sizes are those of the table.

import { assert } from '../assert.ts';
import { MIB } from '../units.ts';
import { BoundedCache, type CacheFigures, type ManagedCache } from './boundedCache.ts';
import { type CachePlan, DEFAULT_PLAN, scaleOf } from './cachePlan.ts';
import { CACHE_NAMES, type CacheName, cacheDefinition, type ThreadPart } from './cacheTable.ts';

export class Caches {
  readonly #parts: readonly ThreadPart[] | null;
  readonly #members = new Map<CacheName, ManagedCache[]>();
  readonly #included: Caches[] = [];
  #plan: CachePlan;

  /** Without parts, a cache gets the largest size that any part has for it. */
  constructor(parts: readonly ThreadPart[] | null = null, plan: CachePlan = DEFAULT_PLAN) {
    this.#parts = parts;
    this.#plan = plan;
  }

  create<V>(name: CacheName): BoundedCache<V> {
    const cache = new BoundedCache<V>(this.sizeOf(name));
    this.add(name, cache);
    return cache;
  }

  /** For a cache with a memory layout of its own, made with `sizeOf` its name. */
  add(name: CacheName, cache: ManagedCache): void {
    this.#members.set(name, [...(this.#members.get(name) ?? []), cache]);
    this.#resize(name);
  }

  /** The bytes of all caches of a name. */
  sizeOf(name: CacheName): number {
    const { mib } = cacheDefinition(name);
    if (this.#parts === null) return Math.max(...Object.values(mib)) * MIB;
    const sizes = this.#parts.map((part) => (mib[part] ?? 0) * scaleOf(this.#plan, name, part));
    const size = sizes.reduce((sum, one) => sum + one, 0);
    assert(size > 0, `no part of this thread has a cache ${name}`);
    return Math.floor(size * MIB);
  }

  /** Reports the caches of another registry of the same thread as well, also later ones. */
  include(other: Caches): this {
    this.#included.push(other);
    return this;
  }

  /** Makes all caches as large as a plan says. */
  adopt(plan: CachePlan): this {
    this.#plan = plan;
    for (const name of this.#members.keys()) this.#resize(name);
    return this;
  }

  /** What the caches hold, by name; those that this thread does not have are left out. */
  report(): ReadonlyMap<CacheName, CacheFigures> {
    const all = [this, ...this.#included];
    const figures = CACHE_NAMES.flatMap((name) => {
      const members = all.flatMap((caches) => caches.#members.get(name) ?? []);
      return members.length === 0 ? [] : [[name, addFigures(members)] as const];
    });
    return new Map(figures);
  }

  #resize(name: CacheName): void {
    const members = this.#members.get(name) ?? [];
    const bytesMax = Math.floor(this.sizeOf(name) / members.length);
    for (const member of members) member.resize?.(bytesMax);
  }
}

function addFigures(members: readonly ManagedCache[]): CacheFigures {
  const sum = (key: keyof CacheFigures) =>
    members.reduce((total, { figures }) => total + figures[key], 0);
  return {
    bytes: sum('bytes'),
    bytesMax: sum('bytesMax'),
    entries: sum('entries'),
    hits: sum('hits'),
    misses: sum('misses'),
  };
}
