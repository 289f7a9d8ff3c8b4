// Builds contracts that make a list of host calls: the bytes they refer to are in a data segment,
// and a result can be the argument of a later call. `main` makes the calls; at the end it may
// return all results, eight bytes each, with bytes that were written before them.

import { bytesKey } from '../../../src/base/bytes/bytes.ts';
import type { FunctionType } from '../../../src/vm/preparedContract.ts';
import * as w from '../support/wasmBytes.ts';

/** A number, or the result of an earlier call by its position. */
export type HostArgument = bigint | { readonly resultOf: number };

type HostCall = { readonly name: string; readonly args: readonly HostArgument[] };

const DATA_START = 1024;
/** Behind all data. */
export const RESULTS_AT = 1_000_000;
/** Takes the place of a host call. */
const GROW = 'memory.grow';

const I64_CONST = 0x42;
const I32_CONST = 0x41;
const LOCAL_GET = 0x20;
const LOCAL_SET = 0x21;
const CALL = 0x10;
const I32_WRAP_I64 = 0xa7;
const I64_EXTEND_I32_U = 0xad;
const I64_STORE = 0x37;
const MEMORY_GROW = 0x40;

export class HostProgram {
  readonly #signatures: ReadonlyMap<string, FunctionType>;
  readonly #calls: HostCall[] = [];
  readonly #places = new Map<string, number>();
  readonly #data: number[] = [];

  constructor(signatures: ReadonlyMap<string, FunctionType>) {
    this.#signatures = signatures;
  }

  get callCount(): number {
    return this.#calls.length;
  }

  /** The address of the bytes. */
  place(bytes: Uint8Array): bigint {
    const key = bytesKey(bytes);
    const known = this.#places.get(key);
    if (known !== undefined) return BigInt(known);
    const place = DATA_START + this.#data.length;
    this.#places.set(key, place);
    for (const byte of bytes) this.#data.push(byte);
    return BigInt(place);
  }

  /** Returns the position of the call, by which later ones refer to its result. */
  call(name: string, ...args: HostArgument[]): number {
    return this.#calls.push({ name, args }) - 1;
  }

  /** Adds pages to the memory; its former size in pages is the result. */
  grow(pages: bigint): number {
    return this.call(GROW, pages);
  }

  /** `bytesBefore` of those at `RESULTS_AT` are returned as well. */
  build(returnsResults: boolean, bytesBefore = 0): Uint8Array {
    if (returnsResults) {
      const length = BigInt(bytesBefore + 8 * this.#calls.length);
      this.call('value_return', length, BigInt(RESULTS_AT - bytesBefore));
    }
    const names = [...new Set(this.#calls.map(({ name }) => name))].filter((name) => name !== GROW);
    const code = this.#calls.flatMap((call, position) => {
      const isLast = position === this.#calls.length - 1;
      const store = returnsResults && isLast ? this.#storeResults(position) : [];
      return [...store, ...this.#encodeCall(call, names.indexOf(call.name), position)];
    });
    return w.wasm(
      w.types(...names.map((name) => encodeType(this.#signature(name))), w.type()),
      w.imports(...names.map((name, index) => w.importFunction(name, index))),
      w.functions(names.length),
      w.memories([0, 1]),
      w.exports(w.exportFunction('main', names.length)),
      w.bodies(w.body(code, [[...w.unsigned(this.#calls.length), w.I64]])),
      w.data([0, I32_CONST, ...w.signed(DATA_START), 0x0b, ...w.sized(this.#data)]),
    );
  }

  #signature(name: string): FunctionType {
    const signature = this.#signatures.get(name);
    if (signature === undefined) throw new Error(`no host function ${name}`);
    return signature;
  }

  #encodeCall({ name, args }: HostCall, index: number, position: number): number[] {
    if (name === GROW) {
      const pages = [...encodeArgument(args[0]!), I32_WRAP_I64];
      const former = [I64_EXTEND_I32_U, LOCAL_SET, ...w.unsigned(position)];
      return [...pages, MEMORY_GROW, 0, ...former];
    }
    const { params, results } = this.#signature(name);
    const pushed = args.flatMap((arg, place) => [
      ...encodeArgument(arg),
      ...(params[place] === 'i32' ? [I32_WRAP_I64] : []),
    ]);
    const widened = results[0] === 'i32' ? [I64_EXTEND_I32_U] : [];
    const kept = results.length === 0 ? [] : [...widened, LOCAL_SET, ...w.unsigned(position)];
    return [...pushed, CALL, ...w.unsigned(index), ...kept];
  }

  #storeResults(count: number): number[] {
    return Array.from({ length: count }, (_, position) => [
      ...[I32_CONST, ...w.signed(RESULTS_AT + 8 * position)],
      ...[LOCAL_GET, ...w.unsigned(position), I64_STORE, 3, 0],
    ]).flat();
  }
}

function encodeArgument(arg: HostArgument): number[] {
  return typeof arg === 'bigint'
    ? [I64_CONST, ...w.signed(BigInt.asIntN(64, arg))]
    : [LOCAL_GET, ...w.unsigned(arg.resultOf)];
}

function encodeType({ params, results }: FunctionType): number[] {
  const encode = (types: FunctionType['params']) =>
    types.map((type) => (type === 'i32' ? w.I32 : w.I64));
  return w.type(encode(params), encode(results));
}
