// Contracts that repeat one mix of Wasm instructions until their gas is used up: those that take a
// compiler of Wasm longest for their gas.

import { encodeModule, I64, NO_RESULT, signed, unsigned } from '../../base/wasm/wasmModule.ts';
import * as op from '../../base/wasm/wasmOpcodes.ts';

type Code = readonly number[];

const MEMORY_BYTES = 65_536;
const TABLE_ENTRIES = 10_000;
const OTHER = 1;
const PLAIN_TYPE = 0;
const TABLE_0 = 0;
const MEMORY_0 = 0;
const FUNC = 0x70;
const F64_ADD = 0xa0;
const F64_DIV = 0xa3;
const I64_ROTL = 0x89;
/** A loop with enough instructions in it that the loop itself does not count. */
const REPEATED = 100;

const i32 = (value: number): Code => [op.I32_CONST, ...signed(value)];
const get = (local: number): Code => [op.LOCAL_GET, local];
const set = (local: number): Code => [op.LOCAL_SET, local];
const bulk = (opcode: number, ...immediates: number[]): Code => [
  ...[op.PREFIX, ...unsigned(opcode - op.PREFIXED), ...immediates],
];

function times(count: number, code: Code): number[] {
  return Array.from({ length: count }, () => code).flat();
}

function encodeLoop(code: Code): Uint8Array {
  const body = [op.LOOP, NO_RESULT, ...code, op.BR, 0, op.END];
  const functions = [
    { name: 'main', params: 0, locals: { type: I64, count: 2 }, code: body },
    { name: 'other', params: 0, code: [] },
  ];
  return encodeModule(functions, MEMORY_BYTES, { table: { entries: TABLE_ENTRIES, first: OTHER } });
}

const asFloat = (local: number): Code => [...get(local), op.F64_REINTERPRET_I64];

function memoryCode(opcode: number, length: number): Code {
  const memories = opcode === op.MEMORY_COPY ? [MEMORY_0, MEMORY_0] : [MEMORY_0];
  return [...i32(0), ...i32(0), ...i32(length), ...bulk(opcode, ...memories)];
}

const reference: Code = [op.REF_FUNC, OTHER];

/** By their names. */
const MIXES: Readonly<Record<string, Code>> = {
  'i64 arithmetic': times(REPEATED, [...get(0), ...get(1), I64_ROTL, ...set(0)]),
  'i64 division': times(REPEATED, [...i64Constant(7), ...i64Constant(3), op.I64_DIV_U, ...set(0)]),
  'f64 that may be NaN': times(REPEATED, [
    ...[...asFloat(0), ...asFloat(1), F64_DIV, ...asFloat(1), F64_ADD],
    ...[op.I64_REINTERPRET_F64, ...set(0)],
  ]),
  'loads and stores': times(REPEATED, [
    ...i32(8),
    ...i32(0),
    op.I64_LOAD,
    3,
    0,
    op.I64_STORE,
    3,
    0,
  ]),
  '2,000 ifs': times(2_000, [...get(0), op.I32_WRAP_I64, op.IF, NO_RESULT, op.ELSE, op.END]),
  'br_table of 5,000': [
    ...[op.BLOCK, NO_RESULT, ...i32(4_000)],
    ...[op.BR_TABLE, ...unsigned(5_000), ...times(5_001, [0]), op.END],
  ],
  calls: times(REPEATED, [op.CALL, OTHER]),
  call_indirect: times(REPEATED, [...i32(0), op.CALL_INDIRECT, PLAIN_TYPE, TABLE_0]),
  'memory.grow by nothing': times(REPEATED, [...i32(0), op.MEMORY_GROW, MEMORY_0, op.DROP]),
  ...Object.fromEntries(
    [0, 8, 64, 65_536].flatMap((length) => [
      [`memory.fill of ${length} bytes`, times(20, memoryCode(op.MEMORY_FILL, length))],
      [`memory.copy of ${length} bytes`, times(20, memoryCode(op.MEMORY_COPY, length))],
    ]),
  ),
  'ref.func': times(REPEATED, [...reference, op.REF_IS_NULL, op.DROP]),
  'table.get': times(REPEATED, [...i32(0), op.TABLE_GET, TABLE_0, op.REF_IS_NULL, op.DROP]),
  'table.set': times(REPEATED, [...i32(7), ...reference, op.TABLE_SET, TABLE_0]),
  'table.set and call_indirect': times(REPEATED, [
    ...[...i32(7), ...reference, op.TABLE_SET, TABLE_0],
    ...[...i32(7), op.CALL_INDIRECT, PLAIN_TYPE, TABLE_0],
  ]),
  'table.grow by nothing': times(20, [
    ...[op.REF_NULL, FUNC, ...i32(0), ...bulk(op.TABLE_GROW, TABLE_0), op.DROP],
  ]),
  ...Object.fromEntries(
    [0, 16, TABLE_ENTRIES].flatMap((length) => [
      [
        `table.fill of ${length} entries`,
        times(20, [...i32(0), ...reference, ...i32(length), ...bulk(op.TABLE_FILL, TABLE_0)]),
      ],
      [
        `table.copy of ${length} entries`,
        times(20, [...i32(0), ...i32(0), ...i32(length), ...bulk(op.TABLE_COPY, TABLE_0, TABLE_0)]),
      ],
    ]),
  ),
};

function i64Constant(value: number): Code {
  return [op.I64_CONST, ...signed(value)];
}

export const WASM_MIXES: ReadonlyMap<string, () => Uint8Array> = new Map(
  Object.entries(MIXES).map(([name, code]) => [name, () => encodeLoop(code)]),
);
