// Releases the memories of finished contract calls. V8 does not account for them, as they are
// shared memories, and so would not collect them in time: each thread that runs contracts triggers
// a collection once the process has grown too much. Asking how large the process is takes as long
// as a small call, so it is asked only when calls may have touched enough memory.

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { VmOutcome } from '../vm/vmTypes.ts';

/** How much the process may grow between two collections. */
const GROWTH_BYTES_MAX = 256 * 1024 * 1024;
/** What calls may touch before the process is looked at again. */
const TOUCHED_BYTES_MAX = 64 * 1024 * 1024;

const PAGE_BYTES = 4_096;
/** An operator of Wasm costs more than this and touches one page more, at most. */
const GAS_PER_PAGE = 800_000n;
/** A host function costs at least 264 Mgas and copies to few pages; further bytes cost more. */
const HOST_GAS_PER_PAGE = 50_000_000n;

/** An upper bound of the memory that a call has touched, from what it has paid. */
export function touchedBytes({ burntGas, profile }: VmOutcome): number {
  const pages = profile.wasm / GAS_PER_PAGE + (burntGas - profile.wasm) / HOST_GAS_PER_PAGE;
  return Number(pages) * PAGE_BYTES;
}

export class MemoryKeeper {
  /** Null until needed: finding it takes a few milliseconds. */
  #collect: (() => void) | null;
  readonly #residentBytes: () => number;
  #bytesAfterLast: number;
  #touchedBytes = 0;

  constructor(
    collect: (() => void) | null = null,
    residentBytes: () => number = () => process.memoryUsage.rss(),
  ) {
    this.#collect = collect;
    this.#residentBytes = residentBytes;
    this.#bytesAfterLast = residentBytes();
  }

  /** Must be called after each contract call, with the memory that it may have touched. */
  afterCall(touchedBytes: number): void {
    this.#touchedBytes += touchedBytes;
    if (this.#touchedBytes < TOUCHED_BYTES_MAX) return;
    this.#touchedBytes = 0;
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
