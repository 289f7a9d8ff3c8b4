// The functions that a reusable module has in addition: checked access to memory, and the reset to
// the state of a new instance. The memory never grows; the contract sees as many pages as it would
// have. What was ever written lies in three ranges, which only get longer: below the first data
// segment (usually a stack), from there to the initial size, and the pages that were added.

import * as op from '../../base/wasm/wasmOpcodes.ts';
import { ByteWriter } from './byteWriter.ts';
import { STACK_OVERFLOW_FUNCTION } from './meterLayout.ts';
import type { TypeCode } from './wasmTypes.ts';
import { F32, F64, I32, I64, NONE, TYPE_BYTES } from './wasmTypes.ts';

export const FIRST_STORE = 0x36;
export const LAST_STORE = 0x3e;

/** By opcode of a load or store. */
export const ACCESS_BYTES: Readonly<Record<number, number>> = Object.fromEntries(
  [4, 8, 4, 8, 1, 1, 2, 2, 1, 1, 2, 2, 4, 4, 4, 8, 4, 8, 1, 2, 1, 2, 4].map((bytes, index) => [
    op.I32_LOAD + index,
    bytes,
  ]),
);

const STORED_TYPES: readonly TypeCode[] = [I32, I64, F32, F64, I32, I32, I64, I64, I64];

const PAGE_SHIFT = 16;
const MEMORY_0 = 0;
const EMPTY_BLOCK = TYPE_BYTES[NONE]!;
/** No access there is ever within bounds. */
const OUT_OF_BOUNDS = -1;

/** The indexes of the functions. */
export type ReusableFunctions = {
  readonly pages: number;
  readonly locate: number;
  readonly mark: number;
  readonly grow: number;
  readonly fill: number;
  readonly copy: number;
  readonly reset: number;
  readonly writtenBytes: number;
  readonly initialise: number;
  /** The first of one function for each store operator. */
  readonly stores: number;
};

export type DataRange = { readonly start: number; readonly length: number };

/** What the functions work on. */
type ReusableLayout = {
  /** The pages at the start of a call, and the most that this instance has. */
  readonly pagesMin: number;
  readonly pagesMax: number;
  readonly data: readonly DataRange[];
  /** Operators that set all globals of the prepared module to their initial values. */
  readonly globals: Uint8Array;
  readonly firstGlobal: number;
  readonly firstFunction: number;
};

export type AddedFunction = {
  readonly params: readonly TypeCode[];
  readonly result: TypeCode;
  readonly body: Uint8Array;
};

/** A start above every end: nothing was written there. */
const NOTHING_WRITTEN = 0x7fff_ffff;

type Emit = (opcode: number, ...immediates: number[]) => void;

type Types = {
  readonly params?: readonly TypeCode[];
  readonly result?: TypeCode;
  readonly locals?: readonly TypeCode[];
};

function define(types: Types, write: (emit: Emit) => void): AddedFunction {
  const { params = [], result = NONE, locals = [] } = types;
  const out = new ByteWriter();
  out.u32(locals.length);
  for (const type of locals) out.all([1, TYPE_BYTES[type]!]);
  write((opcode, ...immediates) => {
    if (opcode >= op.PREFIXED) {
      out.u8(op.PREFIX);
      out.u32(opcode - op.PREFIXED);
    } else {
      out.u8(opcode);
    }
    const isConstant = opcode === op.I32_CONST || opcode === op.I64_CONST;
    for (const immediate of immediates) isConstant ? out.i32(immediate) : out.u32(immediate);
  });
  out.u8(op.END);
  return { params, result, body: out.written() };
}

/** Writes all functions; `functions` are their indexes. */
export class ReusableCode {
  readonly functions: ReusableFunctions;
  readonly #layout: ReusableLayout;
  readonly #pages: number;
  readonly #low: readonly [number, number];
  readonly #high: readonly [number, number];
  /** The end of what was written to added pages. */
  readonly #added: number;

  constructor(layout: ReusableLayout) {
    const { firstFunction: first, firstGlobal: global } = layout;
    this.#layout = layout;
    this.#pages = global;
    this.#low = [global + 1, global + 2];
    this.#high = [global + 3, global + 4];
    this.#added = global + 5;
    this.functions = {
      ...{ pages: first, locate: first + 1, mark: first + 2, grow: first + 3, fill: first + 4 },
      ...{ copy: first + 5, reset: first + 6, writtenBytes: first + 7, initialise: first + 8 },
      stores: first + 9,
    };
  }

  /** The initial values of the globals. */
  get globals(): readonly number[] {
    const { pagesMin } = this.#layout;
    const nothing = [NOTHING_WRITTEN, 0];
    return [pagesMin, ...nothing, ...nothing, pagesMin << PAGE_SHIFT];
  }

