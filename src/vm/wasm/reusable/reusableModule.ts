// Makes a prepared module reusable: one instance of the result serves many calls, because `reset`
// gives it the state of a new one. Gas, results and traps are those of the prepared module. A call
// may be given a smaller stack and fewer pages to grow by: if it needs more, it is refused by the
// import `stack_overflow`. Modules that change their table or drop segments cannot be made
// reusable, unless in the large form: there only the memory, which is imported, serves many calls.

import { utf8ToBytes } from '../../../base/bytes/bytes.ts';
import * as op from '../../../base/wasm/wasmOpcodes.ts';
import { METER_MODULE, type PreparedContract } from '../../preparedContract.ts';
import type { AddedFunction } from '../format/addedFunction.ts';
import { ByteReader } from '../format/byteReader.ts';
import { ByteWriter } from '../format/byteWriter.ts';
import * as section from '../format/sectionIds.ts';
import type { TypeCode } from '../format/wasmTypes.ts';
import { NONE, TYPE_BYTES } from '../format/wasmTypes.ts';
import type { OffsetRecorder } from '../instrument/offsetRecorder.ts';
import { EXPORT_FUNCTION, EXPORT_MEMORY } from '../module/wasmModule.ts';
import { NotReusable, rewriteBodies } from './reusableBodies.ts';
import { ReusableCode, type ReusableFunctions } from './reusableFunctions.ts';
import {
  createReusableLayout,
  type DataExtent,
  PAGE_SHIFT,
  type ReusableForm,
  type ReusableLayout,
} from './reusableLayout.ts';

/** From the first byte of data to the last, in the small form. */
const DATA_BYTES_MAX = 4 * 1024 * 1024;
/** Data this close to other data counts as one range. */
const DATA_GAP_MAX = 4_096;
/** More would make a reset slower than a new instance. */
const GLOBALS_MAX = 1_024;

const FUNCTION_FORM = 0x60;
const HAS_MAX_AND_IS_SHARED = 0x03;
const ACTIVE = 0;

/** By section id; the prepared module has one custom section at most. */
type Sections = Map<number, Uint8Array>;

/** The memory is imported behind all functions. */
export const MEMORY_IMPORT = 'memory';
export const MEMORY_IMPORT_COUNT = 1;

export type ReusableModule = {
  readonly wasm: Uint8Array;
  /** The size of the memory that it imports: a shared one that does not grow. */
  readonly memoryPages: number;
  /** Where an instance has data at first; only in the large form. */
  readonly dataRanges: readonly DataExtent[];
};

type ReusableOptions = Pick<PreparedContract, 'wasm' | 'stackGlobal'>;

type PreparedModule = ReusableOptions & { readonly form: ReusableForm };

/** Null if it cannot be made reusable. The recorder is given for a stack trace only. */
export function makeReusable(
  options: ReusableOptions,
  form: ReusableForm,
  recorder: OffsetRecorder | null = null,
): ReusableModule | null {
  try {
    return rewriteModule({ ...options, form }, recorder);
  } catch (error) {
    if (error instanceof NotReusable) return null;
    throw error;
  }
}

function rewriteModule(
  { wasm, stackGlobal, form }: PreparedModule,
  recorder: OffsetRecorder | null,
): ReusableModule {
  const sections = readSections(wasm);
  const isLarge = form === 'large';
  // The module of a table, which a reset could not restore.
  if (!isLarge && sections.has(section.SECTION_CUSTOM)) throw new NotReusable();
  const pages = readMemory(sections);
  const ranges = readDataRanges(sections, pages.pagesMin);
  const data = isLarge ? null : extentOf(ranges);
  const layout = createReusableLayout({ form, ...pages, data });
  const globals = isLarge ? countGlobals(sections) : readGlobals(sections, stackGlobal);
  const code = new ReusableCode({
    layout,
    firstGlobal: globals.count,
    firstFunction: countFunctions(sections),
    stack: { global: stackGlobal, height: globals.stackHeight },
    initialGlobals: globals.initialise,
  });
  const added = code.write();
  const typeBase = countOf(sections, section.SECTION_TYPE);
  const types = added.map((_, index) => typeBase + index);
  const get = (id: number) => sections.get(id) ?? NO_ENTRIES;
  const replaced = new Map<number, Uint8Array>([
    [section.SECTION_TYPE, append(get(section.SECTION_TYPE), added.map(encodeType))],
    [section.SECTION_FUNCTION, append(get(section.SECTION_FUNCTION), types.map(encodeU32))],
    [
      section.SECTION_IMPORT,
      append(get(section.SECTION_IMPORT), [encodeMemoryImport(layout.pages)]),
    ],
    [
      section.SECTION_GLOBAL,
      append(get(section.SECTION_GLOBAL), code.initialGlobals.map(encodeGlobal)),
    ],
    [section.SECTION_EXPORT, append(get(section.SECTION_EXPORT), encodeExports(code.functions))],
    [
      section.SECTION_CODE,
      rewriteBodies(get(section.SECTION_CODE), {
        target: { layout, functions: code.functions, globals: code.globals },
        paramCounts: readParamCounts(sections),
        added: added.map(({ body }) => body),
        recorder,
      }),
    ],
  ]);
  const out = new ByteWriter(wasm.length * 2);
  out.all(section.MODULE_HEADER);
  for (const [id, content] of sections) {
    if (id === section.SECTION_MEMORY) continue;
    out.u8(id);
    out.sized(replaced.get(id) ?? content);
  }
  const dataRanges = isLarge ? ranges : [];
  return { wasm: out.written(), memoryPages: layout.pages, dataRanges };
}

