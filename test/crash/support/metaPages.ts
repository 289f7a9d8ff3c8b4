// The meta pages of a store's file, or their copy in a checkpoint.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  LAST_PAGE_OFFSET,
  PAGE_BYTES,
  readMetaPages,
  TRANSACTION_OFFSET,
} from '../../../src/store/lmdb/dataFile.ts';

export interface Meta {
  /** The number of pages that it refers to. */
  readonly pages: number;
  /** The number of its commit. */
  readonly transaction: bigint;
}

/** The newer one of two meta pages. */
export function newerMeta(bytes: Uint8Array): Meta {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const [first, second] = [0, PAGE_BYTES].map((at) => ({
    pages: Number(view.getBigUint64(at + LAST_PAGE_OFFSET, true)) + 1,
    transaction: view.getBigUint64(at + TRANSACTION_OFFSET, true),
  })) as [Meta, Meta];
  return first.transaction > second.transaction ? first : second;
}

/** The last commit, or a later one that happens meanwhile. */
export function lastCommit(storePath: string): bigint {
  return newerMeta(readMetaPages(storePath)).transaction;
}

export function checkpointPath(storePath: string): string {
  return join(storePath, 'checkpoint');
}

/** The last commit that survives a power cut. */
export function checkpointedCommit(storePath: string): bigint {
  return newerMeta(readFileSync(checkpointPath(storePath))).transaction;
}