  write(): AddedFunction[] {
    const stores = STORED_TYPES.map((type, index) => this.#store(FIRST_STORE + index, type));
    return [
      define({ result: I32 }, (emit) => emit(op.GLOBAL_GET, this.#pages)),
      this.#locate(),
      this.#mark(),
      this.#grow(),
      this.#fill(),
      this.#copy(),
      this.#reset(),
      this.#writtenBytes(),
      define({}, (emit) => {
        for (const index of this.#layout.data.keys()) this.#initialise(emit, index);
      }),
      ...stores,
    ];
  }

  /** The address of an access of some bytes, after the check that they are in bounds. */
  #locate(): AddedFunction {
    const [address, offset, bytes, located] = [0, 1, 2, 3];
    return define({ params: [I32, I32, I32], result: I32, locals: [I64] }, (emit) => {
      for (const param of [address, offset]) {
        emit(op.LOCAL_GET, param);
        emit(op.I64_EXTEND_I32_U);
      }
      emit(op.I64_ADD);
      emit(op.LOCAL_TEE, located);
      emit(op.LOCAL_GET, bytes);
      emit(op.I64_EXTEND_I32_U);
      emit(op.I64_ADD);
      emit(op.GLOBAL_GET, this.#pages);
      emit(op.I64_EXTEND_I32_U);
      emit(op.I64_CONST, PAGE_SHIFT);
      emit(op.I64_SHL);
      emit(op.I64_GT_U);
      emit(op.IF, EMPTY_BLOCK);
      emit(op.I32_CONST, OUT_OF_BOUNDS);
      emit(op.I32_LOAD, 0, 0);
      emit(op.DROP);
      emit(op.UNREACHABLE);
      emit(op.END);
      emit(op.LOCAL_GET, located);
      emit(op.I32_WRAP_I64);
    });
  }

  /** Extends the range that an access begins in. */
  #mark(): AddedFunction {
    const { pagesMin, data } = this.#layout;
    const [start, end] = [0, 1];
    const firstData = data[0]?.start ?? 0;
    const extend = (emit: Emit, [from, to]: readonly [number, number]): void => {
      replaceIf(emit, { local: start, global: from, comparison: op.I32_LT_U });
      replaceIf(emit, { local: end, global: to, comparison: op.I32_GT_U });
    };
    return define({ params: [I32, I32] }, (emit) => {
      emit(op.LOCAL_GET, start);
      emit(op.I32_CONST, firstData);
      emit(op.I32_LT_U);
      emit(op.IF, EMPTY_BLOCK);
      extend(emit, this.#low);
      emit(op.ELSE);
      emit(op.LOCAL_GET, start);
      emit(op.I32_CONST, pagesMin << PAGE_SHIFT);
      emit(op.I32_LT_U);
      emit(op.IF, EMPTY_BLOCK);
      extend(emit, this.#high);
      emit(op.ELSE);
      replaceIf(emit, { local: end, global: this.#added, comparison: op.I32_GT_U });
      emit(op.END);
      emit(op.END);
    });
  }

  /** The caller has compared with the protocol's maximum; this instance may have less. */
  #grow(): AddedFunction {
    const [added, before] = [0, 1];
    return define({ params: [I32], result: I32, locals: [I32] }, (emit) => {
      emit(op.GLOBAL_GET, this.#pages);
      emit(op.LOCAL_TEE, before);
      emit(op.LOCAL_GET, added);
      emit(op.I32_ADD);
      emit(op.I32_CONST, this.#layout.pagesMax);
      emit(op.I32_GT_U);
      emit(op.IF, EMPTY_BLOCK);
      emit(op.CALL, STACK_OVERFLOW_FUNCTION);
      emit(op.UNREACHABLE);
      emit(op.END);
      emit(op.LOCAL_GET, before);
      emit(op.LOCAL_GET, added);
      emit(op.I32_ADD);
      emit(op.GLOBAL_SET, this.#pages);
      emit(op.LOCAL_GET, before);
    });
  }

  #fill(): AddedFunction {
    const [start, value, length] = [0, 1, 2];
    return define({ params: [I32, I32, I32] }, (emit) => {
      this.#locateRange(emit, start, length);
      this.#markRange(emit, start, length);
      for (const local of [start, value, length]) emit(op.LOCAL_GET, local);
      emit(op.MEMORY_FILL, MEMORY_0);
    });
  }

  #copy(): AddedFunction {
    const [target, source, length] = [0, 1, 2];
    return define({ params: [I32, I32, I32] }, (emit) => {
      this.#locateRange(emit, target, length);
      this.#locateRange(emit, source, length);
      this.#markRange(emit, target, length);
      for (const local of [target, source, length]) emit(op.LOCAL_GET, local);
      emit(op.MEMORY_COPY, MEMORY_0, MEMORY_0);
    });
  }

  #locateRange(emit: Emit, start: number, length: number): void {
    emit(op.LOCAL_GET, start);
    emit(op.I32_CONST, 0);
    emit(op.LOCAL_GET, length);
    emit(op.CALL, this.functions.locate);
    emit(op.DROP);
  }

  /** Nothing is written, and may be nowhere, with a length of 0. */
  #markRange(emit: Emit, start: number, length: number): void {
    emit(op.LOCAL_GET, length);
    emit(op.IF, EMPTY_BLOCK);
    emit(op.LOCAL_GET, start);
    emit(op.LOCAL_GET, start);
    emit(op.LOCAL_GET, length);
    emit(op.I32_ADD);
    emit(op.CALL, this.functions.mark);
    emit(op.END);
  }

  #store(opcode: number, type: TypeCode): AddedFunction {
    const [address, value, offset] = [0, 1, 2];
    const bytes = ACCESS_BYTES[opcode]!;
    return define({ params: [I32, type, I32] }, (emit) => {
      emit(op.LOCAL_GET, address);
      emit(op.LOCAL_GET, offset);
      emit(op.I32_CONST, bytes);
      emit(op.CALL, this.functions.locate);
      emit(op.LOCAL_TEE, address);
      emit(op.LOCAL_GET, address);
      emit(op.I32_CONST, bytes);
      emit(op.I32_ADD);
      emit(op.CALL, this.functions.mark);
      emit(op.LOCAL_GET, address);
      emit(op.LOCAL_GET, value);
      emit(opcode, 0, 0);
    });
  }

  #reset(): AddedFunction {
    const { data, globals, pagesMin } = this.#layout;
    const written = define({}, (emit) => {
      for (const [from, to] of [this.#low, this.#high]) {
        ifAbove(emit, [op.GLOBAL_GET, to], [op.GLOBAL_GET, from], () => {
          clear(emit, [op.GLOBAL_GET, from], to);
        });
      }
      const firstAdded = [op.I32_CONST, pagesMin << PAGE_SHIFT] as const;
      ifAbove(emit, [op.GLOBAL_GET, this.#added], firstAdded, () => {
        clear(emit, firstAdded, this.#added);
      });
      for (const [index, { start, length }] of data.entries()) {
        for (const range of [this.#low, this.#high]) {
          ifAbove(emit, [op.GLOBAL_GET, range[1]], [op.I32_CONST, start], () => {
            ifAbove(emit, [op.I32_CONST, start + length], [op.GLOBAL_GET, range[0]], () => {
              this.#initialise(emit, index);
            });
          });
        }
      }
      emit(op.I32_CONST, pagesMin);
      emit(op.GLOBAL_SET, this.#pages);
    });
    const body = new ByteWriter();
    body.all(written.body.subarray(0, -1));
    body.all(globals);
    body.u8(op.END);
    return { ...written, body: body.written() };
  }

  #initialise(emit: Emit, index: number): void {
    const { start, length } = this.#layout.data[index]!;
    emit(op.I32_CONST, start);
    emit(op.I32_CONST, 0);
    emit(op.I32_CONST, length);
    emit(op.MEMORY_INIT, index, MEMORY_0);
  }

  /** How much a reset clears. */
  #writtenBytes(): AddedFunction {
    const total = 0;
    return define({ result: I32, locals: [I32] }, (emit) => {
      for (const [from, to] of [this.#low, this.#high]) {
        ifAbove(emit, [op.GLOBAL_GET, to], [op.GLOBAL_GET, from], () => {
          emit(op.LOCAL_GET, total);
          emit(op.GLOBAL_GET, to);
          emit(op.I32_ADD);
          emit(op.GLOBAL_GET, from);
          emit(op.I32_SUB);
          emit(op.LOCAL_SET, total);
        });
      }
      emit(op.LOCAL_GET, total);
      emit(op.GLOBAL_GET, this.#added);
      emit(op.I32_ADD);
      emit(op.I32_CONST, this.#layout.pagesMin << PAGE_SHIFT);
      emit(op.I32_SUB);
    });
  }
}

type Value = readonly [opcode: number, immediate: number];

function ifAbove(emit: Emit, a: Value, b: Value, then: () => void): void {
  emit(...a);
  emit(...b);
  emit(op.I32_GT_U);
  emit(op.IF, EMPTY_BLOCK);
  then();
  emit(op.END);
}

/** Sets the global to the local if the local compares so with it. */
function replaceIf(
  emit: Emit,
  { local, global, comparison }: { local: number; global: number; comparison: number },
): void {
  emit(op.LOCAL_GET, local);
  emit(op.GLOBAL_GET, global);
  emit(comparison);
  emit(op.IF, EMPTY_BLOCK);
  emit(op.LOCAL_GET, local);
  emit(op.GLOBAL_SET, global);
  emit(op.END);
}

/** Fills with zeros from a value to that of a global. */
function clear(emit: Emit, from: Value, to: number): void {
  emit(...from);
  emit(op.I32_CONST, 0);
  emit(op.GLOBAL_GET, to);
  emit(...from);
  emit(op.I32_SUB);
  emit(op.MEMORY_FILL, MEMORY_0);
}
