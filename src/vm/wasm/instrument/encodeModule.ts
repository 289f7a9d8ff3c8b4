// Writes the instrumented module: the contract's sections with shifted function indexes, the same
// memory for all contracts, the table bounded, custom sections and the start section left out, the
// meter's imports, globals, functions and exports added.

import { assert } from '../../../base/assert.ts';
import { utf8ToBytes } from '../../../base/bytes/bytes.ts';
import * as op from '../../../base/wasm/wasmOpcodes.ts';
import {
  INJECTED_IMPORT_COUNT,
  METER_MODULE,
  NUMBER_TABLE_MODULE,
  NUMBER_TABLE_SECTION,
} from '../../preparedContract.ts';
import { ByteWriter } from '../format/byteWriter.ts';
import * as section from '../format/sectionIds.ts';
import type { TypeCode } from '../format/wasmTypes.ts';
import { F64, FUNCREF, I32, NONE, TYPE_BYTES, WRITTEN_TYPES } from '../format/wasmTypes.ts';
import { writeI32, writeOperator } from '../format/writeOperator.ts';
import type { PrepareLimits } from '../module/prepareConfig.ts';
import type { ConstantExpression, WasmModule } from '../module/wasmModule.ts';
import { EXPORT_FUNCTION, EXPORT_MEMORY, NULL_FUNCTION } from '../module/wasmModule.ts';
import { isWide } from '../module/wideGlobals.ts';
import { listCounterFunctions } from './counterFunctions.ts';
import { createInjectedFunctions } from './injectedFunctions.ts';
import { mergeElements, type TableSegment } from './mergeElements.ts';
import type { MeterLayout } from './meterLayout.ts';
import {
  INJECTED_FUNCTIONS,
  INJECTED_TYPES,
  injectedTypeIndex,
  placeFunction,
} from './meterLayout.ts';
import type { Methods } from './methodGroups.ts';
import { exportedName, groupName, writeGroups } from './methodGroups.ts';
import { readHalves } from './narrowGlobals.ts';
import {
  type NumberTable,
  TABLE_FUNCTION_NAMES,
  TABLE_FUNCTIONS,
  tableEntriesMax,
} from './numberTable.ts';
import { encodeNumberTable } from './numberTableModule.ts';
import type { References } from './references.ts';
import type { SpilledLocals } from './spilledLocals.ts';

/** In the order of their indexes. */
const HOOKS = [
  { name: 'enter_function', params: [I32, I32] },
  { name: 'leave_function', params: [I32] },
] as const;

const FUNCTION_FORM = 0x60;
const HAS_MAX = 1;
/** V8 counts other memories towards its heap: 64 MiB a call would collect garbage at every call. */
const IS_SHARED = 0x02;
const MUTABLE = 1;
const FUNCTION_KIND = 0;
/** Active segments of function indexes, or of expressions, of which some are null. */
const ELEMENT_FUNCTIONS = 0;
const ELEMENT_EXPRESSIONS = 4;
const MEMORY_0 = 0;

type ModuleParts = {
  readonly module: WasmModule;
  readonly layout: MeterLayout;
  readonly limits: PrepareLimits;
  /** The instrumented bodies of the contract's functions. */
  readonly bodies: Uint8Array;
  readonly spilled: SpilledLocals;
  readonly methods: Methods;
};

/** What is made of the parts before anything is written. */
type AllParts = ModuleParts & {
  readonly elements: readonly TableSegment[];
  readonly groups: readonly Uint8Array[];
};

