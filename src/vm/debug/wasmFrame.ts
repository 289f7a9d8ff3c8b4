// Frames of a contract's stack: in the module that V8 ran, and in the contract's own code.

import type { ReusableForm } from '../wasm/reusable/reusableLayout.ts';

/** An active function and where it is, in the contract's own code. */
export interface WasmFrame {
  /** Counts the contract's imports. */
  readonly functionIndex: number;
  /** Of an operator in the code as it was deployed; null if it was not looked for. */
  readonly offset: number | null;
}

/** A frame as V8 reports it. */
export interface RanFrame {
  readonly index: number;
  readonly offset: number;
}

/** The stack of a call that failed, in the module that ran. */
export interface RanStack {
  /** Of the module; null if it is the prepared one, which has other offsets. */
  readonly reusableForm: ReusableForm | null;
  readonly functionShift: number;
  readonly functionCount: number;
  /** Innermost first. */
  readonly frames: readonly RanFrame[];
}

export const NO_STACK: RanStack = {
  reusableForm: null,
  functionShift: 0,
  functionCount: 0,
  frames: [],
};

/**
 * V8's text for a function of a module without a name, as contracts are; the module of a table has
 * one.
 */
const FRAME = /wasm\/[0-9a-f]+:wasm-function\[(\d+)\]:0x([0-9a-f]+)/g;

/** The frames in V8's text of a stack, without what precedes them: a contract writes messages. */
export function parseFrames(thrown: unknown): RanFrame[] {
  if (!(thrown instanceof Error)) return [];
  const { stack = '', message } = thrown;
  const frames = stack.slice(stack.indexOf(message) + message.length);
  return Array.from(frames.matchAll(FRAME), ([, index, offset]) => ({
    index: Number(index),
    offset: Number.parseInt(offset ?? '', 16),
  }));
}

/** The functions of the contract itself; those that preparation has added are left out. */
export function functionsOf({ functionShift, functionCount, frames }: RanStack): WasmFrame[] {
  return frames
    .map(({ index }) => ({ functionIndex: index - functionShift, offset: null }))
    .filter(({ functionIndex }) => functionIndex < functionCount);
}
