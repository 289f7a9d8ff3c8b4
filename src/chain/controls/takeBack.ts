// Reverts the blocks above a height without any record prepared for it: the rows of each block are
// enumerated again (blockRows.ts) and removed, newest block first. Works on a store whose newest
// blocks cannot be read or applied. State nodes stay, as they may be shared, and so does the index
// from keys to accounts, which only says that an account once had a key.

import { equalBytes } from '../../base/bytes/bytes.ts';
import { HASH_ZERO, type Hash } from '../../base/crypto/hash.ts';
import { PerigeeError } from '../../base/errors.ts';
import { Batch, type RowStore } from '../../store/store.ts';
import { blockMerkleKey, keyToNumber, numberKey, prefixRange } from '../../store/storeKeys.ts';
import { readBlockRows } from '../blocks/blockRows.ts';
import { writeTip } from '../blocks/writeBlock.ts';
import { COLUMNS, Column } from '../columns/columns.ts';
import type { ChainTip } from '../stored/chainReader.ts';
import { StoredChain } from '../stored/storedChain.ts';

/**
 * Blocks per commit; if the process is killed between two commits, the chain is shorter by whole
 * blocks.
 */
const BLOCKS_PER_COMMIT = 100;

class CannotTakeBack extends PerigeeError<{ readonly code: 'cannot_take_back' }> {
  constructor(reason: string, cause?: unknown) {
    super({ code: 'cannot_take_back' }, reason, { cause });
  }
}

/** Returns the new head: the newest block at or below the height. */
export function takeBackTo(store: RowStore, height: number): ChainTip {
  const stored = new StoredChain(store);
  const target = findTarget(store, stored, height);
  const final = findFinal(stored, target);
  for (;;) {
    const above = [...newestBlocks(store, target.height)];
    const batch = new Batch();
    for (const tip of above) removeBlock(batch, store, tip);
    const lowest = above.at(-1);
    const below = lowest === undefined ? target : (blockBelow(store, lowest.height) ?? target);
    // The final block must never be above the head, nor the head a removed block.
    writeTip(batch, 'head', below);
    writeTip(batch, 'finalHead', final);
    store.commit(batch);
    if (above.length < BLOCKS_PER_COMMIT) return target;
  }
}

function findTarget(store: RowStore, stored: StoredChain, height: number): ChainTip {
  const [head, tail] = [stored.head(), stored.tail()];
  if (height > head.height) {
    throw new CannotTakeBack(`the newest block is at height ${head.height}, below ${height}`);
  }
  const target = blockBelow(store, height + 1);
  if (target === null || target.height < tail.height) {
    throw new CannotTakeBack(`the oldest stored block is at height ${tail.height}`);
  }
  return target;
}

/** The block that was final when the target was the newest one. */
function findFinal(stored: StoredChain, target: ChainTip): ChainTip {
  const block = readOrRefuse(target, () => stored.block(target.hash));
  const hash = block.header.rest.lastFinalBlock;
  if (equalBytes(hash, HASH_ZERO)) return stored.genesis();
  const final = readOrRefuse(target, () => stored.block(hash));
  return { hash, height: final.header.lite.height };
}

function readOrRefuse<T>({ height }: ChainTip, read: () => T | null): T {
  try {
    const value = read();
    if (value !== null) return value;
    throw new CannotTakeBack(`the block at height ${height} is not complete; choose a lower one`);
  } catch (error) {
    if (error instanceof CannotTakeBack) throw error;
    const message = `the block at height ${height} cannot be read; choose a lower one`;
    throw new CannotTakeBack(message, error);
  }
}

/** The newest block below a height. */
function blockBelow(store: RowStore, height: number): ChainTip | null {
  const options = { end: numberKey(height), reverse: true, limit: 1 };
  for (const [key, hash] of store.range(Column.blockAt, options)) {
    return { hash, height: keyToNumber(key) };
  }
  return null;
}

/** Newest first, as many as fit into one commit. */
function* newestBlocks(store: RowStore, above: number): Generator<ChainTip> {
  const options = { start: numberKey(above + 1), reverse: true, limit: BLOCKS_PER_COMMIT };
  for (const [key, hash] of store.range(Column.blockAt, options)) {
    yield { hash, height: keyToNumber(key) };
  }
}

/** All rows of a block; if it cannot be read, those whose keys name it. */
function removeBlock(batch: Batch, store: RowStore, { hash, height }: ChainTip): void {
  try {
    for (const { column, key } of readBlockRows(store, hash).rows) {
      if (column.isReverted) batch.deleteBytes(column, key);
    }
  } catch {
    removeNamedRows(batch, store, hash);
    removeLeaf(batch, store, hash);
  }
  batch.delete(Column.blockAt, height);
  batch.delete(Column.nextBlock, blockBelow(store, height)?.hash ?? HASH_ZERO);
  batch.delete(Column.undo, hash);
}

/** Otherwise it would be taken for the block after the new head. */
function removeLeaf(batch: Batch, store: RowStore, hash: Hash): void {
  const newest = { end: blockMerkleKey(1, 0), reverse: true, limit: BLOCKS_PER_COMMIT };
  for (const [key, leaf] of store.range(Column.blockMerkle, newest)) {
    if (equalBytes(leaf, hash)) batch.deleteBytes(Column.blockMerkle, key);
  }
}

function removeNamedRows(batch: Batch, store: RowStore, hash: Hash): void {
  for (const column of COLUMNS.filter(({ isReverted }) => isReverted)) {
    if (column.key.blockHash === 'whole') batch.deleteBytes(column, hash);
    if (column.key.blockHash !== 'prefix') continue;
    for (const [key] of store.range(column, prefixRange(hash))) batch.deleteBytes(column, key);
  }
}
