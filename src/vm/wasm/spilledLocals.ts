// Functions with many locals and many branches. V8's compilers keep a copy of all locals for every
// branch, and a charge is one: with as many of both as the protocol allows, they would take more
// than ten gigabytes. Such a function keeps only its parameters as locals. The others are globals,
// which all such functions share. In the function's place stands a wrapper that clears them, after
// it has saved what another active function has in them, and calls the next wrapper or at last the
// function: V8 is slow with many locals alone, so each wrapper sees to some of them.

import * as op from '../../base/wasmOpcodes.ts';
import { ByteWriter } from './byteWriter.ts';
import type { FunctionState } from './functionState.ts';
import type { MeterLayout } from './meterLayout.ts';
import {
  hasUpperHalf,
  isWide,
  type PlacedGlobal,
  writeClear,
  writeGet,
  writeSet,
} from './narrowGlobals.ts';
import type { TypeCode } from './wasmTypes.ts';
import { FUNCREF, I32, NONE, TYPE_BYTES } from './wasmTypes.ts';
import { writeI32, writeOperator } from './writeOperator.ts';
import { writeSized } from './writeSized.ts';

/** Locals times charges. Contracts as compilers make them stay below a twentieth of it. */
const CROWDED_MIN = 1_000_000;
const LOCALS_PER_WRAPPER = 1_000;

export function isCrowded({ locals, points }: FunctionState): boolean {
  return locals.count * points.count > CROWDED_MIN;
}

export class SpilledLocals {
  readonly #layout: MeterLayout;
  /** By index of the local, in the function at hand. */
  #globals: (PlacedGlobal | undefined)[] = [];
  /** The shared globals, by type. */
  readonly #pools: PlacedGlobal[][] = Array.from({ length: FUNCREF + 1 }, () => []);
  /** Types of the shared globals, in the order of their indexes. */
  readonly globalTypes: TypeCode[] = [];
  readonly innerTypes: number[] = [];
  readonly innerBodies: Uint8Array[] = [];

  constructor(layout: MeterLayout) {
    this.#layout = layout;
  }

  /** Finds globals for the locals of the function that was just analysed. */
  assign({ locals, signature }: FunctionState): void {
    const used = new Int32Array(FUNCREF + 1);
    this.#globals = new Array(locals.count);
    for (let index = signature.params.length; index < locals.count; index++) {
      const type = locals.types[index]!;
      this.#globals[index] = this.#globalAt(type, used[type]!++);
    }
  }

  #globalAt(type: TypeCode, slot: number): PlacedGlobal {
    const pool = this.#pools[type]!;
    if (slot === pool.length) {
      const lower = this.#layout.spillBase + this.globalTypes.length;
      pool.push({ type, lower, upper: lower + 1 });
      this.globalTypes.push(isWide(type) ? I32 : type);
      if (hasUpperHalf(type)) this.globalTypes.push(I32);
    }
    return pool[slot]!;
  }

  globalOf(local: number): PlacedGlobal {
    return this.#globals[local]!;
  }

  /** Takes the instrumented function and writes what stands in its place to `out`. */
  writeWrappers(out: ByteWriter, state: FunctionState, typeIndex: number, inner: Uint8Array): void {
    const { locals, signature } = state;
    const first = signature.params.length;
    let callee = this.#addInner(typeIndex, inner);
    let end = locals.count;
    let isInnermost = true;
    for (; end - first > LOCALS_PER_WRAPPER; end -= LOCALS_PER_WRAPPER) {
      const body = new ByteWriter();
      const range = { start: end - LOCALS_PER_WRAPPER, end, isInnermost };
      writeSized(body, () => this.#writeWrapper(body, state, range, callee));
      callee = this.#addInner(typeIndex, body.written());
      isInnermost = false;
    }
    const range = { start: first, end, isInnermost };
    writeSized(out, () => this.#writeWrapper(out, state, range, callee));
  }

  /** Returns the index that the function will have. */
  #addInner(typeIndex: number, body: Uint8Array): number {
    this.innerTypes.push(typeIndex);
    this.innerBodies.push(body);
    return this.#layout.innerBase + this.innerBodies.length - 1;
  }

  #writeWrapper(out: ByteWriter, state: FunctionState, range: Range, callee: number): void {
    const { locals, signature } = state;
    const { spillDepthGlobal } = this.#layout;
    const { start, end, isInnermost } = range;
    const paramCount = signature.params.length;
    const savedTypes = locals.types.subarray(start, end);
    out.u32(savedTypes.length);
    for (const type of savedTypes) out.all([1, TYPE_BYTES[type]!]);
    this.#writeForAll(out, range, (global, offset) => {
      writeGet(out, global);
      writeOperator(out, op.LOCAL_SET, paramCount + offset);
    });
    for (let local = start; local < end; local++) {
      writeCleared(out, this.globalOf(local));
    }
    if (isInnermost) writeAdd(out, spillDepthGlobal, 1);
    for (let param = 0; param < paramCount; param++) writeOperator(out, op.LOCAL_GET, param);
    writeOperator(out, op.CALL, callee);
    if (isInnermost) writeAdd(out, spillDepthGlobal, -1);
    this.#writeForAll(out, range, (global, offset) => {
      writeOperator(out, op.LOCAL_GET, paramCount + offset);
      writeSet(out, global, this.#layout);
    });
    out.u8(op.END);
  }

  /** Does something for the global of each local, if another such function is active. */
  #writeForAll(
    out: ByteWriter,
    { start, end }: Range,
    write: (global: PlacedGlobal, offset: number) => void,
  ): void {
    writeOperator(out, op.GLOBAL_GET, this.#layout.spillDepthGlobal);
    out.u8(op.IF);
    out.u8(TYPE_BYTES[NONE]!);
    for (let local = start; local < end; local++) write(this.globalOf(local), local - start);
    out.u8(op.END);
  }
}

/** The locals of one wrapper. The innermost one counts the function as active. */
type Range = { readonly start: number; readonly end: number; readonly isInnermost: boolean };

function writeAdd(out: ByteWriter, global: number, amount: number): void {
  writeOperator(out, op.GLOBAL_GET, global);
  writeI32(out, amount);
  out.u8(op.I32_ADD);
  writeOperator(out, op.GLOBAL_SET, global);
}

function writeCleared(out: ByteWriter, global: PlacedGlobal): void {
  if (isWide(global.type)) {
    writeClear(out, global);
    return;
  }
  writeZero(out, global.type);
  writeOperator(out, op.GLOBAL_SET, global.lower);
}

/** Zero or null; other types are narrowed. */
export function writeZero(out: ByteWriter, type: TypeCode): void {
  if (type === I32) out.all([op.I32_CONST, 0]);
  else out.all([op.REF_NULL, TYPE_BYTES[FUNCREF]!]);
}
