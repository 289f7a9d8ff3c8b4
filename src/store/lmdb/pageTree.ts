/**
 * A walk over the trees of a data file: every page is where its parent says, has the form that LMDB
 * expects, keys that its parent allows, and no page has two places or is free at the same time.
 */

import { statSync } from 'node:fs';
import { compareBytes, equalBytes } from '../../base/bytes/bytes.ts';
import { dataFilePath, newerMeta, PAGE_BYTES, readMetaPages, type TreeRoot } from './dataFile.ts';
import { DataPages, type Overflow, type Page, PageFault, type PageKind } from './dataPages.ts';

/**
 * A file up to this size is looked at in full when it is opened, which takes a quarter of a
 * second at most; of a larger one only the branch pages, about one in a hundred.
 */
const FULL_WALK_PAGES = 16_384;

/** More pages than one commit could take, give back and leave out of the file. */
const UNWRITTEN_PAGES_MAX = 131_072;

/** Deeper trees than this would have more pages than there are. */
const DEPTH_MAX = 32;

/** How far down a walk goes: to the branches, a small part of a file; to all pages; to each row. */
type WalkDepth = 'branches' | 'pages' | 'rows';

interface WalkOptions {
  readonly depth: WalkDepth;
  /** Called with each fault; pages below a damaged one are skipped. */
  readonly onFault: (fault: PageFault) => void;
}

interface Walk extends WalkOptions {
  readonly pages: DataPages;
  /** Which pages have a place. */
  readonly seen: Uint8Array;
  readonly isOrdered: boolean;
}

interface Place {
  readonly page: number;
  /** How many pages there are from here down. */
  readonly levels: number;
  /** Keys from the first (inclusive) to the second (exclusive); null for no bound. */
  readonly low: Uint8Array | null;
  readonly high: Uint8Array | null;
}

/** A row as it is stored, its key with the column and its value with the checksum. */
export interface StoredRow {
  readonly page: number;
  readonly key: Uint8Array;
  readonly value: Uint8Array;
}

/** The rows of the main tree, if the walk goes to them; those of damaged pages are left out. */
export function* walkPages(pages: DataPages, options: WalkOptions): Generator<StoredRow> {
  const seen = new Uint8Array(pages.pageCount).fill(1, 0, 2);
  const walk = { ...options, pages, seen, isOrdered: true };
  let count = 0;
  for (const row of walkRoot(walk, pages.main)) {
    count += 1;
    yield row;
  }
  if (options.depth === 'branches') return;
  if (options.depth === 'rows') verifyCount(walk, pages.main, count);
  // Numbers in the keys of free pages are in the order of the machine.
  const freeWalk: Walk = { ...walk, depth: 'rows', isOrdered: false };
  for (const { page, value } of walkRoot(freeWalk, pages.free)) markFree(freeWalk, page, value);
}

function* walkRoot(walk: Walk, { page, levels }: TreeRoot): Generator<StoredRow> {
  if (page === null) return;
  if (levels < 1 || levels > DEPTH_MAX) walk.onFault(new PageFault(page, 'is a root of no tree'));
  else yield* walkPlace(walk, { page, levels, low: null, high: null });
}

function verifyCount({ onFault }: Walk, { page, entries }: TreeRoot, count: number): void {
  if (count !== entries) onFault(new PageFault(page ?? 0, `has ${count} rows of ${entries}`));
}

function* walkPlace(walk: Walk, place: Place): Generator<StoredRow> {
  const { page: number, levels } = place;
  const page = tryRead(walk, () => readPage(walk, place, levels === 1 ? 'leaf' : 'branch'));
  if (page === null) return;
  if (levels === 1) {
    yield* walkLeaf(walk, number, page);
    return;
  }
  for (let i = 0; i < page.count; i++) {
    yield* walkPlace(walk, {
      page: page.child(i),
      levels: levels - 1,
      low: i === 0 ? place.low : page.key(i),
      high: i + 1 === page.count ? place.high : page.key(i + 1),
    });
  }
}

function* walkLeaf(walk: Walk, number: number, page: Page): Generator<StoredRow> {
  for (let i = 0; i < page.count; i++) {
    const overflow = page.overflow(i);
    const long = overflow && tryRead(walk, () => readLong(walk, overflow));
    if (walk.depth !== 'rows' || (overflow !== null && long === null)) continue;
    yield { page: number, key: page.key(i), value: long ?? page.value(i) };
  }
}

/** Null for what is damaged. */
function tryRead<T>({ onFault }: Walk, read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof PageFault)) throw error;
    onFault(error);
    return null;
  }
}

