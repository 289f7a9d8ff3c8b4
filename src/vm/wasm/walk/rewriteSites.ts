// Places in a function that cannot be copied as they are, in the order of their offsets.

import { growInt32 } from '../format/growing.ts';

/** The argument is a function index. */
export const SITE_CALL = 0;
export const SITE_REF_FUNC = 1;
/** The argument is a type index. */
export const SITE_CALL_INDIRECT = 2;
/** The argument is the number of blocks around the `return`. */
export const SITE_RETURN = 3;
/** A float operation; the argument is the type of its result. */
export const SITE_NAN = 4;
export const SITE_MEMORY_GROW = 5;
/** A `br_table` that is split; the argument is the type of its labels. */
export const SITE_BR_TABLE = 6;
/** The same in dead code. */
export const SITE_DEAD_BR_TABLE = 7;
/** A part of an operator in an encoding that V8 may not know; the argument is the usual byte. */
export const SITE_BYTE = 8;
/** A use of a spilled local; the argument is its index. */
export const SITE_LOCAL = 9;
/** A use of a narrowed global; the argument is its index. */
export const SITE_GLOBAL = 10;
/** Another operator on references, or one on a table of numbers. */
export const SITE_REFERENCE = 11;
export const SITE_MEMORY_FILL = 12;

/** A `br_table` with more targets is split into parts of this size. */
export const BR_TABLE_PART = 1_024;

const CAPACITY_MIN = 1024;

export class RewriteSites {
  offsets = new Int32Array(CAPACITY_MIN);
  ends = new Int32Array(CAPACITY_MIN);
  kinds = new Int32Array(CAPACITY_MIN);
  args = new Int32Array(CAPACITY_MIN);
  count = 0;

  begin(): void {
    this.count = 0;
  }

  add(kind: number, offset: number, end: number, arg: number): void {
    const index = this.count++;
    if (index === this.offsets.length) this.#grow(index * 2);
    this.offsets[index] = offset;
    this.ends[index] = end;
    this.kinds[index] = kind;
    this.args[index] = arg;
  }

  #grow(capacity: number): void {
    this.offsets = growInt32(this.offsets, capacity);
    this.ends = growInt32(this.ends, capacity);
    this.kinds = growInt32(this.kinds, capacity);
    this.args = growInt32(this.args, capacity);
  }
}
