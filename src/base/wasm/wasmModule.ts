/**
 * Small WebAssembly modules written out in code: one memory, functions that return nothing, and
 * everything exported. Used for loops that JavaScript has no numbers for, where offsets in the
 * memory are i32, and for contracts, which import host functions.
 */

import { END, I32_CONST } from './wasmOpcodes.ts';

const PAGE_BYTES = 65_536;

export const I32 = 0x7f;
export const I64 = 0x7e;
export const V128 = 0x7b;
const FUNCREF = 0x70;

export const NO_RESULT = 0x40;

export type WasmFunction = {
  readonly name: string;
  /** How many i32 parameters it has. */
  readonly params: number;
  readonly locals?: { readonly type: number; readonly count: number };
  /** Without the last `END`. */
  readonly code: readonly number[];
};

/** A function of `env`; its parameters and its result are i64. */
export type WasmImport = {
  readonly name: string;
  readonly params: number;
  readonly hasResult: boolean;
};

type FurtherParts = {
  /** These have the first function indexes. */
  readonly imports?: readonly WasmImport[];
  /** What the memory begins with. */
  readonly data?: readonly number[];
  /** Of functions; entry 0 is the one with this index. */
  readonly table?: { readonly entries: number; readonly first: number };
};

export function encodeModule(
  functions: readonly WasmFunction[],
  memoryBytes: number,
  { imports = [], data = [], table }: FurtherParts = {},
): Uint8Array {
  const pages = Math.ceil(memoryBytes / PAGE_BYTES);
  const place = (index: number) => unsigned(imports.length + index);
  const types = [
    ...imports.map(({ params, hasResult }) => encodeType(params, I64, hasResult ? [[I64]] : [])),
    ...functions.map(({ params }) => encodeType(params, I32, [])),
  ];
  const imported = imports.map(({ name }, index) => [
    ...[...text('env'), ...text(name), 0],
    ...unsigned(index),
  ]);
  const exports = functions.map(({ name }, index) => [...text(name), 0, ...place(index)]);
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, list(types)),
    ...(imports.length > 0 ? section(2, list(imported)) : []),
    ...section(3, list(functions.map((_, index) => place(index)))),
    ...(table === undefined ? [] : section(4, [1, FUNCREF, 0, ...unsigned(table.entries)])),
    ...section(5, [1, 0, ...unsigned(pages)]),
    ...section(7, list([[...text('memory'), 2, 0], ...exports])),
    ...(table === undefined ? [] : section(9, [1, 0, I32_CONST, 0, END, 1, ...place(table.first)])),
    ...section(10, list(functions.map(encodeBody))),
    ...(data.length > 0
      ? section(11, [1, 0, I32_CONST, 0, END, ...unsigned(data.length), ...data])
      : []),
  ]);
}

function encodeType(params: number, type: number, results: readonly (readonly number[])[]) {
  return [0x60, ...list(Array(params).fill([type])), ...list(results)];
}

function encodeBody({ locals, code }: WasmFunction): number[] {
  const declared = locals === undefined ? [0] : [1, ...unsigned(locals.count), locals.type];
  return [...unsigned(declared.length + code.length + 1), ...declared, ...code, END];
}

function section(id: number, content: readonly number[]): number[] {
  return [id, ...unsigned(content.length), ...content];
}

function list(entries: readonly (readonly number[])[]): number[] {
  // Many times as fast as `flat`, for functions of thousands of bytes.
  return unsigned(entries.length).concat(...entries);
}

function text(name: string): number[] {
  return [name.length, ...Buffer.from(name)];
}

/** In LEB128. */
export function unsigned(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)];
}

/** In LEB128 with a sign, as constants are. */
export function signed(value: number): number[] {
  const isLast = value >= -0x40 && value < 0x40;
  return isLast ? [value & 0x7f] : [(value & 0x7f) | 0x80, ...signed(value >> 7)];
}
