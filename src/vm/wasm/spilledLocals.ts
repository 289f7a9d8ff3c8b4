// Functions with many locals and many branches. V8's compilers keep a copy of all locals for every
// branch, and a charge is one: with as many of both as the protocol allows, they would take more
// than ten gigabytes. Such a function keeps only its parameters as locals. The others are globals,
// which all such functions share; a wrapper that stands in the function's place clears them, and
// saves what the function that was active before has in them.

import type { ByteWriter } from './byteWriter.ts';
import type { FunctionState } from './functionState.ts';
import type { MeterLayout } from './meterLayout.ts';
import * as op from './opcodes.ts';
import type { TypeCode } from './wasmTypes.ts';
import { F32, F64, FUNCREF, I32, I64, NONE, TYPE_BYTES } from './wasmTypes.ts';

/** Locals times charges. Contracts as compilers make them stay below a twentieth of it. */
const CROWDED_MIN = 1_000_000;
const I32_ADD = 0x6a;
const TYPE_COUNT = FUNCREF;

export function isCrowded({ locals, points }: FunctionState): boolean {
  return locals.count * points.count > CROWDED_MIN;
}

export class SpilledLocals {
  readonly #layout: MeterLayout;
  /** By index of the local, in the function at hand. */
  #globals = new Int32Array(0);
  /** There is a global of each type for every slot. */
  slotCount = 0;
  readonly innerTypes: number[] = [];
  readonly innerBodies: Uint8Array[] = [];

  constructor(layout: MeterLayout) {
    this.#layout = layout;
  }

  /** Finds globals for the locals of the function that was just analysed. */
  assign({ locals, signature }: FunctionState): void {
    const used = new Int32Array(TYPE_COUNT + 1);
    this.#globals = new Int32Array(locals.count);
    for (let index = signature.params.length; index < locals.count; index++) {
      const type = locals.types[index]!;
      const slot = used[type]!++;
      this.#globals[index] = this.#layout.spillBase + slot * TYPE_COUNT + (type - I32);
      this.slotCount = Math.max(this.slotCount, slot + 1);
    }
  }

  globalOf(local: number): number {
    return this.#globals[local]!;
  }

  /** The types of the shared globals, in their order. */
  *globalTypes(): Generator<TypeCode> {
    for (let slot = 0; slot < this.slotCount; slot++) yield* [I32, I64, F32, F64, FUNCREF];
  }

  /** Keeps the instrumented function and returns the index it will have. */
  addInner(typeIndex: number, body: Uint8Array): number {
    this.innerTypes.push(typeIndex);
    this.innerBodies.push(body);
    return this.#layout.innerBase + this.innerBodies.length - 1;
  }

  /** The body of the wrapper, without its size: it has the function's locals, and no charges. */
  writeWrapper(out: ByteWriter, { locals, signature }: FunctionState, inner: number): void {
    const { spillDepthGlobal } = this.#layout;
    const { length } = signature.params;
    out.u32(locals.groupCount);
    for (let index = 0; index < locals.groupCount; index++) {
      out.u32(locals.groupSizes[index]!);
      out.u8(TYPE_BYTES[locals.groupTypes[index]!]!);
    }
    this.#writeForAll(out, length, locals.count, (local) => {
      writeIndexed(out, op.GLOBAL_GET, this.globalOf(local));
      writeIndexed(out, op.LOCAL_SET, local);
    });
    for (let local = length; local < locals.count; local++) {
      writeZero(out, locals.types[local]!);
      writeIndexed(out, op.GLOBAL_SET, this.globalOf(local));
    }
    writeAdd(out, spillDepthGlobal, 1);
    for (let param = 0; param < length; param++) writeIndexed(out, op.LOCAL_GET, param);
    writeIndexed(out, op.CALL, inner);
    writeAdd(out, spillDepthGlobal, -1);
    this.#writeForAll(out, length, locals.count, (local) => {
      writeIndexed(out, op.LOCAL_GET, local);
      writeIndexed(out, op.GLOBAL_SET, this.globalOf(local));
    });
    out.u8(op.END);
  }

  /** Does something for each local from `first` on, if another such function is active. */
  #writeForAll(out: ByteWriter, first: number, end: number, write: (local: number) => void): void {
    writeIndexed(out, op.GLOBAL_GET, this.#layout.spillDepthGlobal);
    out.u8(op.IF);
    out.u8(TYPE_BYTES[NONE]!);
    for (let local = first; local < end; local++) write(local);
    out.u8(op.END);
  }
}

function writeIndexed(out: ByteWriter, opcode: number, index: number): void {
  out.u8(opcode);
  out.u32(index);
}

function writeAdd(out: ByteWriter, global: number, amount: number): void {
  writeIndexed(out, op.GLOBAL_GET, global);
  out.u8(op.I32_CONST);
  out.i32(amount);
  out.u8(I32_ADD);
  writeIndexed(out, op.GLOBAL_SET, global);
}

/** A constant of this type that is zero or null. */
export function writeZero(out: ByteWriter, type: TypeCode): void {
  if (type === I32 || type === I64) out.all([type === I32 ? op.I32_CONST : op.I64_CONST, 0]);
  else if (type === F32) out.all([op.F32_CONST, 0, 0, 0, 0]);
  else if (type === F64) out.all([op.F64_CONST, 0, 0, 0, 0, 0, 0, 0, 0]);
  else out.all([op.REF_NULL, TYPE_BYTES[FUNCREF]!]);
}
