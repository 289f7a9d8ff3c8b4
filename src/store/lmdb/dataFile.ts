/**
 * The file that LMDB keeps a store in, seen from outside. It begins with two meta pages, which
 * commits write in turn; whatever else belongs to the newest state is reached from the newer one.
 */

import { closeSync, existsSync, fsyncSync, openSync, readSync, statSync, writeSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { assert } from '../../base/assert.ts';
import { equalBytes, hexToBytes } from '../../base/bytes/bytes.ts';

/** Larger than the usual 4,096 bytes, which would not allow keys as long as those of the state. */
export const PAGE_BYTES = 8192;
export const META_BYTES = 2 * PAGE_BYTES;

/** LMDB's own mark and the version of its format, where the first meta page has them. */
const MARK = hexToBytes('dec0efbe02000000');
const MARK_OFFSET = 24;
const PAGE_SIZE_OFFSET = 48;
const FREE_TREE_OFFSET = 48;
const MAIN_TREE_OFFSET = 96;
const NO_PAGE = 2n ** 64n - 1n;
/** Where a meta page names its last page and its transaction. */
export const LAST_PAGE_OFFSET = 144;
export const TRANSACTION_OFFSET = 152;

export function dataFilePath(folder: string): string {
  return join(folder, 'data.mdb');
}

/** Opening a file of another kind would end the process, so it is looked at first. */
export function findDataFile(folder: string): 'absent' | 'present' | 'foreign' {
  const path = dataFilePath(folder);
  if (!existsSync(path) || statSync(path).size === 0) return 'absent';
  if (!statSync(path).isFile() || statSync(path).size < META_BYTES) return 'foreign';
  const pages = readMetaPages(folder);
  const hasMark = equalBytes(pages.subarray(MARK_OFFSET, MARK_OFFSET + MARK.length), MARK);
  const pageBytes = new DataView(pages.buffer).getUint32(PAGE_SIZE_OFFSET, true);
  return hasMark && pageBytes === PAGE_BYTES ? 'present' : 'foreign';
}

/**
 * Whether the file is what a machine that stopped during the first start may leave: it has no more
 * than the meta pages, and each of them is as LMDB begins it or was never written.
 */
export function isUnfinished(folder: string): boolean {
  const path = dataFilePath(folder);
  if (!statSync(path).isFile() || statSync(path).size > META_BYTES) return false;
  const pages = new Uint8Array(META_BYTES);
  withFile(folder, 'r', (file) => readSync(file, pages, 0, META_BYTES, 0));
  return [0, PAGE_BYTES].every((at) => {
    const mark = pages.subarray(at + MARK_OFFSET, at + MARK_OFFSET + MARK.length);
    return (
      equalBytes(mark, MARK) || pages.subarray(at, at + PAGE_BYTES).every((byte) => byte === 0)
    );
  });
}

/** A tree of pages; one without rows has no root. */
export interface TreeRoot {
  readonly page: number | null;
  readonly levels: number;
  readonly entries: number;
}

interface MetaPage {
  readonly free: TreeRoot;
  readonly main: TreeRoot;
  readonly lastPage: number;
  readonly transaction: bigint;
}

/** The newest state of a file is the one of its later transaction. */
export function newerMeta(pages: Uint8Array): MetaPage {
  const view = new DataView(pages.buffer, pages.byteOffset);
  const first = readMeta(view, 0);
  const second = readMeta(view, PAGE_BYTES);
  return first.transaction > second.transaction ? first : second;
}

function readMeta(view: DataView, at: number): MetaPage {
  return {
    free: readRoot(view, at + FREE_TREE_OFFSET),
    main: readRoot(view, at + MAIN_TREE_OFFSET),
    lastPage: Number(view.getBigUint64(at + LAST_PAGE_OFFSET, true)),
    transaction: view.getBigUint64(at + TRANSACTION_OFFSET, true),
  };
}

function readRoot(view: DataView, at: number): TreeRoot {
  const page = view.getBigUint64(at + 40, true);
  return {
    page: page === NO_PAGE ? null : Number(page),
    levels: view.getUint16(at + 6, true),
    entries: Number(view.getBigUint64(at + 32, true)),
  };
}

/** The current meta pages; there must be no commit at the same time. */
export function readMetaPages(folder: string): Uint8Array {
  return withFile(folder, 'r', (file) => {
    const pages = new Uint8Array(META_BYTES);
    const length = readSync(file, pages, 0, META_BYTES, 0);
    assert(length === META_BYTES, 'a data file begins with two meta pages');
    return pages;
  });
}

/** Nobody may have the file open. */
export function writeMetaPages(folder: string, pages: Uint8Array): void {
  withFile(folder, 'r+', (file) => {
    writeSync(file, pages, 0, META_BYTES, 0);
    fsyncSync(file);
  });
}

/** Flushes what any process has written to the file. */
export async function flushDataFile(folder: string): Promise<void> {
  const file = await open(dataFilePath(folder), 'r+');
  try {
    await file.datasync();
  } finally {
    await file.close();
  }
}

function withFile<T>(folder: string, mode: 'r' | 'r+', use: (file: number) => T): T {
  const file = openSync(dataFilePath(folder), mode);
  try {
    return use(file);
  } finally {
    closeSync(file);
  }
}
