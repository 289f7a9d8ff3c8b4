// One memory for all contracts of a thread that touch much of theirs: clearing what a call has
// written costs far less than memory that the process has never touched. Each call has a new
// instance, which finds nothing but zeros in it.
// Bound: the memory of one contract, 133 MiB with its maps.

import { assert } from '../base/assert.ts';
import type { MeterExports, ReuseExports } from './preparedContract.ts';

export type ReusableExports = MeterExports & ReuseExports;

/** For a reusable module, which knows how many pages it needs. */
export function createMemory(pages: number): WebAssembly.Memory {
  // V8 counts other memories towards its heap, and would collect garbage all the time.
  return new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true });
}

export class KeptMemory {
  /** Null during a call, so that one that does not end properly takes it along. */
  #clean: WebAssembly.Memory | null = null;
  #pages = 0;

  /** A memory that is zero, for one call. */
  take(pages: number): WebAssembly.Memory {
    const memory = this.#pages === pages ? this.#clean : null;
    this.#clean = null;
    this.#pages = pages;
    return memory ?? createMemory(pages);
  }

  /** Clears what the call has written. */
  giveBack({ memory, reset }: ReusableExports): void {
    assert(this.#clean === null, 'one call at a time');
    reset(0, 0);
    this.#clean = memory;
  }
}
