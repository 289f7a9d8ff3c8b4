// The module with the numbers of a contract's table (`numberTable.ts`): a memory and the functions
// on it. Whatever is out of the table's bounds traps, as an access out of the memory's bounds.

import { utf8ToBytes } from '../../../base/bytes/bytes.ts';
import * as op from '../../../base/wasm/wasmOpcodes.ts';
import { type AddedFunction, defineFunction, type Emit } from '../format/addedFunction.ts';
import { ByteWriter } from '../format/byteWriter.ts';
import * as section from '../format/sectionIds.ts';
import { I32, NONE, TYPE_BYTES } from '../format/wasmTypes.ts';
import { writeI32 } from '../format/writeOperator.ts';
import { EXPORT_FUNCTION, type WasmModule } from '../module/wasmModule.ts';
import { initialEntries } from './mergeElements.ts';
import { ENTRY_BYTES, type NumberTable, TABLE_FUNCTION_NAMES } from './numberTable.ts';
import type { References } from './references.ts';

const PAGE_BYTES = 65_536;
const FUNCTION_FORM = 0x60;
const HAS_MAX_AND_IS_SHARED = 0x03;
const MUTABLE = 1;
const EMPTY_BLOCK = TYPE_BYTES[NONE]!;
const ALIGNMENT = 1;
const MEMORY_0 = 0;
const SIZE_GLOBAL = 0;
const OUT_OF_BOUNDS = -ENTRY_BYTES;
const GROW_FAILED = -1;
/** What is filled one by one, before copying is faster. */
const FILLED_ONE_BY_ONE = 32;
/** Behind the exported functions. */
const CHECK_FUNCTION = TABLE_FUNCTION_NAMES.length;
const FILL_FUNCTION = TABLE_FUNCTION_NAMES.indexOf('fill');

export function encodeNumberTable(
  module: WasmModule,
  references: References,
  table: NumberTable,
): Uint8Array {
  const functions = [...listFunctions(table), checkFunction()];
  const pages = Math.max(1, Math.ceil(table.bytes / PAGE_BYTES));
  const out = new ByteWriter(table.bytes + 1024);
  const write = (id: number, write: (content: ByteWriter) => void) => {
    const content = new ByteWriter();
    write(content);
    out.u8(id);
    out.sized(content.written());
  };
  out.all(section.MODULE_HEADER);
  write(section.SECTION_TYPE, (to) => {
    to.u32(functions.length);
    for (const one of functions) writeType(to, one);
  });
  write(section.SECTION_FUNCTION, (to) => {
    to.u32(functions.length);
    for (const index of functions.keys()) to.u32(index);
  });
  write(section.SECTION_MEMORY, (to) => {
    to.all([1, HAS_MAX_AND_IS_SHARED]);
    to.u32(pages);
    to.u32(pages);
  });
  write(section.SECTION_GLOBAL, (to) => {
    to.all([1, TYPE_BYTES[I32]!, MUTABLE]);
    writeI32(to, module.table?.min ?? 0);
    to.u8(op.END);
  });
  write(section.SECTION_EXPORT, (to) => {
    to.u32(TABLE_FUNCTION_NAMES.length);
    for (const [index, name] of TABLE_FUNCTION_NAMES.entries()) {
      to.sized(utf8ToBytes(name));
      to.u8(EXPORT_FUNCTION);
      to.u32(index);
    }
  });
  write(section.SECTION_CODE, (to) => {
    to.u32(functions.length);
    for (const { body } of functions) to.sized(body);
  });
  write(section.SECTION_DATA, (to) => writeData(to, module, references, table));
  // V8 shows the name in stack traces, where these functions are not the contract's.
  write(section.SECTION_CUSTOM, (to) => {
    to.sized(utf8ToBytes('name'));
    to.u8(0);
    to.sized(Uint8Array.of(5, ...utf8ToBytes('table')));
  });
  return out.written();
}

function writeType(out: ByteWriter, { params, result }: AddedFunction): void {
  out.u8(FUNCTION_FORM);
  out.u32(params.length);
  for (const type of params) out.u8(TYPE_BYTES[type]!);
  out.u32(result === NONE ? 0 : 1);
  if (result !== NONE) out.u8(TYPE_BYTES[result]!);
}

