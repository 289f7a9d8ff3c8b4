// Gives back the memories of finished contract calls. V8 does not count them, as they are shared
// memories, and so would not collect them in time: whoever runs contracts collects when the process
// has grown by too much.

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** How much the process may grow between two collections. */
const GROWTH_BYTES_MAX = 256 * 1024 * 1024;

export class MemoryKeeper {
  /** Null until it is needed: finding it takes some milliseconds. */
  #collect: (() => void) | null;
  readonly #residentBytes: () => number;
  #bytesAfterLast: number;

  constructor(
    collect: (() => void) | null = null,
    residentBytes: () => number = () => process.memoryUsage.rss(),
  ) {
    this.#collect = collect;
    this.#residentBytes = residentBytes;
    this.#bytesAfterLast = residentBytes();
  }

  /** To be called after each call of a contract. */
  afterCall(): void {
    const bytes = this.#residentBytes();
    // Others give memory back too; growth counts from the lowest point.
    if (bytes < this.#bytesAfterLast) this.#bytesAfterLast = bytes;
    if (bytes - this.#bytesAfterLast < GROWTH_BYTES_MAX) return;
    this.#collect ??= findCollector();
    this.#collect();
    this.#bytesAfterLast = this.#residentBytes();
  }
}

/**
 * V8 hands out its collector to contexts that are made while the flag is set. All threads of the
 * process share the flag, and another one may take it back in between: then it is set again.
 */
function findCollector(): () => void {
  for (;;) {
    setFlagsFromString('--expose-gc');
    const collect: unknown = runInNewContext('globalThis.gc');
    // What V8 has compiled can be kept for those only who run with the same flags.
    setFlagsFromString('--no-expose-gc');
    if (typeof collect === 'function') return collect as () => void;
  }
}
