// Functions on numbers in linear memory, compiled to Wasm. A function that is defined by formulas
// is called like any other: while another one is being defined, the call becomes a part of that;
// afterwards it runs. So formulas are written once, and take addresses in both cases.

import { assert } from '../../../base/assert.ts';
import {
  encodeModule,
  I64,
  signed,
  unsigned,
  type WasmFunction,
} from '../../../base/wasm/wasmModule.ts';
import * as op from '../../../base/wasm/wasmOpcodes.ts';

/** Addresses of memory are smaller; from here on they are relative to parameters. */
const PARAMETER_SPAN = 2 ** 20;
const WORD_BYTES = 8;

/** Takes addresses: of memory, or of parameters while a function is being defined. */
export type Operation = (a: number, b: number, c?: number) => void;

type Exports = Readonly<Record<string, Operation>> & {
  readonly memory: { readonly buffer: ArrayBuffer };
};

export class WasmProgram {
  /** All numbers are in here. Constants may be written before the first call. */
  memory: Uint8Array;
  readonly #functions: WasmFunction[] = [];
  #exports: Exports | null = null;
  /** The function that is being defined. */
  #recorded: number[] | null = null;
  #allocated = WORD_BYTES;
  readonly #initializers: (() => void)[] = [];

  constructor(memoryBytes: number) {
    assert(memoryBytes <= PARAMETER_SPAN, 'too much memory');
    this.memory = new Uint8Array(memoryBytes);
  }

  /** The address of memory that nothing else uses. */
  allocate(bytes: number): number {
    const address = this.#allocated;
    this.#allocated += bytes;
    assert(this.#allocated <= this.memory.length, 'no memory left');
    return address;
  }

  /** Has constants computed once all functions are defined. */
  initialize(compute: () => void): void {
    this.#initializers.push(compute);
  }

  /** A function that consists of calls of other functions. */
  define(params: 2 | 3, formula: Operation): Operation {
    assert(this.#recorded === null, 'definitions do not nest');
    const code: number[] = [];
    this.#recorded = code;
    formula(PARAMETER_SPAN, 2 * PARAMETER_SPAN, 3 * PARAMETER_SPAN);
    this.#recorded = null;
    return this.defineCode({ params, locals: 0, code });
  }

  /** A function in machine code, with locals of 64 bits. */
  defineCode(given: { params: 2 | 3; locals: number; code: readonly number[] }): Operation {
    const { params, code } = given;
    const index = this.#functions.length;
    const name = String(index);
    this.#functions.push({ name, params, locals: { type: I64, count: given.locals }, code });
    let run: Operation | undefined;
    return (a, b, c) => {
      if (this.#recorded === null) {
        run ??= this.#instantiate()[name] as Operation;
        run(a, b, c);
      } else {
        const addresses = [a, b, c as number].slice(0, params);
        this.#recorded.push(...addresses.flatMap(pushAddress), op.CALL, ...unsigned(index));
      }
    };
  }

  #instantiate(): Exports {
    if (this.#exports !== null) return this.#exports;
    const bytes = encodeModule(this.#functions, this.memory.length);
    const exports = new WebAssembly.Instance(new WebAssembly.Module(bytes), {}).exports as Exports;
    const memory = new Uint8Array(exports.memory.buffer);
    memory.set(this.memory);
    this.memory = memory;
    this.#exports = exports;
    for (const compute of this.#initializers) compute();
    return exports;
  }
}

function pushAddress(address: number): number[] {
  const parameter = Math.floor(address / PARAMETER_SPAN);
  const offset = [op.I32_CONST, ...signed(address % PARAMETER_SPAN)];
  return parameter === 0 ? offset : [op.LOCAL_GET, parameter - 1, ...offset, op.I32_ADD];
}
