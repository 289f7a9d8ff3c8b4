// Functions with many locals and many branches. V8's compilers keep a copy of all locals for every
// branch, and a charge is one: with as many of both as the protocol allows, they would take more
// than ten gigabytes. Such a function keeps only its parameters as locals. The others are globals,
// which all such functions share. In the function's place stands a wrapper that clears them, after
// it has saved what another active function has in them, and calls the next wrapper or at last the
// function: V8 is slow with many locals alone, so each wrapper sees to some of them. Locals that no
// operator names are left out: a few bytes declare thousands of them.

import * as op from '../../../base/wasm/wasmOpcodes.ts';
import { ByteWriter } from '../format/byteWriter.ts';
import type { TypeCode } from '../format/wasmTypes.ts';
import { FUNCREF, I32, NONE, TYPE_BYTES } from '../format/wasmTypes.ts';
import { writeI32, writeOperator } from '../format/writeOperator.ts';
import { writeSized } from '../format/writeSized.ts';
import type { FunctionState } from '../walk/functionState.ts';
import { SITE_LOCAL } from '../walk/rewriteSites.ts';
import type { MeterLayout } from './meterLayout.ts';
import { hasUpperHalf, type PlacedGlobal } from './narrowGlobals.ts';

/** Locals times charges. Contracts as compilers make them stay below a twentieth of it. */
const CROWDED_MIN = 1_000_000;
/** A wrapper has at most twice as many of its own. */
const LOCALS_PER_WRAPPER = 500;

export function isCrowded({ locals, points }: FunctionState): boolean {
  return locals.count * points.count > CROWDED_MIN;
}

export class SpilledLocals {
  readonly #layout: MeterLayout;
  /** By index of the local, in the function at hand, in the order of their first use. */
  readonly #globals = new Map<number, PlacedGlobal>();
  /** The shared globals, by type. */
  readonly #pools: PlacedGlobal[][] = Array.from({ length: FUNCREF + 1 }, () => []);
  /** How many shared globals there are: all are i32. */
  globalCount = 0;
  readonly innerTypes: number[] = [];
  readonly innerBodies: Uint8Array[] = [];

  constructor(layout: MeterLayout) {
    this.#layout = layout;
  }

  /** Finds globals for the locals that the function uses, which was just walked for that. */
  assign({ locals, sites }: FunctionState): void {
    const used = new Int32Array(FUNCREF + 1);
    this.#globals.clear();
    for (let site = 0; site < sites.count; site++) {
      const local = sites.args[site]!;
      if (sites.kinds[site] !== SITE_LOCAL || this.#globals.has(local)) continue;
      const type = locals.types[local]!;
      this.#globals.set(local, this.#globalAt(type, used[type]!++));
    }
  }

  #globalAt(type: TypeCode, slot: number): PlacedGlobal {
    const pool = this.#pools[type]!;
    if (slot === pool.length) {
      const lower = this.#layout.spillBase + this.globalCount;
      pool.push({ type, lower, upper: lower + 1 });
      this.globalCount += hasUpperHalf(type) ? 2 : 1;
    }
    return pool[slot]!;
  }

  globalOf(local: number): PlacedGlobal {
    return this.#globals.get(local)!;
  }

  /** Takes the instrumented function and writes its replacement to `out`. */
  writeWrappers(out: ByteWriter, state: FunctionState, typeIndex: number, inner: Uint8Array): void {
    const globals = [...this.#globals.values()];
    let callee = this.#addInner(typeIndex, inner);
    let isInnermost = true;
    while (globals.length > LOCALS_PER_WRAPPER) {
      const body = new ByteWriter();
      const part = { globals: globals.splice(-LOCALS_PER_WRAPPER), isInnermost };
      writeSized(body, () => this.#writeWrapper(body, state, part, callee));
      callee = this.#addInner(typeIndex, body.written());
      isInnermost = false;
    }
    const part = { globals, isInnermost };
    writeSized(out, () => this.#writeWrapper(out, state, part, callee));
  }

  /** Returns the index that the function will have. */
  #addInner(typeIndex: number, body: Uint8Array): number {
    this.innerTypes.push(typeIndex);
    this.innerBodies.push(body);
    return this.#layout.innerBase + this.innerBodies.length - 1;
  }

  #writeWrapper(out: ByteWriter, state: FunctionState, part: Part, callee: number): void {
    const { spillDepthGlobal } = this.#layout;
    const { isInnermost } = part;
    const paramCount = state.signature.params.length;
    const saved = listSaved(part.globals);
    out.u32(saved.length);
    for (const _ of saved) out.all([1, TYPE_BYTES[I32]!]);
    this.#writeIfActive(out, () => {
      for (const [offset, index] of saved.entries()) {
        writeOperator(out, op.GLOBAL_GET, index);
        writeOperator(out, op.LOCAL_SET, paramCount + offset);
      }
    });
    for (const index of saved) {
      writeI32(out, 0);
      writeOperator(out, op.GLOBAL_SET, index);
    }
    if (isInnermost) writeAdd(out, spillDepthGlobal, 1);
    for (let param = 0; param < paramCount; param++) writeOperator(out, op.LOCAL_GET, param);
    writeOperator(out, op.CALL, callee);
    if (isInnermost) writeAdd(out, spillDepthGlobal, -1);
    this.#writeIfActive(out, () => {
      for (const [offset, index] of saved.entries()) {
        writeOperator(out, op.LOCAL_GET, paramCount + offset);
        writeOperator(out, op.GLOBAL_SET, index);
      }
    });
    out.u8(op.END);
  }

  /** Does something only if another such function is active. */
  #writeIfActive(out: ByteWriter, write: () => void): void {
    writeOperator(out, op.GLOBAL_GET, this.#layout.spillDepthGlobal);
    out.u8(op.IF);
    out.u8(TYPE_BYTES[NONE]!);
    write();
    out.u8(op.END);
  }
}

/** What one wrapper sees to. The innermost one counts the function as active. */
type Part = { readonly globals: readonly PlacedGlobal[]; readonly isInnermost: boolean };

/** The globals as they are: the halves of a number need not be joined. */
function listSaved(globals: readonly PlacedGlobal[]): number[] {
  return globals.flatMap(({ type, lower, upper }) => (hasUpperHalf(type) ? [lower, upper] : lower));
}

function writeAdd(out: ByteWriter, global: number, amount: number): void {
  writeOperator(out, op.GLOBAL_GET, global);
  writeI32(out, amount);
  out.u8(op.I32_ADD);
  writeOperator(out, op.GLOBAL_SET, global);
}
