// The functions that a reusable module has in addition: checks and records of bulk operators and
// of the host's writes, and the reset to the state of a new instance. The size of the memory never
// changes; a global has the bytes that the contract sees.

import * as op from '../../../base/wasm/wasmOpcodes.ts';
import { type AddedFunction, defineFunction, type Emit } from '../format/addedFunction.ts';
import { I32, I64, NONE, TYPE_BYTES } from '../format/wasmTypes.ts';
import { STACK_OVERFLOW_FUNCTION } from '../instrument/meterLayout.ts';
import { clearGranule, clearWord, WORD_BYTES } from './reusableClear.ts';
import { GROUP_GRANULES, PAGE_SHIFT, type ReusableLayout } from './reusableLayout.ts';

const MEMORY_0 = 0;
const EMPTY_BLOCK = TYPE_BYTES[NONE]!;
const NO_LIMIT = -1;
/** No access there is ever within bounds. */
export const OUT_OF_BOUNDS = -1;

const FUNCTIONS = [
  'check',
  'mark',
  'grow',
  'fill',
  'copy',
  'initialise',
  'restore',
  'restoreGroup',
  'reset',
  'visibleBytes',
  'residentBytes',
] as const;

type FunctionName = (typeof FUNCTIONS)[number];

/** The indexes of the functions. */
export type ReusableFunctions = Readonly<Record<FunctionName, number>>;

/** The indexes of the globals. */
export type ReusableGlobals = {
  /** The bytes that the contract sees. */
  readonly visible: number;
  /** The pages that this call may add. */
  readonly growth: number;
  /** How many granules were ever written. */
  readonly resident: number;
};

/** What the functions work on. */
type ReusableParts = {
  readonly layout: ReusableLayout;
  readonly firstGlobal: number;
  readonly firstFunction: number;
  readonly stack: { readonly global: number; readonly height: number };
  /** Operators that set all globals of the prepared module to their initial values. */
  readonly initialGlobals: Uint8Array;
};

/** Writes all functions. */
export class ReusableCode {
  readonly functions: ReusableFunctions;
  readonly globals: ReusableGlobals;
  readonly #parts: ReusableParts;
  readonly #layout: ReusableLayout;

  constructor(parts: ReusableParts) {
    const { firstFunction, firstGlobal, layout } = parts;
    this.#parts = parts;
    this.#layout = layout;
    this.globals = { visible: firstGlobal, growth: firstGlobal + 1, resident: firstGlobal + 2 };
    const indexes = FUNCTIONS.map((name, index) => [name, firstFunction + index] as const);
    this.functions = Object.fromEntries(indexes) as ReusableFunctions;
  }

  /** In the order of their indexes. */
  get initialGlobals(): readonly number[] {
    const { form, pagesMin } = this.#layout;
    // A reset sets the growth of the next call; in the large form there is none before it.
    return [pagesMin << PAGE_SHIFT, form === 'large' ? NO_LIMIT : 0, 0];
  }

  /** In the order of their indexes. */
  write(): AddedFunction[] {
    const added: Readonly<Record<FunctionName, AddedFunction>> = {
      check: this.#check(),
      mark: this.#mark(),
      grow: this.#grow(),
      fill: this.#fill(),
      copy: this.#copy(),
      initialise: this.#initialise(),
      restore: this.#restore(),
      restoreGroup: this.#restoreGroup(),
      reset: this.#reset(),
      visibleBytes: defineFunction({ result: I32 }, (emit) =>
        emit(op.GLOBAL_GET, this.globals.visible),
      ),
      residentBytes: defineFunction({ result: I32 }, (emit) => {
        emit(op.GLOBAL_GET, this.globals.resident);
        emit(op.I32_CONST, this.#layout.granuleShift);
        emit(op.I32_SHL);
      }),
    };
    return FUNCTIONS.map((name) => added[name]);
  }

  /** Traps unless some bytes at an address are in bounds. */
  #check(): AddedFunction {
    const [address, bytes] = [0, 1];
    return defineFunction({ params: [I32, I64] }, (emit) => {
      emit(op.LOCAL_GET, address);
      emit(op.I64_EXTEND_I32_U);
      emit(op.LOCAL_GET, bytes);
      emit(op.I64_ADD);
      emit(op.GLOBAL_GET, this.globals.visible);
      emit(op.I64_EXTEND_I32_U);
      emit(op.I64_GT_U);
      emit(op.IF, EMPTY_BLOCK);
      emit(op.I32_CONST, OUT_OF_BOUNDS);
      emit(op.I32_LOAD, 0, 0);
      emit(op.UNREACHABLE);
      emit(op.END);
    });
  }