export function encodeModule(given: ModuleParts): Uint8Array {
  const { module, bodies, layout, methods } = given;
  const { table, references } = layout;
  // It may give numbers to further functions.
  const numbers = table === null ? null : encodeNumberTable(module, references, table.plan);
  const numbered = module.table === null ? [] : [numberedFunctions(references)];
  const elements = table === null ? mergeElements(module) : numbered;
  const parts = { ...given, elements, groups: writeGroups(methods, layout) };
  const out = new ByteWriter(bodies.length + module.code.length + 4096);
  out.all(section.MODULE_HEADER);
  writeSection(out, section.SECTION_TYPE, typeSection(parts));
  writeSection(out, section.SECTION_IMPORT, importSection(parts));
  writeSection(out, section.SECTION_FUNCTION, functionSection(parts));
  if (module.table !== null) writeSection(out, section.SECTION_TABLE, tableSection(parts));
  writeSection(out, section.SECTION_MEMORY, memorySection(parts));
  writeSection(out, section.SECTION_GLOBAL, globalSection(parts));
  writeSection(out, section.SECTION_EXPORT, exportSection(parts));
  if (elements.length > 0) writeSection(out, section.SECTION_ELEMENT, elementSection(parts));
  if (module.dataCount !== null) {
    const count = new ByteWriter();
    count.u32(module.dataCount);
    writeSection(out, section.SECTION_DATA_COUNT, count);
  }
  writeSection(out, section.SECTION_CODE, codeSection(parts));
  if (module.data.length > 0) writeSection(out, section.SECTION_DATA, dataSection(parts));
  if (numbers !== null) writeCustomSection(out, NUMBER_TABLE_SECTION, numbers);
  return out.written();
}

/** Functions by their number: none has the number 0. */
function numberedFunctions({ functions }: References): TableSegment {
  return { offset: 1, functions: Int32Array.from(functions) };
}

function writeCustomSection(out: ByteWriter, name: string, bytes: Uint8Array): void {
  const content = new ByteWriter(bytes.length + name.length + 1);
  writeName(content, name);
  content.all(bytes);
  writeSection(out, section.SECTION_CUSTOM, content);
}

function writeSection(out: ByteWriter, id: number, content: ByteWriter): void {
  out.u8(id);
  out.sized(content.written());
}

function writeName(out: ByteWriter, name: string): void {
  out.sized(utf8ToBytes(name));
}

function typeSection({ module, layout }: ModuleParts): ByteWriter {
  const out = new ByteWriter();
  out.u32(module.types.length + INJECTED_TYPES.length);
  for (const signature of module.types) {
    writeType(out, signature, layout.references.markersOf(signature));
  }
  for (const type of INJECTED_TYPES) writeType(out, type, []);
  return out;
}

type WrittenType = { readonly params: Iterable<TypeCode>; readonly result: TypeCode };

/** The markers are results in addition. */
function writeType(
  out: ByteWriter,
  { params, result }: WrittenType,
  markers: ArrayLike<number>,
): void {
  const types = [...params];
  out.u8(FUNCTION_FORM);
  out.u32(types.length);
  for (const type of types) out.u8(WRITTEN_TYPES[type]!);
  out.u32((result === NONE ? 0 : 1) + markers.length);
  if (result !== NONE) out.u8(WRITTEN_TYPES[result]!);
  out.all(markers);
}

function importSection({ layout }: ModuleParts): ByteWriter {
  const out = new ByteWriter();
  const writeImport = (from: string, name: string, typeIndex: number) => {
    writeName(out, from);
    writeName(out, name);
    out.u8(FUNCTION_KIND);
    out.u32(typeIndex);
  };
  const tableImports = layout.table === null ? [] : TABLE_FUNCTION_NAMES;
  const hooks = layout.hasHooks ? HOOKS : [];
  out.u32(INJECTED_IMPORT_COUNT + hooks.length + tableImports.length + layout.imports.length);
  writeImport(METER_MODULE, 'out_of_gas', injectedTypeIndex(layout, [F64], NONE));
  writeImport(METER_MODULE, 'stack_overflow', injectedTypeIndex(layout, [], NONE));
  for (const { name, params } of hooks) {
    writeImport(METER_MODULE, name, injectedTypeIndex(layout, params, NONE));
  }
  for (const name of tableImports) {
    const { params, result } = TABLE_FUNCTIONS[name];
    writeImport(NUMBER_TABLE_MODULE, name, injectedTypeIndex(layout, params, result));
  }
  for (const { name, typeIndex } of layout.imports) writeImport('env', name, typeIndex);
  return out;
}

