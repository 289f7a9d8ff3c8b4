// The open blocks of the function that is being walked, one row of numbers each. Unreachable is the
// validator's word: it ends with its own block. Dead is what the analyses of gas and stack go by: a
// block inside a dead one is dead too.

import { growInt32 } from '../format/growing.ts';
import type { TypeCode } from '../format/wasmTypes.ts';
import { NONE } from '../format/wasmTypes.ts';

export const FRAME_BLOCK = 0;
export const FRAME_LOOP = 1;
export const FRAME_IF = 2;
export const FRAME_ELSE = 3;

const KIND = 0;
const RESULT = 1;
const OPERAND_HEIGHT = 2;
const MODEL_HEIGHT = 3;
const IS_UNREACHABLE = 4;
const IS_DEAD = 5;
/** Does a branch, or the condition of an `if`, lead to the end of the frame? */
const IS_TAKEN = 6;
const LOOP_POINT = 7;
const ROW = 8;
const ROWS_MIN = 64;

export class ControlFrames {
  #rows = new Int32Array(ROWS_MIN * ROW);
  /** Number of open frames; the function itself is the first. */
  depth = 0;
  // Of the innermost frame; the others are in their rows.
  operandHeight = 0;
  isUnreachable = false;
  isDead = false;

  begin(): void {
    this.depth = 0;
    this.isDead = false;
  }

  push(kind: number, result: TypeCode, operandHeight: number, modelHeight: number): void {
    if (this.depth > 0) {
      this.#rows[(this.depth - 1) * ROW + IS_UNREACHABLE] = this.isUnreachable ? 1 : 0;
      this.#rows[(this.depth - 1) * ROW + IS_DEAD] = this.isDead ? 1 : 0;
    }
    const base = this.depth * ROW;
    if (base + ROW > this.#rows.length) this.#rows = growInt32(this.#rows, base + ROW);
    this.#rows[base + KIND] = kind;
    this.#rows[base + RESULT] = result;
    this.#rows[base + OPERAND_HEIGHT] = operandHeight;
    this.#rows[base + MODEL_HEIGHT] = modelHeight;
    this.#rows[base + IS_TAKEN] = kind === FRAME_IF || kind === FRAME_ELSE ? 1 : 0;
    this.depth++;
    this.operandHeight = operandHeight;
    this.isUnreachable = false;
  }

  /** Leaves the innermost frame for the one around it. */
  pop(): void {
    this.depth--;
    if (this.depth === 0) return;
    const base = (this.depth - 1) * ROW;
    this.operandHeight = this.#rows[base + OPERAND_HEIGHT]!;
    this.isUnreachable = this.#rows[base + IS_UNREACHABLE] !== 0;
    this.isDead = this.#rows[base + IS_DEAD] !== 0;
  }

  /** After a branch that is always taken, or a trap. */
  markUnreachable(): void {
    this.isUnreachable = true;
    this.isDead = true;
  }

  kind(): number {
    return this.#rows[(this.depth - 1) * ROW + KIND]!;
  }

  result(): TypeCode {
    return this.#rows[(this.depth - 1) * ROW + RESULT]!;
  }

  modelHeight(): number {
    return this.#rows[(this.depth - 1) * ROW + MODEL_HEIGHT]!;
  }

  isTaken(): boolean {
    return this.#rows[(this.depth - 1) * ROW + IS_TAKEN] !== 0;
  }

  setLoopPoint(point: number): void {
    this.#rows[(this.depth - 1) * ROW + LOOP_POINT] = point;
  }

  /** The type of value that a branch over `label` frames carries. */
  labelType(label: number): TypeCode {
    const base = (this.depth - 1 - label) * ROW;
    return this.#rows[base + KIND] === FRAME_LOOP ? NONE : this.#rows[base + RESULT]!;
  }

  /** Notes a branch over `label` frames. Returns the loop's gas point if it goes back, or -1. */
  take(label: number): number {
    const base = (this.depth - 1 - label) * ROW;
    if (this.#rows[base + KIND] === FRAME_LOOP) return this.#rows[base + LOOP_POINT]!;
    this.#rows[base + IS_TAKEN] = 1;
    return -1;
  }
}