/** The table at first, and the segments behind it. */
function writeData(
  out: ByteWriter,
  module: WasmModule,
  references: References,
  { segments, bytes }: NumberTable,
): void {
  const entries = initialEntries(module);
  const content = new Uint16Array(bytes / ENTRY_BYTES);
  const put = (functions: Int32Array, address: number) => {
    const start = address / ENTRY_BYTES;
    for (let i = 0; i < functions.length; i++) {
      content[start + i] = references.numberOf(functions[i]!);
    }
  };
  if (entries !== null) put(entries, 0);
  for (const [index, { address, length }] of segments.entries()) {
    if (length > 0) put(module.elements[index]!.functions, address);
  }
  out.u32(1);
  out.u8(0);
  // A segment outside of the table: no instance can be made.
  writeI32(out, entries === null ? OUT_OF_BOUNDS : 0);
  out.u8(op.END);
  out.sized(littleEndian(content));
}

function littleEndian(numbers: Uint16Array): Uint8Array {
  const bytes = new Uint8Array(numbers.length * ENTRY_BYTES);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < numbers.length; i++) view.setUint16(i * ENTRY_BYTES, numbers[i]!, true);
  return bytes;
}

/** In the order of their names. */
function listFunctions({ entriesMax }: NumberTable): AddedFunction[] {
  return [
    getFunction(),
    setFunction(),
    growFunction(entriesMax),
    fillFunction(),
    copyFunction(),
    initFunction(),
  ];
}

/** The address of entry 0, or one out of bounds. */
function emitChecked(emit: Emit): void {
  emitAddress(emit, 0);
  emit(op.I32_CONST, OUT_OF_BOUNDS);
  emit(op.LOCAL_GET, 0);
  emit(op.GLOBAL_GET, SIZE_GLOBAL);
  emit(op.I32_LT_U);
  emit(op.SELECT);
}

function emitAddress(emit: Emit, local: number): void {
  emit(op.LOCAL_GET, local);
  emit(op.I32_CONST, ENTRY_BYTES);
  emit(op.I32_MUL);
}

function getFunction(): AddedFunction {
  return defineFunction({ params: [I32], result: I32 }, (emit) => {
    emitChecked(emit);
    emit(op.I32_LOAD16_U, ALIGNMENT, 0);
  });
}

function setFunction(): AddedFunction {
  return defineFunction({ params: [I32, I32] }, (emit) => {
    emitChecked(emit);
    emit(op.LOCAL_GET, 1);
    emit(op.I32_STORE16, ALIGNMENT, 0);
  });
}

/** Traps unless entries from one on exist. */
function checkFunction(): AddedFunction {
  return defineFunction({ params: [I32, I32] }, (emit) => {
    emitCheck(emit, { from: 0, count: 1, size: () => emit(op.GLOBAL_GET, SIZE_GLOBAL) });
  });
}

type Check = {
  /** Locals. */
  readonly from: number;
  readonly count: number;
  readonly size: () => void;
};

function emitCheck(emit: Emit, { from, count, size }: Check): void {
  emit(op.LOCAL_GET, count);
  size();
  emit(op.I32_GT_U);
  emit(op.LOCAL_GET, from);
  size();
  emit(op.LOCAL_GET, count);
  emit(op.I32_SUB);
  emit(op.I32_GT_U);
  emit(op.I32_OR);
  emit(op.IF, EMPTY_BLOCK);
  emit(op.I32_CONST, OUT_OF_BOUNDS);
  emit(op.I32_LOAD16_U, ALIGNMENT, 0);
  emit(op.DROP);
  emit(op.END);
}

function emitCheckCall(emit: Emit, from: number, count: number): void {
  emit(op.LOCAL_GET, from);
  emit(op.LOCAL_GET, count);
  emit(op.CALL, CHECK_FUNCTION);
}

function growFunction(entriesMax: number): AddedFunction {
  const [number, count, old] = [0, 1, 2];
  return defineFunction({ params: [I32, I32], result: I32, locals: [I32] }, (emit) => {
    emit(op.LOCAL_GET, count);
    emit(op.I32_CONST, entriesMax);
    emit(op.GLOBAL_GET, SIZE_GLOBAL);
    emit(op.LOCAL_TEE, old);
    emit(op.I32_SUB);
    emit(op.I32_GT_U);
    emit(op.IF, EMPTY_BLOCK);
    emit(op.I32_CONST, GROW_FAILED);
    emit(op.RETURN);
    emit(op.END);
    emit(op.LOCAL_GET, old);
    emit(op.LOCAL_GET, count);
    emit(op.I32_ADD);
    emit(op.GLOBAL_SET, SIZE_GLOBAL);
    emit(op.LOCAL_GET, old);
    emit(op.LOCAL_GET, number);
    emit(op.LOCAL_GET, count);
    emit(op.CALL, FILL_FUNCTION);
    emit(op.LOCAL_GET, old);
  });
}

