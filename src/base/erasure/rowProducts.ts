/**
 * The inner loop of Reed-Solomon coding: adds the product of a row of bytes and a constant of
 * GF(2^8) to another row. The product of a byte is the sum of the products of its two halves, so
 * 32 bytes of tables do for a constant, and a vector instruction looks up sixteen bytes at once.
 * The loop is a WebAssembly module of one function, written out below; where the machine has no
 * vectors, a plain loop does the same.
 */

import { encodeModule, NO_RESULT, V128 } from '../wasm/wasmModule.ts';
import {
  BR_IF,
  END,
  I32_ADD,
  I32_CONST,
  I32_LT_U,
  LOCAL_GET,
  LOCAL_SET,
  LOCAL_TEE,
  LOOP,
} from '../wasm/wasmOpcodes.ts';
import { multiply } from './galoisField.ts';

/** Rows are processed in pieces of this many bytes; what follows a row may be overwritten. */
export const VECTOR_BYTES = 16;

export const TABLE_BYTES = 32;

/** All parameters are offsets in the memory; `end` is that of the target. */
type AddProducts = (target: number, source: number, end: number, table: number) => void;

export type RowMemory = { readonly bytes: Uint8Array; readonly addProducts: AddProducts };

/** The products of the sixteen low halves of a byte, then those of the high halves. */
export function createProductTable(factor: number): Uint8Array {
  return Uint8Array.from({ length: TABLE_BYTES }, (_, index) =>
    multiply(factor, index < VECTOR_BYTES ? index : (index - VECTOR_BYTES) << 4),
  );
}

export function createRowMemory(length: number): RowMemory {
  const locals = { type: V128, count: 3 };
  const addRow = { name: 'addProducts', params: 4, locals, code: ADD_PRODUCTS };
  const module = encodeModule([addRow], length);
  if (!WebAssembly.validate(module)) return createPlainMemory(length);
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(module), {});
  const { memory, addProducts } = exports as {
    memory: WebAssembly.Memory;
    addProducts: AddProducts;
  };
  return { bytes: new Uint8Array(memory.buffer), addProducts };
}

export function createPlainMemory(length: number): RowMemory {
  const bytes = new Uint8Array(length);
  const addProducts: AddProducts = (target, source, end, table) => {
    for (let to = target, from = source; to < end; to++, from++) {
      const byte = bytes[from]!;
      bytes[to]! ^= bytes[table + (byte & 15)]! ^ bytes[table + VECTOR_BYTES + (byte >> 4)]!;
    }
  };
  return { bytes, addProducts };
}

const ALIGNED_16 = 4;
const LOAD = [0xfd, 0x00, ALIGNED_16];
const STORE = [0xfd, 0x0b, ALIGNED_16];
const LOOK_UP_BYTES = [0xfd, 0x0e];
const SPLAT_BYTES = [0xfd, 0x0f];
const AND = [0xfd, 0x4e];
const XOR = [0xfd, 0x51];
const SHIFT_BYTES_RIGHT = [0xfd, 0xed, 0x00];

/** The parameters, and the locals after them. */
const TARGET = 0;
const SOURCE = 1;
const TARGET_END = 2;
const TABLE = 3;
const LOW_TABLE = 4;
const HIGH_TABLE = 5;
const BYTES = 6;

// biome-ignore format: one thought on each line
const ADD_PRODUCTS = [
  LOCAL_GET, TABLE, ...LOAD, 0, LOCAL_SET, LOW_TABLE,
  LOCAL_GET, TABLE, ...LOAD, VECTOR_BYTES, LOCAL_SET, HIGH_TABLE,
  LOOP, NO_RESULT,
    LOCAL_GET, TARGET,
    LOCAL_GET, TARGET, ...LOAD, 0,
    LOCAL_GET, LOW_TABLE,
    LOCAL_GET, SOURCE, ...LOAD, 0, LOCAL_TEE, BYTES, I32_CONST, 15, ...SPLAT_BYTES, ...AND,
    ...LOOK_UP_BYTES, ...XOR,
    LOCAL_GET, HIGH_TABLE,
    LOCAL_GET, BYTES, I32_CONST, 4, ...SHIFT_BYTES_RIGHT,
    ...LOOK_UP_BYTES, ...XOR,
    ...STORE, 0,
    LOCAL_GET, SOURCE, I32_CONST, VECTOR_BYTES, I32_ADD, LOCAL_SET, SOURCE,
    LOCAL_GET, TARGET, I32_CONST, VECTOR_BYTES, I32_ADD, LOCAL_TEE, TARGET,
    LOCAL_GET, TARGET_END, I32_LT_U, BR_IF, 0,
  END,
];
