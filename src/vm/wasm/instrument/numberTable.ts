// The table of a contract whose code reads or changes it. V8 takes 20 to 60 ns to write an entry,
// where gas allows about one, so such a table consists of numbers (`references.ts`) in the memory
// of a second module (`numberTableModule.ts`) that the contract's module is linked to. The table of
// the contract's module never changes then: it has the function of each number, for indirect calls.
// What `table.init` copies from lies behind the numbers; the contract's module knows how long each
// segment is, as it may have been dropped.

import * as op from '../../../base/wasm/wasmOpcodes.ts';
import type { ByteReader } from '../format/byteReader.ts';
import type { ByteWriter } from '../format/byteWriter.ts';
import type { TypeCode } from '../format/wasmTypes.ts';
import { I32, NONE } from '../format/wasmTypes.ts';
import { writeI32, writeOperator } from '../format/writeOperator.ts';
import type { PrepareLimits } from '../module/prepareConfig.ts';
import type { ModuleTable, WasmModule } from '../module/wasmModule.ts';

type FunctionTypes = { readonly params: readonly TypeCode[]; readonly result: TypeCode };

/** What the second module exports, in the order of indexes. */
export const TABLE_FUNCTIONS = {
  get: { params: [I32], result: I32 },
  set: { params: [I32, I32], result: NONE },
  grow: { params: [I32, I32], result: I32 },
  fill: { params: [I32, I32, I32], result: NONE },
  copy: { params: [I32, I32, I32], result: NONE },
  /** To, from and how many, then where the segment is and how many entries it has. */
  init: { params: [I32, I32, I32, I32, I32], result: NONE },
} as const satisfies Record<string, FunctionTypes>;

type TableFunction = keyof typeof TABLE_FUNCTIONS;

export const TABLE_FUNCTION_NAMES = Object.keys(TABLE_FUNCTIONS) as readonly TableFunction[];

export const ENTRY_BYTES = 2;

export type NumberTable = {
  readonly entriesMax: number;
  /** By segment: where it is, and how many entries it has at first. */
  readonly segments: readonly { readonly address: number; readonly length: number }[];
  /** Of the table and of all segments. */
  readonly bytes: number;
};

/** Growing beyond the limit fails on the reference, whatever the contract declared. */
export function tableEntriesMax({ max }: ModuleTable, limits: PrepareLimits): number {
  const limit = limits.maxElementsPerContractTable;
  return Math.min(max ?? limit, limit);
}

export function planNumberTable(module: WasmModule, limits: PrepareLimits): NumberTable {
  const { table, elements } = module;
  const entriesMax = table === null ? 0 : tableEntriesMax(table, limits);
  let bytes = entriesMax * ENTRY_BYTES;
  const segments = elements.map(({ mode, functions }) => {
    const address = bytes;
    const length = mode === 'passive' ? functions.length : 0;
    bytes += length * ENTRY_BYTES;
    return { address, length };
  });
  return { entriesMax, segments, bytes };
}

/** Where the parts of the table are in the contract's module. */
export type PlacedTable = {
  readonly plan: NumberTable;
  /** The first of the imported functions. */
  readonly firstFunction: number;
  readonly sizeGlobal: number;
  /** The first of the globals with the lengths of segments. */
  readonly firstLength: number;
};

export function tableFunction({ firstFunction }: PlacedTable, name: TableFunction): number {
  return firstFunction + TABLE_FUNCTION_NAMES.indexOf(name);
}

/** Operators that are calls, some with further operands. */
const CALLED: Readonly<Record<number, TableFunction>> = {
  [op.TABLE_GET]: 'get',
  [op.TABLE_SET]: 'set',
  [op.TABLE_FILL]: 'fill',
  [op.TABLE_COPY]: 'copy',
  [op.TABLE_INIT]: 'init',
};

/** The parts of a layout that references need. */
type ReferenceLayout = {
  readonly table: PlacedTable | null;
  readonly functions: { readonly growTable: number };
};

/** Writes an operator on a reference or on the table, where `reader` is, in terms of numbers. */
export function writeReferenceUse(
  out: ByteWriter,
  reader: ByteReader,
  { table, functions }: ReferenceLayout,
): void {
  const first = reader.u8();
  const opcode = first === op.PREFIX ? op.PREFIXED + reader.u32() : first;
  if (opcode === op.REF_NULL) writeI32(out, 0);
  else if (opcode === op.REF_IS_NULL) out.u8(op.I32_EQZ);
  else if (opcode === op.TABLE_GROW) writeOperator(out, op.CALL, functions.growTable);
  else if (table !== null) writeTableUse(out, opcode, reader, table);
}

function writeTableUse(
  out: ByteWriter,
  opcode: number,
  reader: ByteReader,
  table: PlacedTable,
): void {
  const called = CALLED[opcode];
  if (opcode === op.TABLE_SIZE) {
    writeOperator(out, op.GLOBAL_GET, table.sizeGlobal);
  } else if (opcode === op.ELEM_DROP) {
    writeI32(out, 0);
    writeOperator(out, op.GLOBAL_SET, table.firstLength + reader.u32());
  } else if (opcode === op.TABLE_INIT) {
    const segment = reader.u32();
    writeI32(out, table.plan.segments[segment]!.address);
    writeOperator(out, op.GLOBAL_GET, table.firstLength + segment);
  }
  if (called !== undefined) writeOperator(out, op.CALL, tableFunction(table, called));
}
