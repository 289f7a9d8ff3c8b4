// What preparation makes of a contract, and how the instrumented module talks to its host. The
// module is plain data and may be cached by the hash of its code.
//
// Gas and stack live in Wasm globals while Wasm runs. The host reads and writes the gas with two
// exported functions (an accessor of WebAssembly.Global is ten times slower): it sets the gas
// before the first call, reads it when a host function is entered, sets it before that returns, and
// reads it once more after the call has ended, however it ended.

import type { PrepareErrorName } from './vmErrors.ts';

export type ValueType = 'i32' | 'i64' | 'f32' | 'f64' | 'funcref';

export type FunctionType = {
  readonly params: readonly ValueType[];
  readonly results: readonly ValueType[];
};

/** An import of module `env`, in the contract's order. A name may occur more than once. */
export type ContractImport = { readonly name: string; readonly type: FunctionType };

export type PreparedContract = {
  /** Of the deployed bytes: loading is paid by their number. */
  readonly codeLength: number;
  /** The instrumented module, ready for `new WebAssembly.Module`. */
  readonly wasm: Uint8Array;
  readonly imports: readonly ContractImport[];
  /** The exported functions, as `encodeMethods` writes them. */
  readonly methods: Uint8Array;
  /** What their places mean: see `findMethodPlace`. */
  readonly isGrouped: boolean;
  /** Imported and defined ones; functions behind them are injected. */
  readonly functionCount: number;
  /** An index in V8's `wasm-function[N]` less this is the index in the contract's own code. */
  readonly functionShift: number;
  /** The instance then exports the start function as `start`; nothing runs it by itself. */
  readonly hasStart: boolean;
  /** The index of the global with the metered stack that is left. */
  readonly stackGlobal: number;
  /** Does the reference's instance allocator take it? If not: a LoadingError. */
  readonly isLoadable: boolean;
};

/** `compileError` is the message of the reference's compiler. */
export type PrepareResult =
  | PreparedContract
  | { readonly error: PrepareErrorName }
  | { readonly compileError: string };

/** The module name of `MeterImports`; the contract's own imports are in `env`. */
export const METER_MODULE = 'perigee';

/** Called by the module when it cannot go on. Both must throw. */
export type MeterImports = {
  /**
   * A charge of `cost` does not fit in the remaining gas, which still holds what was left before
   * this charge. The host burns the difference up to there, and then `cost`.
   */
  readonly out_of_gas: (cost: number) => never;
  /** A function's frame does not fit on the metered stack; nothing was charged for it. */
  readonly stack_overflow: () => never;
  /** Imported by modules with hooks only: a function begins, with this many operations left. */
  readonly enter_function: (functionIndex: number, operations: number) => void;
  readonly leave_function: (operations: number) => void;
};

/** What every instance exports, besides its methods. */
export type MeterExports = {
  readonly memory: WebAssembly.Memory;
  /** Remaining gas. */
  readonly get_gas: () => number;
  /** At most 2^31 - 1 regular operations, about 1.7e15: the protocol's maximum is 1e15. */
  readonly set_gas: (gas: number) => void;
  /** Present if the contract has a start function: call it after `set_gas`, before the method. */
  readonly start?: () => void;
  /**
   * Present if the contract has a table. V8 has one message for an indirect call to a null entry
   * and for one with a wrong signature; after that trap, this says 1 if the entry was null.
   */
  readonly is_last_callee_null?: () => number;
  /**
   * Present in a module with counters: writes them to the start of the memory, which the call no
   * longer needs, and returns their number.
   */
  readonly store_counters?: () => number;
};

/**
 * What a reusable instance exports in addition (`wasm/reusableModule.ts`). In the large form there
 * is one call, with nothing before it, and one `reset` after it.
 */
export type ReuseExports = {
  /** To be called once, before the first call. */
  readonly initialise: () => void;
  /**
   * To be called before the first call and after each one. The arguments limit the bytes of the
   * metered stack and the pages that the next call may add, below the limits of the protocol.
   */
  readonly reset: (stackBytesMax: number, addedPagesMax: number) => void;
  /** The size of the memory that the contract sees. */
  readonly visible_bytes: () => number;
  /** The host writes from one address up to another. */
  readonly mark_written: (start: number, end: number) => void;
  /** In the small form: what calls have ever written to, up to the last reset; never less. */
  readonly resident_bytes: () => number;
};

/** Instances in both reusable forms have all exports, others none of `ReuseExports`. */
export type ContractExports = MeterExports & Partial<ReuseExports>;

/** `MeterImports` come first. */
export const INJECTED_IMPORT_COUNT = 2;

/**
 * The custom section with the module of a table of numbers (`wasm/numberTable.ts`), which most
 * contracts do not need, and the module name of the functions that are imported from it.
 */
export const NUMBER_TABLE_SECTION = 'numberTable';
export const NUMBER_TABLE_MODULE = 'table';
