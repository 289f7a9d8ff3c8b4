// Releases the memories of finished contract calls. V8 does not account for them, as they are
// shared memories, and so would not collect them in time: each thread that runs contracts triggers
// a collection once the process has grown too much.

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** How much the process may grow between two collections. */
const GROWTH_BYTES_MAX = 256 * 1024 * 1024;

export class MemoryKeeper {
  /** Null until needed: finding it takes a few milliseconds. */
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

  /** Must be called after each contract call. */
  afterCall(): void {
    const bytes = this.#residentBytes();
    // Other code frees memory too; growth counts from the lowest point.
    if (bytes < this.#bytesAfterLast) this.#bytesAfterLast = bytes;
    if (bytes - this.#bytesAfterLast < GROWTH_BYTES_MAX) return;
    this.#collect ??= findCollector();
    this.#collect();
    this.#bytesAfterLast = this.#residentBytes();
  }
}

/**
 * V8 exposes its collector to contexts that are created while the flag is set. All threads of the
 * process share the flag, and another one may clear it in between: then it is set again.
 */
function findCollector(): () => void {
  for (;;) {
    setFlagsFromString('--expose-gc');
    const collect: unknown = runInNewContext('globalThis.gc');
    // Cached code is only valid under the same V8 flags.
    setFlagsFromString('--no-expose-gc');
    if (typeof collect === 'function') return collect as () => void;
  }
}