/** The content of a section that is absent. */
const NO_ENTRIES = Uint8Array.of(0);

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

/** By index in the code section. */
function readParamCounts(sections: Sections): number[] {
  const types = new ByteReader(sections.get(section.SECTION_TYPE) ?? NO_ENTRIES);
  const counts = Array.from({ length: types.u32() }, () => {
    types.u8();
    const count = types.u32();
    types.skip(count);
    types.skip(types.u32());
    return count;
  });
  const functions = new ByteReader(sections.get(section.SECTION_FUNCTION) ?? NO_ENTRIES);
  return Array.from({ length: functions.u32() }, () => counts[functions.u32()]!);
}

function readMemory(sections: Sections): Pick<ReusableLayout, 'pagesMin' | 'pagesMax'> {
  const memory = new ByteReader(sections.get(section.SECTION_MEMORY)!);
  memory.skip(2);
  const pagesMin = memory.u32();
  const pagesMax = memory.u32();
  return { pagesMin, pagesMax };
}

/** Active segments, by address, those near to one another together. They are within the memory. */
function readDataRanges(sections: Sections, pagesMin: number): DataExtent[] {
  const reader = new ByteReader(sections.get(section.SECTION_DATA) ?? NO_ENTRIES);
  const segments: DataExtent[] = [];
  for (let rest = reader.u32(); rest > 0; rest--) {
    const start = reader.u32() === ACTIVE ? readOffset(reader) : null;
    const length = reader.u32();
    reader.skip(length);
    if (start === null) continue;
    const end = start + length;
    if (end > pagesMin << PAGE_SHIFT) throw new NotReusable();
    if (length > 0) segments.push({ start, end });
  }
  segments.sort((a, b) => a.start - b.start);
  const ranges: { start: number; end: number }[] = [];
  for (const { start, end } of segments) {
    const last = ranges.at(-1);
    if (last !== undefined && start <= last.end + DATA_GAP_MAX) last.end = Math.max(last.end, end);
    else ranges.push({ start, end });
  }
  return ranges;
}

/** Null without data. */
function extentOf(ranges: readonly DataExtent[]): DataExtent | null {
  const [first, last] = [ranges[0], ranges.at(-1)];
  if (first === undefined || last === undefined) return null;
  if (last.end - first.start > DATA_BYTES_MAX) throw new NotReusable();
  return { start: first.start, end: last.end };
}

function readOffset(reader: ByteReader): number {
  if (reader.u8() !== op.I32_CONST) throw new NotReusable();
  const offset = reader.i32() >>> 0;
  if (reader.u8() !== op.END) throw new NotReusable();
  return offset;
}

interface InitialGlobals {
  readonly count: number;
  /** Of the metered stack. */
  readonly stackHeight: number;
  /** Operators that set every mutable one to its initial value. */
  readonly initialise: Uint8Array;
}

/** Each instance has new ones, with the whole stack. */
function countGlobals(sections: Sections): InitialGlobals {
  const count = countOf(sections, section.SECTION_GLOBAL);
  return { count, stackHeight: 0, initialise: new Uint8Array() };
}

function readGlobals(sections: Sections, stackGlobal: number): InitialGlobals {
  const reader = new ByteReader(sections.get(section.SECTION_GLOBAL)!);
  const count = reader.u32();
  if (count > GLOBALS_MAX) throw new NotReusable();
  const initialise = new ByteWriter();
  let stackHeight = 0;
  for (let index = 0; index < count; index++) {
    reader.u8();
    const isMutable = reader.u8() === 1;
    const start = reader.offset;
    skipConstant(reader);
    const initial = reader.bytes.subarray(start, reader.offset);
    if (reader.u8() !== op.END) throw new NotReusable();
    if (index === stackGlobal) stackHeight = new ByteReader(initial, 1).i32();
    if (!isMutable) continue;
    initialise.all(initial);
    initialise.u8(op.GLOBAL_SET);
    initialise.u32(index);
  }
  return { count, stackHeight, initialise: initialise.written() };
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
function append(content: Uint8Array, entries: readonly Uint8Array[]): Uint8Array {
  const reader = new ByteReader(content);
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

function encodeMemoryImport(pages: number): Uint8Array {
  const out = new ByteWriter(32);
  out.sized(utf8ToBytes(METER_MODULE));
  out.sized(utf8ToBytes(MEMORY_IMPORT));
  out.u8(EXPORT_MEMORY);
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
    visible_bytes: functions.visibleBytes,
    resident_bytes: functions.residentBytes,
    mark_written: functions.mark,
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