/** Null for a leaf that need not be read. */
function readPage(walk: Walk, place: Place, kind: PageKind): Page | null {
  take(walk, place.page, 1);
  if (kind === 'leaf' && walk.depth === 'branches') return null;
  const page = walk.pages.read(place.page, kind);
  if (walk.isOrdered) verifyOrder(walk, page, place, kind);
  return page;
}

function readLong(walk: Walk, overflow: Overflow): Uint8Array {
  take(walk, overflow.page, overflow.pages);
  return walk.pages.readOverflow(overflow);
}

function take({ pages, seen }: Walk, page: number, count: number): void {
  for (let at = page; at < page + count; at++) {
    if (at < 2 || at >= pages.pageCount) throw new PageFault(at, 'is not in the file');
    if (seen[at] === 1) throw new PageFault(at, 'has two places');
    seen[at] = 1;
  }
}

/** The keys of a page rise, from the first that its parent allows up to before the next page. */
function verifyOrder(
  { depth }: Walk,
  page: Page,
  { page: number, low, high }: Place,
  kind: PageKind,
): void {
  // The first key of a branch is never compared, and is empty.
  const first = kind === 'branch' ? 1 : 0;
  if (page.count <= first) return;
  const isQuick = kind === 'leaf' && depth === 'pages';
  let before = page.key(first);
  if (low !== null && compareBytes(low, before) > 0) {
    throw new PageFault(number, 'has a key before its beginning');
  }
  // Within a leaf, a search that goes wrong ends next to what it looks for.
  for (let i = isQuick ? page.count - 1 : first + 1; i < page.count; i++) {
    const key = page.key(i);
    if (compareBytes(before, key) >= 0 && i > first)
      throw new PageFault(number, `has key ${i} out of order`);
    before = key;
  }
  if (high !== null && compareBytes(before, high) >= 0) {
    throw new PageFault(number, 'has a key past its end');
  }
}

/** A list of free pages: its length, then pages; a negative number is the length of a run. */
function markFree(walk: Walk, page: number, value: Uint8Array): void {
  const words = new DataView(value.buffer, value.byteOffset, value.byteLength);
  const count = Number(words.getBigUint64(0, true));
  if (value.length % 8 !== 0 || count >= value.length / 8) {
    walk.onFault(new PageFault(page, 'has a list of free pages that does not fit'));
    return;
  }
  tryRead(walk, () => {
    for (let i = 1; i <= count; i++) {
      const word = Number(words.getBigInt64(8 * i, true));
      if (word === 0) continue;
      if (word > 0) take(walk, word, 1);
      else if (i < count) take(walk, Number(words.getBigInt64(8 * ++i, true)), -word);
    }
  });
}

/**
 * Whether the file has every page that the newer meta page leads to. Reading past its end would end
 * the process, because the file is mapped.
 */
export function isWhole(folder: string): boolean {
  // The pages are looked at first: a writer makes the file longer before it counts them.
  const meta = readMetaPages(folder);
  const { lastPage } = newerMeta(meta);
  const present = Math.floor(statSync(dataFilePath(folder)).size / PAGE_BYTES);
  if (present > lastPage) return true;
  if (lastPage - present > UNWRITTEN_PAGES_MAX) return false;
  if (areFree(new DataPages(folder, meta), present)) return true;
  // Somebody may have written meanwhile.
  return !equalBytes(meta, readMetaPages(folder)) && isWhole(folder);
}

/** LMDB counts the pages at the end that a commit takes and gives back, but never writes them. */
function areFree(pages: DataPages, first: number): boolean {
  const seen = new Uint8Array(pages.pageCount);
  let isReadable = true;
  const onFault = () => {
    isReadable = false;
  };
  try {
    const walk: Walk = { depth: 'rows', onFault, pages, seen, isOrdered: false };
    for (const { page, value } of walkRoot(walk, pages.free)) markFree(walk, page, value);
    return isReadable && seen.subarray(first).every((mark) => mark === 1);
  } finally {
    pages.close();
  }
}

/**
 * What is wrong with the pages of a file; null if nothing was found. Pages that the newest state
 * leads to are not written again before the next one is there, so a fault in a state that is no
 * longer the newest only shows that there is a writer, which has looked at the file itself.
 */
export function findPageFault(folder: string): string | null {
  const meta = readMetaPages(folder);
  const pages = new DataPages(folder, meta);
  const faults: PageFault[] = [];
  try {
    const depth = pages.pageCount <= FULL_WALK_PAGES ? 'pages' : 'branches';
    const onFault = (fault: PageFault) => faults.push(fault);
    for (const _row of walkPages(pages, { depth, onFault })) if (faults.length > 0) break;
    const isNewest = faults.length === 0 || equalBytes(meta, readMetaPages(folder));
    return faults.length > 0 && isNewest ? String(faults[0]) : null;
  } finally {
    pages.close();
  }
}
