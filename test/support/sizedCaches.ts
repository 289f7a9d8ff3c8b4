// Caches, some of them with a size that a test chose.

import { Caches } from '../../src/base/collections/caches.ts';
import type { CacheName } from '../../src/base/collections/cacheTable.ts';

export class SizedCaches extends Caches {
  readonly #sizes: Readonly<Partial<Record<CacheName, number>>>;

  constructor(sizes: Readonly<Partial<Record<CacheName, number>>>) {
    super();
    this.#sizes = sizes;
  }

  override sizeOf(name: CacheName): number {
    return this.#sizes[name] ?? super.sizeOf(name);
  }
}
