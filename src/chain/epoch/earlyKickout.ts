// Chunk producers that have missed too many chunks of an epoch are not drawn again until it ends.
// To let all nodes agree, the draw does not depend on the parent of a chunk but on the block before
// it, the anchor, and on what was final there.

import { isBelowPercent, type Production } from './uptime.ts';

/** The height for which a producer is drawn, above that of the anchor. */
export const ANCHOR_LAG = 2;

/** Nobody is excluded before the anchor's final block is this far into the epoch. */
export const GRACE_BLOCKS = 1_000;

const MISSED_MIN = 100;
const PRODUCED_PERCENT_MIN = 80;

/** How the producers of the chunks on top of a block are drawn. */
export interface ChunkDraw {
  readonly prevHeight: number;
  /** The height that is drawn for, usually the one after `prevHeight`. */
  readonly height: number;
  /** What decides who is excluded, in statistics of the epoch; null while nobody can be. */
  readonly basis: { readonly shards: readonly ShardChunks[] } | null;
}

interface ShardChunks {
  /** By validator index. */
  readonly chunks: readonly Production[];
}

/** Chunks are drawn for the height after their parent, from all producers. */
export function createPlainDraw(prevHeight: number): ChunkDraw {
  return { prevHeight, height: prevHeight + 1, basis: null };
}

const NOBODY: ReadonlySet<number> = new Set();

/** Those of a shard's producers who are excluded, by validator index; always one stays. */
export function findExcluded(
  { basis }: ChunkDraw,
  shardIndex: number,
  settlement: readonly number[],
): ReadonlySet<number> {
  if (basis === null) return NOBODY;
  const { chunks } = basis.shards[shardIndex]!;
  const producers = new Set(settlement);
  const excluded = new Set([...producers].filter((index) => isTooRare(chunks[index]!)));
  if (excluded.size > 0 && excluded.size === producers.size) {
    const [best] = [...excluded].sort((a, b) => compareWork(chunks[b]!, chunks[a]!) || a - b);
    excluded.delete(best!);
  }
  return excluded;
}

function isTooRare(chunks: Production): boolean {
  const isEnoughToTell = chunks.expected - chunks.produced >= MISSED_MIN;
  return isEnoughToTell && isBelowPercent(chunks, PRODUCED_PERCENT_MIN);
}

/** The larger share is better, then the shorter record. Counts of one epoch multiply exactly. */
function compareWork(a: Production, b: Production): number {
  return a.produced * b.expected - b.produced * a.expected || b.expected - a.expected;
}
