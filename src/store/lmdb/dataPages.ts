/**
 * The pages of an LMDB data file, read from outside without LMDB, which trusts them blindly: a
 * changed length or page number can end the process. The layout is that of mdb.c in the lmdb
 * package: a header of 24 bytes, the places of the nodes, free room, and the nodes up to the end.
 */

import { closeSync, openSync, readSync } from 'node:fs';
import { dataFilePath, newerMeta, PAGE_BYTES, readMetaPages, type TreeRoot } from './dataFile.ts';

const HEADER_BYTES = 24;
const NODE_BYTES = 8;
const OVERFLOW_BYTES = 24;
const BODY_BYTES = PAGE_BYTES - HEADER_BYTES;

const FLAGS = { branch: 1, leaf: 2, overflow: 4 };
const BIG_DATA = 1;

export type PageKind = 'branch' | 'leaf';

/** A long value, which has its own pages. */
export interface Overflow {
  readonly page: number;
  readonly pages: number;
  readonly length: number;
}

/** What is wrong with a page. */
export class PageFault {
  readonly page: number;
  readonly reason: string;

  constructor(page: number, reason: string) {
    this.page = page;
    this.reason = reason;
  }

  toString(): string {
    return `page ${this.page}: ${this.reason}`;
  }
}

/** The file as one of its commits left it. Nobody may reuse its pages meanwhile. */
export class DataPages {
  readonly main: TreeRoot;
  readonly free: TreeRoot;
  readonly pageCount: number;
  readonly #file: number;

  constructor(folder: string, meta = readMetaPages(folder)) {
    const { main, free, lastPage } = newerMeta(meta);
    this.main = main;
    this.free = free;
    this.pageCount = lastPage + 1;
    this.#file = openSync(dataFilePath(folder), 'r');
  }

  close(): void {
    closeSync(this.#file);
  }

  /** A page that is as it should be; throws a PageFault for any other. */
  read(page: number, kind: PageKind): Page {
    const bytes = this.#readBytes(page, PAGE_BYTES);
    verifyHeader(bytes, page, FLAGS[kind]);
    verifyNodes(bytes, page, kind, this.pageCount);
    return new Page(bytes);
  }

  readOverflow({ page, pages, length }: Overflow): Uint8Array {
    const bytes = this.#readBytes(page, HEADER_BYTES + length);
    verifyHeader(bytes, page, FLAGS.overflow);
    if (u32(bytes, 20) !== pages) throw new PageFault(page, 'counts other pages than its node');
    return bytes.subarray(HEADER_BYTES);
  }

  #readBytes(page: number, length: number): Uint8Array {
    if (page < 2 || page >= this.pageCount) throw new PageFault(page, 'is not in the file');
    const bytes = new Uint8Array(length);
    const found = readSync(this.#file, bytes, 0, length, page * PAGE_BYTES);
    if (found !== length) throw new PageFault(page, 'is cut off');
    return bytes;
  }
}

function verifyHeader(bytes: Uint8Array, page: number, flags: number): void {
  if (u48(bytes, 0) !== page || u16(bytes, 6) !== 0)
    throw new PageFault(page, 'has another number');
  if (u16(bytes, 18) !== flags) throw new PageFault(page, `has the flags ${u16(bytes, 18)}`);
}

/** The nodes of a page whose form was verified. */
export class Page {
  readonly #bytes: Uint8Array;
  readonly count: number;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.count = u16(bytes, 20) / 2;
  }

  key(index: number): Uint8Array {
    const at = nodeAt(this.#bytes, index);
    return this.#bytes.subarray(at + NODE_BYTES, keyEndOf(this.#bytes, at));
  }

  /** Of a branch. */
  child(index: number): number {
    return u48(this.#bytes, nodeAt(this.#bytes, index));
  }

  /** Where the value of a leaf stands, if it is a long one. */
  overflow(index: number): Overflow | null {
    const at = nodeAt(this.#bytes, index);
    if (u16(this.#bytes, at + 4) !== BIG_DATA) return null;
    return overflowAt(this.#bytes, keyEndOf(this.#bytes, at), u32(this.#bytes, at));
  }

  /** The value of a leaf, if it is in the page itself. */
  value(index: number): Uint8Array {
    const at = nodeAt(this.#bytes, index);
    const keyEnd = keyEndOf(this.#bytes, at);
    return this.#bytes.subarray(keyEnd, keyEnd + u32(this.#bytes, at));
  }
}

function nodeAt(bytes: Uint8Array, index: number): number {
  return HEADER_BYTES + u16(bytes, HEADER_BYTES + 2 * index);
}

function keyEndOf(bytes: Uint8Array, at: number): number {
  return at + NODE_BYTES + u16(bytes, at + 6);
}

function overflowAt(bytes: Uint8Array, at: number, length: number): Overflow {
  return { page: u48(bytes, at), pages: u48(bytes, at + 16), length };
}

function verifyNodes(bytes: Uint8Array, page: number, kind: PageKind, pageCount: number): void {
  const lower = u16(bytes, 20);
  const upper = u16(bytes, 22);
  if (lower % 2 !== 0 || lower > upper || upper > BODY_BYTES) {
    throw new PageFault(page, `has bounds ${lower} and ${upper}`);
  }
  let used = 0;
  for (let i = 0; i < lower / 2; i++) {
    const at = nodeAt(bytes, i);
    const isInside = at >= HEADER_BYTES + upper && at + NODE_BYTES <= PAGE_BYTES;
    const end = isInside ? nodeEnd(bytes, at, kind, pageCount) : null;
    if (end === null) throw new PageFault(page, `has a node ${i} that does not fit`);
    // Nodes begin at even places.
    used += end - at + ((end - at) % 2);
  }
  // They stand side by side up to the end, so a changed length shows here.
  if (used !== BODY_BYTES - upper) throw new PageFault(page, 'has nodes of other lengths');
}

function nodeEnd(bytes: Uint8Array, at: number, kind: PageKind, pageCount: number): number | null {
  const keyEnd = keyEndOf(bytes, at);
  if (kind === 'branch') return keyEnd <= PAGE_BYTES ? keyEnd : null;
  const length = u32(bytes, at);
  const flags = u16(bytes, at + 4);
  const end = keyEnd + (flags === BIG_DATA ? OVERFLOW_BYTES : length);
  if (end > PAGE_BYTES || flags > BIG_DATA) return null;
  if (flags === BIG_DATA && !isOverflow(overflowAt(bytes, keyEnd, length), pageCount)) return null;
  return end;
}

function isOverflow({ page, pages, length }: Overflow, pageCount: number): boolean {
  const needed = Math.floor((HEADER_BYTES - 1 + length) / PAGE_BYTES) + 1;
  // A value that one commit writes twice, the second time shorter, keeps the pages of the first.
  return page >= 2 && pages >= needed && page + pages <= pageCount;
}

function u16(bytes: Uint8Array, at: number): number {
  return bytes[at]! | (bytes[at + 1]! << 8);
}

function u32(bytes: Uint8Array, at: number): number {
  return u16(bytes, at) + u16(bytes, at + 2) * 2 ** 16;
}

/** What is above cannot be a page of any file. */
function u48(bytes: Uint8Array, at: number): number {
  return u32(bytes, at) + u16(bytes, at + 4) * 2 ** 32;
}
