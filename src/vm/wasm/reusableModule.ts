// Makes a prepared module reusable: one instance of the result serves many calls, because `reset`
// gives it the state of a new one. It has a smaller stack and fewer pages to grow by: a call that
// needs more is refused by the import `stack_overflow`, and belongs on an instance of its own.
// Gas, results and traps are those of the prepared module. Modules that change their table or drop
// segments cannot be made reusable.

import { utf8ToBytes } from '../../base/bytes/bytes.ts';
import * as op from '../../base/wasm/wasmOpcodes.ts';
import type { PreparedContract } from '../preparedContract.ts';
import { ByteReader } from './byteReader.ts';
import { ByteWriter } from './byteWriter.ts';
import { NotReusable, rewriteBodies } from './reusableBodies.ts';
import {
  type AddedFunction,
  type DataRange,
  ReusableCode,
  type ReusableFunctions,
} from './reusableFunctions.ts';
import * as section from './sectionIds.ts';
import { EXPORT_FUNCTION } from './wasmModule.ts';
import type { TypeCode } from './wasmTypes.ts';
import { NONE, TYPE_BYTES } from './wasmTypes.ts';

/** What contracts usually need; Rust's allocator takes a page or a few. */
const PAGES_TO_GROW = 32;
/** More would make a reset slower than a new instance. */
const SEGMENTS_MAX = 4_096;
const GLOBALS_MAX = 1_024;

const PAGE_BYTES = 65_536;
const FUNCTION_FORM = 0x60;
const HAS_MAX_AND_IS_SHARED = 0x03;
const PASSIVE = 1;

/** By section id; the prepared module has no custom sections. */
type Sections = Map<number, Uint8Array>;

type ReusableOptions = Pick<PreparedContract, 'wasm' | 'stackGlobal'> & {
  /** Bytes of the metered stack. */
  readonly stackHeight: number;
};

/** Null if it cannot be made reusable. */
export function makeReusable(options: ReusableOptions): Uint8Array | null {
  try {
    return rewriteModule(options);
  } catch (error) {
    if (error instanceof NotReusable) return null;
    throw error;
  }
}

function rewriteModule(options: ReusableOptions): Uint8Array {
  const sections = readSections(options.wasm);
  const { pagesMin, ranges, segments } = readMemory(sections);
  const globals = readGlobals(sections, options);
  const code = new ReusableCode({
    pagesMin,
    pagesMax: pagesMin + PAGES_TO_GROW,
    data: ranges,
    globals: globals.reset,
    firstGlobal: globals.count,
    firstFunction: countFunctions(sections),
  });
  const added = code.write();
  const bodies = added.map(({ body }) => body);
  const typeBase = countOf(sections, section.SECTION_TYPE);
  const types = added.map((_, index) => typeBase + index);
  const { functions } = code;
  const out = new ByteWriter(options.wasm.length * 2);
  const write = (id: number, content: Uint8Array | undefined) => {
    if (content === undefined) return;
    out.u8(id);
    out.sized(content);
  };
  const get = (id: number) => sections.get(id);
  out.all(section.MODULE_HEADER);
  write(section.SECTION_TYPE, append(get(section.SECTION_TYPE), added.map(encodeType)));
  write(section.SECTION_IMPORT, get(section.SECTION_IMPORT));
  write(section.SECTION_FUNCTION, append(get(section.SECTION_FUNCTION), types.map(encodeU32)));
  write(section.SECTION_TABLE, get(section.SECTION_TABLE));
  write(section.SECTION_MEMORY, encodeMemory(pagesMin + PAGES_TO_GROW));
  write(section.SECTION_GLOBAL, append(globals.section, code.globals.map(encodeGlobal)));
  write(section.SECTION_EXPORT, append(get(section.SECTION_EXPORT), encodeExports(functions)));
  write(section.SECTION_ELEMENT, get(section.SECTION_ELEMENT));
  if (segments.length > 0) write(section.SECTION_DATA_COUNT, encodeU32(segments.length));
  write(
    section.SECTION_CODE,
    rewriteBodies(get(section.SECTION_CODE) ?? Uint8Array.of(0), functions, bodies),
  );
  if (segments.length > 0) write(section.SECTION_DATA, append(undefined, segments));
  return out.written();
}

function readSections(wasm: Uint8Array): Sections {
  const sections: Sections = new Map();
  const reader = new ByteReader(wasm, section.MODULE_HEADER.length);
  while (!reader.isAtEnd()) {
    const id = reader.u8();
    const length = reader.u32();
    sections.set(id, wasm.subarray(reader.offset, reader.offset + length));
    reader.skip(length);
  }
  return sections;
}

function countOf(sections: Sections, id: number): number {
  const content = sections.get(id);
  return content === undefined ? 0 : new ByteReader(content).u32();
}

/** All imports are functions. */
function countFunctions(sections: Sections): number {
  return countOf(sections, section.SECTION_IMPORT) + countOf(sections, section.SECTION_FUNCTION);
}

interface InitialMemory {
  readonly pagesMin: number;
  readonly ranges: readonly DataRange[];
  /** Each as it is written: passive. */
  readonly segments: readonly Uint8Array[];
}

