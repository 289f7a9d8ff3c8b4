// The tape of blocks: where each block is drawn. Runs of empty blocks are folded into their number.

import { isEmptyBlock } from './blockSums.ts';
import type { BlockEvent } from './wire.ts';

export const BLOCK_STEP = 24;
export const FOLD_STEP = 44;
/** A single empty block is drawn like any other. */
const FOLDED_MIN = 2;

export type TapeItem =
  | { readonly kind: 'block'; readonly x: number; readonly block: BlockEvent }
  | {
      readonly kind: 'fold';
      readonly x: number;
      readonly count: number;
      /** The last of the folded blocks. */
      readonly block: BlockEvent;
    };

export interface Tape {
  /** Oldest first. */
  readonly items: readonly TapeItem[];
  readonly width: number;
  /** Up to where blocks are final; 0 if none of them is. */
  readonly finalX: number;
}

/** Blocks are given newest first. */
export function layoutTape(blocks: readonly BlockEvent[]): Tape {
  const items: TapeItem[] = [];
  const final = findFinalHeight(blocks);
  let x = 0;
  let finalX = 0;
  const add = (item: TapeItem, step: number) => {
    items.push(item);
    x += step;
    if (item.block.height <= final) finalX = x;
  };
  let run: BlockEvent[] = [];
  const endRun = () => {
    const last = run.at(-1);
    if (last !== undefined && run.length >= FOLDED_MIN) {
      add({ kind: 'fold', x, count: run.length, block: last }, FOLD_STEP);
    } else {
      for (const block of run) add({ kind: 'block', x, block }, BLOCK_STEP);
    }
    run = [];
  };
  for (const block of [...blocks].reverse()) {
    if (isEmptyBlock(block)) {
      run.push(block);
      continue;
    }
    endRun();
    add({ kind: 'block', x, block }, BLOCK_STEP);
  }
  endRun();
  return { items, width: x, finalX };
}

/** The height of the last final block; −1 if it is not among these. */
export function findFinalHeight(blocks: readonly BlockEvent[]): number {
  const [newest] = blocks;
  return blocks.find(({ hash }) => hash === newest?.last_final_block)?.height ?? -1;
}
