/**
 * A store read from the pages of its file, without LMDB: slower, but no damage can end the process.
 * What is below a damaged page, and a row with a wrong checksum, is a PerigeeError.
 */

import { compareBytes } from '../../base/bytes/bytes.ts';
import { Caches } from '../../base/collections/caches.ts';
import type { Column } from '../column.ts';
import type { RangeOptions, Row, StoreReader } from '../store.ts';
import { createDamagedError, createRowError } from '../storeError.ts';
import { type DataPages, type Page, PageFault } from './dataPages.ts';
import { storedKey } from './lmdbReader.ts';
import { openValue } from './rowChecksum.ts';

const PAGE_COST = 8_400;

interface Step {
  readonly page: Page;
  index: number;
}

export class PagedReader implements StoreReader {
  readonly #pages: DataPages;
  readonly #path: string;
  readonly #cache = new Caches(['verify']).create<Page>('store_pages');

  constructor(pages: DataPages, path: string) {
    this.#pages = pages;
    this.#path = path;
  }

  get(column: Column, key: Uint8Array): Uint8Array | undefined {
    const wanted = storedKey(column, key);
    for (const [found, value] of this.#from(wanted)) {
      return compareBytes(found, wanted) === 0 ? value : undefined;
    }
    return undefined;
  }

  /** Rows come in their order; from the highest down is not needed here. */
  *range(column: Column, options: RangeOptions = {}): Generator<Row> {
    const { start = new Uint8Array(), end, limit = Number.POSITIVE_INFINITY } = options;
    const high = end === undefined ? Uint8Array.of(column.number + 1) : storedKey(column, end);
    let left = limit;
    if (options.reverse === true) {
      const rows = [...this.range(column, { start, ...(end && { end }) })].reverse();
      yield* rows.slice(0, Math.min(limit, rows.length));
      return;
    }
    for (const [key, value] of this.#from(storedKey(column, start))) {
      if (left-- <= 0 || compareBytes(key, high) >= 0) return;
      yield [key.subarray(1), value];
    }
  }

  *#from(key: Uint8Array): Generator<Row> {
    const { page, levels } = this.#pages.main;
    if (page === null) return;
    try {
      const path = this.#descend(page, levels, key);
      for (;;) {
        const leaf = path.at(-1) as Step;
        if (leaf.index < leaf.page.count) yield this.#rowAt(leaf.page, leaf.index++);
        else if (!this.#advance(path)) return;
      }
    } catch (error) {
      throw error instanceof PageFault
        ? createDamagedError(this.#path, new Error(String(error)))
        : error;
    }
  }

  /** The way to the first row that is not before a key. */
  #descend(root: number, levels: number, key: Uint8Array): Step[] {
    const path: Step[] = [];
    let number = root;
    for (let level = levels; level > 1; level--) {
      const page = this.#page(number, 'branch');
      // The last child whose first key does not come after the wanted one.
      const index = lowerBound(page, 1, (found) => compareBytes(found, key) <= 0) - 1;
      path.push({ page, index });
      number = page.child(index);
    }
    const page = this.#page(number, 'leaf');
    path.push({ page, index: lowerBound(page, 0, (found) => compareBytes(found, key) < 0) });
    return path;
  }

  /** Goes on to the first row of the next leaf; false at the end. */
  #advance(path: Step[]): boolean {
    const { length } = path;
    let level = length - 2;
    while (level >= 0 && (path[level] as Step).index + 1 >= (path[level] as Step).page.count)
      level--;
    if (level < 0) return false;
    (path[level] as Step).index += 1;
    path.length = level + 1;
    while (path.length < length) {
      const { page, index } = path.at(-1) as Step;
      const kind = path.length === length - 1 ? 'leaf' : 'branch';
      path.push({ page: this.#page(page.child(index), kind), index: 0 });
    }
    return true;
  }

  #rowAt(page: Page, index: number): Row {
    const key = page.key(index);
    const overflow = page.overflow(index);
    const stored = overflow === null ? page.value(index) : this.#pages.readOverflow(overflow);
    const value = openValue(key, stored, stored.length);
    if (value === null) throw createRowError('row_damaged', this.#path, key);
    return [key, value];
  }

  #page(number: number, kind: 'branch' | 'leaf'): Page {
    const name = `${kind} ${number}`;
    const kept = this.#cache.get(name);
    if (kept !== undefined) return kept;
    const page = this.#pages.read(number, kind);
    this.#cache.set(name, page, PAGE_COST);
    return page;
  }
}

/** The first index, from one on, for which a monotonic condition no longer holds. */
function lowerBound(page: Page, first: number, isBefore: (key: Uint8Array) => boolean): number {
  let low = first;
  let high = page.count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(page.key(middle))) low = middle + 1;
    else high = middle;
  }
  return low;
}