/** Segments must be within the memory, in ascending order and apart from each other. */
function readMemory(sections: Sections): InitialMemory {
  const memory = new ByteReader(sections.get(section.SECTION_MEMORY) as Uint8Array);
  memory.skip(2);
  const pagesMin = memory.u32();
  const ranges: DataRange[] = [];
  const segments: Uint8Array[] = [];
  const reader = new ByteReader(sections.get(section.SECTION_DATA) ?? Uint8Array.of(0));
  let end = 0;
  const count = reader.u32();
  if (count > SEGMENTS_MAX) throw new NotReusable();
  for (let index = 0; index < count; index++) {
    const isPassive = reader.u32() === PASSIVE;
    const start = isPassive ? null : readOffset(reader);
    const length = reader.u32();
    if (start === null) {
      // Without `memory.init` it has no use.
      reader.skip(length);
      continue;
    }
    if (start < end || start + length > pagesMin * PAGE_BYTES) throw new NotReusable();
    end = start + length;
    ranges.push({ start, length });
    const out = new ByteWriter(length + 8);
    out.u8(PASSIVE);
    out.sized(reader.bytes.subarray(reader.offset, reader.offset + length));
    segments.push(out.written());
    reader.skip(length);
  }
  return { pagesMin, ranges, segments };
}

function readOffset(reader: ByteReader): number {
  if (reader.u8() !== op.I32_CONST) throw new NotReusable();
  const offset = reader.i32();
  if (reader.u8() !== op.END) throw new NotReusable();
  return offset;
}

interface InitialGlobals {
  readonly count: number;
  /** With the smaller stack. */
  readonly section: Uint8Array;
  /** Operators that set every mutable one to its initial value. */
  readonly reset: Uint8Array;
}

function readGlobals(sections: Sections, { stackGlobal, stackHeight }: ReusableOptions) {
  const reader = new ByteReader(sections.get(section.SECTION_GLOBAL) as Uint8Array);
  const count = reader.u32();
  if (count > GLOBALS_MAX) throw new NotReusable();
  const out = new ByteWriter();
  const reset = new ByteWriter();
  out.u32(count);
  for (let index = 0; index < count; index++) {
    const start = reader.offset;
    reader.u8();
    const isMutable = reader.u8() === 1;
    const initial = reader.offset;
    skipConstant(reader);
    const isStack = index === stackGlobal;
    const value = isStack ? encodeI32(stackHeight) : reader.bytes.subarray(initial, reader.offset);
    if (reader.u8() !== op.END) throw new NotReusable();
    out.all(reader.bytes.subarray(start, initial));
    out.all(value);
    out.u8(op.END);
    if (!isMutable) continue;
    reset.all(value);
    reset.u8(op.GLOBAL_SET);
    reset.u32(index);
  }
  return { count, section: out.written(), reset: reset.written() } satisfies InitialGlobals;
}

function skipConstant(reader: ByteReader): void {
  switch (reader.u8()) {
    case op.I32_CONST:
      reader.i32();
      return;
    case op.I64_CONST:
      reader.skipI64();
      return;
    case op.F32_CONST:
      reader.skip(4);
      return;
    case op.F64_CONST:
      reader.skip(8);
      return;
    case op.REF_FUNC:
      reader.u32();
      return;
    case op.REF_NULL:
      reader.u8();
      return;
    default:
      throw new NotReusable();
  }
}

/** A section with more entries. */
function append(content: Uint8Array | undefined, entries: readonly Uint8Array[]): Uint8Array {
  const reader = new ByteReader(content ?? Uint8Array.of(0));
  const out = new ByteWriter(reader.bytes.length + 1024);
  out.u32(reader.u32() + entries.length);
  out.all(reader.bytes.subarray(reader.offset));
  for (const entry of entries) out.all(entry);
  return out.written();
}

function encodeU32(value: number): Uint8Array {
  const out = new ByteWriter(8);
  out.u32(value);
  return out.written();
}

function encodeI32(value: number): Uint8Array {
  const out = new ByteWriter(8);
  out.u8(op.I32_CONST);
  out.i32(value);
  return out.written();
}

function encodeType({ params, result }: AddedFunction): Uint8Array {
  const typeByte = (type: TypeCode) => TYPE_BYTES[type] as number;
  const results = result === NONE ? [] : [typeByte(result)];
  return Uint8Array.from([
    ...[FUNCTION_FORM, params.length, ...params.map(typeByte)],
    ...[results.length, ...results],
  ]);
}

function encodeMemory(pages: number): Uint8Array {
  const out = new ByteWriter(16);
  out.u32(1);
  out.u8(HAS_MAX_AND_IS_SHARED);
  out.u32(pages);
  out.u32(pages);
  return out.written();
}

function encodeGlobal(value: number): Uint8Array {
  return Uint8Array.from([0x7f, 1, ...encodeI32(value), op.END]);
}

function encodeExports(functions: ReusableFunctions): Uint8Array[] {
  const exported = {
    memory_pages: functions.pages,
    mark_written: functions.mark,
    written_bytes: functions.writtenBytes,
    initialise: functions.initialise,
    reset: functions.reset,
  };
  return Object.entries(exported).map(([name, index]) => {
    const out = new ByteWriter(32);
    out.sized(utf8ToBytes(name));
    out.u8(EXPORT_FUNCTION);
    out.u32(index);
    return out.written();
  });
}