function functionSection({ module, layout, spilled, groups }: AllParts): ByteWriter {
  const out = new ByteWriter();
  const injected = createInjectedFunctions(layout, module.table !== null);
  const defined = module.functionTypes.slice(module.imports.length);
  const counters = listCounterFunctions(layout);
  const injectedCount = INJECTED_FUNCTIONS.length + counters.length;
  const added = injectedCount + spilled.innerTypes.length + groups.length;
  out.u32(defined.length + added);
  for (const typeIndex of defined) out.u32(typeIndex);
  for (const name of INJECTED_FUNCTIONS) {
    const { params, result } = injected[name];
    out.u32(injectedTypeIndex(layout, params, result));
  }
  for (const typeIndex of spilled.innerTypes) out.u32(typeIndex);
  for (const _ of groups) out.u32(injectedTypeIndex(layout, [I32], NONE));
  for (const { result } of counters) out.u32(injectedTypeIndex(layout, [], result));
  return out;
}

function tableSection({ module, layout, limits }: ModuleParts): ByteWriter {
  const out = new ByteWriter();
  const numbered = layout.references.functions.length + 1;
  out.u32(1);
  out.u8(TYPE_BYTES[FUNCREF]!);
  out.u8(HAS_MAX);
  out.u32(layout.table === null ? module.table!.min : numbered);
  out.u32(layout.table === null ? tableEntriesMax(module.table!, limits) : numbered);
  return out;
}

function memorySection({ limits }: ModuleParts): ByteWriter {
  const out = new ByteWriter();
  out.u32(1);
  out.u8(HAS_MAX | IS_SHARED);
  out.u32(limits.initialMemoryPages);
  out.u32(limits.maxMemoryPages);
  return out;
}

function globalSection({ module, layout, spilled }: ModuleParts): ByteWriter {
  const out = new ByteWriter();
  // In the order of the layout: gas, its rest, stack, callee, upper half, depth of spilled locals.
  const meterGlobals = [0, 0, layout.stackHeight, 0, 0, 0];
  const tableGlobals = layout.table === null ? [] : listTableGlobals(module, layout.table.plan);
  const upperHalves: number[] = [];
  const zeros = layout.counterCount + spilled.globalCount;
  const added = meterGlobals.length + tableGlobals.length + zeros;
  out.u32(layout.gasGlobal + added);
  for (const { type, isMutable, init } of module.globals) {
    const upper = layout.upperHalves === null ? [] : [0];
    if (init.kind === 'function') {
      writeI32Global(out, layout.references.numberOf(init.index));
    } else if (type === FUNCREF) {
      writeI32Global(out, 0);
    } else if (layout.upperHalves !== null && isWide(type)) {
      const halves = readHalves(module.code.subarray(init.start, init.end));
      writeI32Global(out, halves.lower);
      upper[0] = halves.upper;
    } else {
      out.u8(TYPE_BYTES[type]!);
      out.u8(isMutable ? MUTABLE : 0);
      writeConstant(out, module.code, init);
    }
    upperHalves.push(...upper);
  }
  for (const value of [...upperHalves, ...meterGlobals, ...tableGlobals]) {
    writeI32Global(out, value);
  }
  for (let index = 0; index < zeros; index++) writeI32Global(out, 0);
  return out;
}

/** The size of the table, and the lengths of the segments. */
function listTableGlobals({ table }: WasmModule, { segments }: NumberTable): number[] {
  return [table?.min ?? 0, ...segments.map(({ length }) => length)];
}

function writeI32Global(out: ByteWriter, value: number): void {
  out.u8(TYPE_BYTES[I32]!);
  out.u8(MUTABLE);
  out.u8(op.I32_CONST);
  out.i32(value);
  out.u8(op.END);
}