  /** Records that everything from an address up to another one is written. */
  #mark(): AddedFunction {
    const [start, end, first] = [0, 1, 2];
    return defineFunction({ params: [I32, I32], locals: [I32] }, (emit) => {
      emit(op.LOCAL_GET, start);
      emit(op.I32_CONST, this.#layout.granuleShift);
      emit(op.I32_SHR_U);
      emit(op.LOCAL_TEE, first);
      emit(op.I32_CONST, this.#layout.dirty);
      emit(op.I32_ADD);
      emit(op.I32_CONST, 1);
      emit(op.LOCAL_GET, end);
      emit(op.I32_CONST, 1);
      emit(op.I32_SUB);
      emit(op.I32_CONST, this.#layout.granuleShift);
      emit(op.I32_SHR_U);
      emit(op.LOCAL_GET, first);
      emit(op.I32_SUB);
      emit(op.I32_CONST, 1);
      emit(op.I32_ADD);
      emit(op.MEMORY_FILL, MEMORY_0);
    });
  }

  /** The caller has compared with the protocol's maximum; this call may have less. */
  #grow(): AddedFunction {
    const [added, before] = [0, 1];
    const after = (emit: Emit) => {
      emit(op.LOCAL_GET, before);
      emit(op.LOCAL_GET, added);
      emit(op.I32_ADD);
    };
    return defineFunction({ params: [I32], result: I32, locals: [I32] }, (emit) => {
      emit(op.GLOBAL_GET, this.globals.visible);
      emit(op.I32_CONST, PAGE_SHIFT);
      emit(op.I32_SHR_U);
      emit(op.LOCAL_SET, before);
      after(emit);
      emit(op.I32_CONST, this.#layout.pagesMin);
      emit(op.I32_SUB);
      emit(op.GLOBAL_GET, this.globals.growth);
      emit(op.I32_GT_U);
      emit(op.IF, EMPTY_BLOCK);
      emit(op.CALL, STACK_OVERFLOW_FUNCTION);
      emit(op.UNREACHABLE);
      emit(op.END);
      after(emit);
      emit(op.I32_CONST, PAGE_SHIFT);
      emit(op.I32_SHL);
      emit(op.GLOBAL_SET, this.globals.visible);
      emit(op.LOCAL_GET, before);
    });
  }

  #fill(): AddedFunction {
    const [start, value, length] = [0, 1, 2];
    return defineFunction({ params: [I32, I32, I32] }, (emit) => {
      this.#checkRange(emit, start, length);
      this.#writeRange(emit, start, length, () => {
        for (const local of [start, value, length]) emit(op.LOCAL_GET, local);
        emit(op.MEMORY_FILL, MEMORY_0);
      });
    });
  }

  #copy(): AddedFunction {
    const [target, source, length] = [0, 1, 2];
    return defineFunction({ params: [I32, I32, I32] }, (emit) => {
      this.#checkRange(emit, target, length);
      this.#checkRange(emit, source, length);
      this.#writeRange(emit, target, length, () => {
        for (const local of [target, source, length]) emit(op.LOCAL_GET, local);
        emit(op.MEMORY_COPY, MEMORY_0, MEMORY_0);
      });
    });
  }

  #checkRange(emit: Emit, start: number, length: number): void {
    emit(op.LOCAL_GET, start);
    emit(op.LOCAL_GET, length);
    emit(op.I64_EXTEND_I32_U);
    emit(op.CALL, this.functions.check);
  }

  /** With a length of 0 there is nothing to do, and `start` may be behind the last byte. */
  #writeRange(emit: Emit, start: number, length: number, write: () => void): void {
    emit(op.LOCAL_GET, length);
    emit(op.IF, EMPTY_BLOCK);
    emit(op.LOCAL_GET, start);
    emit(op.LOCAL_GET, start);
    emit(op.LOCAL_GET, length);
    emit(op.I32_ADD);
    emit(op.CALL, this.functions.mark);
    write();
    emit(op.END);
  }

  /** Keeps what the data segments have written. */
  #initialise(): AddedFunction {
    const { image } = this.#layout;
    return defineFunction({}, (emit) => {
      if (image === null) return;
      for (const value of [image.address, image.from, image.length]) emit(op.I32_CONST, value);
      emit(op.MEMORY_COPY, MEMORY_0, MEMORY_0);
    });
  }

  /** Restores a granule, by its number. */
  #restore(): AddedFunction {
    const [granule, start] = [0, 1];
    const { dirty, image, form } = this.#layout;
    return defineFunction({ params: [I32], locals: [I32] }, (emit) => {
      emit(op.LOCAL_GET, granule);
      emit(op.I32_CONST, 0);
      emit(op.I32_STORE8, 0, dirty);
      if (form === 'small') this.#countResident(emit, granule);
      emit(op.LOCAL_GET, granule);
      emit(op.I32_CONST, this.#layout.granuleShift);
      emit(op.I32_SHL);
      emit(op.LOCAL_SET, start);
      if (image !== null) this.#restoreImage(emit, start, image);
      clearGranule(emit, this.#layout, start);
    });
  }

  #countResident(emit: Emit, granule: number): void {
    const { resident } = this.#layout;
    emit(op.GLOBAL_GET, this.globals.resident);
    emit(op.I32_CONST, 1);
    emit(op.I32_ADD);
    emit(op.LOCAL_GET, granule);
    emit(op.I32_LOAD8_U, 0, resident);
    emit(op.I32_SUB);
    emit(op.GLOBAL_SET, this.globals.resident);
    emit(op.LOCAL_GET, granule);
    emit(op.I32_CONST, 1);
    emit(op.I32_STORE8, 0, resident);
  }

  /** Returns if the granule has initial content. */
  #restoreImage(emit: Emit, start: number, image: NonNullable<ReusableLayout['image']>): void {
    const { restoredBytes } = this.#layout;
    emit(op.LOCAL_GET, start);
    emit(op.I32_CONST, image.from);
    emit(op.I32_SUB);
    emit(op.I32_CONST, image.length - restoredBytes + 1);
    emit(op.I32_LT_U);
    emit(op.IF, EMPTY_BLOCK);
    emit(op.LOCAL_GET, start);
    emit(op.LOCAL_GET, start);
    emit(op.I32_CONST, image.address - image.from);
    emit(op.I32_ADD);
    emit(op.I32_CONST, restoredBytes);
    emit(op.MEMORY_COPY, MEMORY_0, MEMORY_0);
    emit(op.RETURN);
    emit(op.END);
  }

  /** Restores the written ones of a group of granules, from a number on. */
  #restoreGroup(): AddedFunction {
    const [granule, end] = [0, 1];
    const { dirty, form } = this.#layout;
    const step = form === 'small' ? 1 : WORD_BYTES;
    return defineFunction({ params: [I32], locals: [I32] }, (emit) => {
      emit(op.LOCAL_GET, granule);
      emit(op.I32_CONST, GROUP_GRANULES);
      emit(op.I32_ADD);
      emit(op.LOCAL_SET, end);
      countUp(emit, { local: granule, step }, [op.LOCAL_GET, end], () => {
        if (form === 'large') {
          clearWord(emit, this.#layout, { granule, restore: this.functions.restore });
          return;
        }
        emit(op.LOCAL_GET, granule);
        emit(op.I32_LOAD8_U, 0, dirty);
        emit(op.IF, EMPTY_BLOCK);
        emit(op.LOCAL_GET, granule);
        emit(op.CALL, this.functions.restore);
        emit(op.END);
      });
    });
  }

  /** Takes how much of the metered stack the next call may use, and how many pages it may add. */
  #reset(): AddedFunction {
    const [stackMax, addedPagesMax, granule, end] = [0, 1, 2, 3];
    const { stack, initialGlobals } = this.#parts;
    const { pagesMin, dirty } = this.#layout;
    return defineFunction({ params: [I32, I32], locals: [I32, I32] }, (emit, out) => {
      emit(op.GLOBAL_GET, this.globals.visible);
      emit(op.I32_CONST, this.#layout.granuleShift);
      emit(op.I32_SHR_U);
      emit(op.LOCAL_SET, end);
      countUp(emit, { local: granule, step: GROUP_GRANULES }, [op.LOCAL_GET, end], () => {
        for (let offset = 0; offset < GROUP_GRANULES; offset += WORD_BYTES) {
          emit(op.LOCAL_GET, granule);
          emit(op.I64_LOAD, 0, dirty + offset);
          if (offset > 0) emit(op.I64_OR);
        }
        emit(op.I64_CONST, 0);
        emit(op.I64_NE);
        emit(op.IF, EMPTY_BLOCK);
        emit(op.LOCAL_GET, granule);
        emit(op.CALL, this.functions.restoreGroup);
        emit(op.END);
      });
      emit(op.I32_CONST, pagesMin << PAGE_SHIFT);
      emit(op.GLOBAL_SET, this.globals.visible);
      emit(op.LOCAL_GET, addedPagesMax);
      emit(op.GLOBAL_SET, this.globals.growth);
      out.all(initialGlobals);
      emit(op.LOCAL_GET, stackMax);
      emit(op.I32_CONST, stack.height);
      emit(op.I32_LT_U);
      emit(op.IF, EMPTY_BLOCK);
      emit(op.LOCAL_GET, stackMax);
      emit(op.GLOBAL_SET, stack.global);
      emit(op.END);
    });
  }
}

/** A loop that runs at least once, and as long as the local is below the end. */
function countUp(
  emit: Emit,
  { local, step }: { readonly local: number; readonly step: number },
  end: readonly [opcode: number, immediate: number],
  body: () => void,
): void {
  emit(op.LOOP, EMPTY_BLOCK);
  body();
  emit(op.LOCAL_GET, local);
  emit(op.I32_CONST, step);
  emit(op.I32_ADD);
  emit(op.LOCAL_TEE, local);
  emit(...end);
  emit(op.I32_LT_U);
  emit(op.BR_IF, 0);
  emit(op.END);
}