/** Some entries one by one, then as many again as there are, until all are filled. */
function fillFunction(): AddedFunction {
  const [from, number, count, filled, copied] = [0, 1, 2, 3, 4];
  const entryAfterFilled = (emit: Emit) => {
    emit(op.LOCAL_GET, from);
    emit(op.LOCAL_GET, filled);
    emit(op.I32_ADD);
    emit(op.I32_CONST, ENTRY_BYTES);
    emit(op.I32_MUL);
  };
  const locals = [I32, I32];
  return defineFunction({ params: [I32, I32, I32], locals }, (emit) => {
    emitCheckCall(emit, from, count);
    emit(op.BLOCK, EMPTY_BLOCK);
    emit(op.LOOP, EMPTY_BLOCK);
    emit(op.LOCAL_GET, filled);
    emit(op.LOCAL_GET, count);
    emit(op.I32_CONST, FILLED_ONE_BY_ONE);
    emit(op.LOCAL_GET, count);
    emit(op.I32_CONST, FILLED_ONE_BY_ONE);
    emit(op.I32_LT_U);
    emit(op.SELECT);
    emit(op.I32_LT_U);
    emit(op.I32_EQZ);
    emit(op.BR_IF, 1);
    entryAfterFilled(emit);
    emit(op.LOCAL_GET, number);
    emit(op.I32_STORE16, ALIGNMENT, 0);
    emit(op.LOCAL_GET, filled);
    emit(op.I32_CONST, 1);
    emit(op.I32_ADD);
    emit(op.LOCAL_SET, filled);
    emit(op.BR, 0);
    emit(op.END);
    emit(op.END);
    emit(op.LOOP, EMPTY_BLOCK);
    emit(op.LOCAL_GET, filled);
    emit(op.LOCAL_GET, count);
    emit(op.I32_LT_U);
    emit(op.IF, EMPTY_BLOCK);
    emit(op.LOCAL_GET, filled);
    emit(op.LOCAL_GET, count);
    emit(op.LOCAL_GET, filled);
    emit(op.I32_SUB);
    emit(op.LOCAL_TEE, copied);
    emit(op.LOCAL_GET, filled);
    emit(op.LOCAL_GET, copied);
    emit(op.I32_LT_U);
    emit(op.SELECT);
    emit(op.LOCAL_SET, copied);
    entryAfterFilled(emit);
    emitAddress(emit, from);
    emitAddress(emit, copied);
    emit(op.MEMORY_COPY, MEMORY_0, MEMORY_0);
    emit(op.LOCAL_GET, filled);
    emit(op.LOCAL_GET, copied);
    emit(op.I32_ADD);
    emit(op.LOCAL_SET, filled);
    emit(op.BR, 1);
    emit(op.END);
    emit(op.END);
  });
}

function copyFunction(): AddedFunction {
  const [to, from, count] = [0, 1, 2];
  return defineFunction({ params: [I32, I32, I32] }, (emit) => {
    emitCheckCall(emit, to, count);
    emitCheckCall(emit, from, count);
    emitAddress(emit, to);
    emitAddress(emit, from);
    emitAddress(emit, count);
    emit(op.MEMORY_COPY, MEMORY_0, MEMORY_0);
  });
}

function initFunction(): AddedFunction {
  const [to, from, count, address, length] = [0, 1, 2, 3, 4];
  return defineFunction({ params: [I32, I32, I32, I32, I32] }, (emit) => {
    emitCheckCall(emit, to, count);
    emitCheck(emit, { from, count, size: () => emit(op.LOCAL_GET, length) });
    emitAddress(emit, to);
    emitAddress(emit, from);
    emit(op.LOCAL_GET, address);
    emit(op.I32_ADD);
    emitAddress(emit, count);
    emit(op.MEMORY_COPY, MEMORY_0, MEMORY_0);
  });
}