function writeConstant(out: ByteWriter, code: Uint8Array, constant: ConstantExpression): void {
  assert(constant.kind === 'bytes', 'a number');
  out.all(code.subarray(constant.start, constant.end));
  out.u8(op.END);
}

/** Only functions can be asked for, each once: a contract may have more names than V8 takes. */
function exportSection({ module, layout, methods, groups, spilled }: AllParts): ByteWriter {
  const entries: (readonly [string, number, number])[] = [['memory', EXPORT_MEMORY, MEMORY_0]];
  const addFunction = (name: string, index: number): void => {
    entries.push([name, EXPORT_FUNCTION, index]);
  };
  addFunction('get_gas', layout.functions.getGas);
  addFunction('set_gas', layout.functions.setGas);
  if (module.table !== null) addFunction('is_last_callee_null', layout.functions.isLastCalleeNull);
  if (module.start !== null) addFunction('start', placeFunction(layout, module.start));
  const exported = methods.isGrouped ? [] : methods.functions;
  for (const index of exported) addFunction(exportedName(index), placeFunction(layout, index));
  const firstGroup = layout.innerBase + spilled.innerBodies.length;
  for (const group of groups.keys()) addFunction(groupName(group), firstGroup + group);
  for (const { name } of listCounterFunctions(layout)) {
    addFunction(name, firstGroup + groups.length);
  }
  const out = new ByteWriter();
  out.u32(entries.length);
  for (const [name, kind, index] of entries) {
    writeName(out, name);
    out.u8(kind);
    out.u32(index);
  }
  return out;
}

function elementSection({ elements, layout }: AllParts): ByteWriter {
  const out = new ByteWriter();
  out.u32(elements.length);
  for (const segment of elements) writeElement(out, segment, layout);
  return out;
}

function writeElement(out: ByteWriter, segment: TableSegment, layout: MeterLayout): void {
  const isExpressions = segment.functions.includes(NULL_FUNCTION);
  out.u8(isExpressions ? ELEMENT_EXPRESSIONS : ELEMENT_FUNCTIONS);
  writeI32(out, segment.offset | 0);
  out.u8(op.END);
  out.u32(segment.functions.length);
  for (const index of segment.functions) {
    if (!isExpressions) {
      out.u32(placeFunction(layout, index));
    } else {
      if (index === NULL_FUNCTION) out.all([op.REF_NULL, TYPE_BYTES[FUNCREF]!]);
      else writeOperator(out, op.REF_FUNC, placeFunction(layout, index));
      out.u8(op.END);
    }
  }
}

function codeSection({ module, layout, bodies, spilled, groups }: AllParts): ByteWriter {
  const out = new ByteWriter(bodies.length + 1024);
  const injected = createInjectedFunctions(layout, module.table !== null);
  const ownCount = module.functionTypes.length - module.imports.length;
  const counters = listCounterFunctions(layout);
  const injectedCount = INJECTED_FUNCTIONS.length + counters.length;
  const added = injectedCount + spilled.innerBodies.length + groups.length;
  out.u32(ownCount + added);
  out.all(bodies);
  for (const name of INJECTED_FUNCTIONS) out.sized(injected[name].body);
  for (const body of spilled.innerBodies) out.all(body);
  for (const body of groups) out.sized(body);
  for (const { body } of counters) out.sized(body);
  return out;
}

function dataSection({ module }: ModuleParts): ByteWriter {
  const out = new ByteWriter(module.sectionLengths[section.SECTION_DATA]);
  out.u32(module.data.length);
  for (const { memoryOffset, start, end } of module.data) {
    out.u8(memoryOffset === null ? 1 : 0);
    if (memoryOffset !== null) writeConstant(out, module.code, memoryOffset);
    out.sized(module.code.subarray(start, end));
  }
  return out;
}
