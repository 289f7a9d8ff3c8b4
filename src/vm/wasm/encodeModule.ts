// Writes the instrumented module: the contract's sections with shifted function indexes, the same
// memory for all contracts, the table bounded, custom sections and the start section left out, the
// meter's imports, globals, functions and exports added.

import { utf8ToBytes } from '../../base/bytes/bytes.ts';
import * as op from '../../base/wasm/wasmOpcodes.ts';
import { METER_MODULE } from '../preparedContract.ts';
import { ByteWriter } from './byteWriter.ts';
import { createInjectedFunctions } from './injectedFunctions.ts';
import type { WrittenExpression, WrittenSegment } from './mergeElements.ts';
import { mergeElements } from './mergeElements.ts';
import type { MeterLayout } from './meterLayout.ts';
import {
  INJECTED_FUNCTIONS,
  INJECTED_TYPES,
  injectedTypeIndex,
  placeFunction,
} from './meterLayout.ts';
import type { Methods } from './methodGroups.ts';
import { exportedName, groupName, writeGroups } from './methodGroups.ts';
import { isWide, readHalves } from './narrowGlobals.ts';
import type { PrepareLimits } from './prepareConfig.ts';
import * as section from './sectionIds.ts';
import type { SpilledLocals } from './spilledLocals.ts';
import { writeZero } from './spilledLocals.ts';
import type { WasmModule } from './wasmModule.ts';
import { EXPORT_FUNCTION, EXPORT_MEMORY, NULL_FUNCTION } from './wasmModule.ts';
import type { TypeCode } from './wasmTypes.ts';
import { F64, FUNCREF, I32, NONE, TYPE_BYTES } from './wasmTypes.ts';
import { writeI32 } from './writeOperator.ts';

const FUNCTION_FORM = 0x60;
const HAS_MAX = 1;
/** V8 counts other memories towards its heap: 64 MiB a call would collect garbage at every call. */
const IS_SHARED = 0x02;
const MUTABLE = 1;
const FUNCTION_KIND = 0;
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
  readonly elements: readonly WrittenSegment[];
  readonly groups: readonly Uint8Array[];
};

export function encodeModule(given: ModuleParts): Uint8Array {
  const { module, bodies, layout, methods } = given;
  const elements = mergeElements(module);
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
  const element = elementSection(parts);
  if (element !== null) writeSection(out, section.SECTION_ELEMENT, element);
  if (module.dataCount !== null) {
    const count = new ByteWriter();
    count.u32(module.dataCount);
    writeSection(out, section.SECTION_DATA_COUNT, count);
  }
  writeSection(out, section.SECTION_CODE, codeSection(parts));
  if (module.data.length > 0) writeSection(out, section.SECTION_DATA, dataSection(parts));
  return out.written();
}

function writeSection(out: ByteWriter, id: number, content: ByteWriter): void {
  out.u8(id);
  out.sized(content.written());
}

function writeName(out: ByteWriter, name: string): void {
  out.sized(utf8ToBytes(name));
}

function typeSection({ module }: ModuleParts): ByteWriter {
  const out = new ByteWriter();
  out.u32(module.types.length + INJECTED_TYPES.length);
  for (const { params, result } of module.types) writeType(out, params, result);
  for (const [param, result] of INJECTED_TYPES) {
    writeType(out, param === NONE ? [] : [param], result);
  }
  return out;
}

function writeType(out: ByteWriter, params: Iterable<TypeCode>, result: TypeCode): void {
  const types = [...params];
  out.u8(FUNCTION_FORM);
  out.u32(types.length);
  for (const type of types) out.u8(TYPE_BYTES[type]!);
  out.u32(result === NONE ? 0 : 1);
  if (result !== NONE) out.u8(TYPE_BYTES[result]!);
}

function importSection({ module, layout }: ModuleParts): ByteWriter {
  const out = new ByteWriter();
  const meterImports: readonly [string, TypeCode][] = [
    ['out_of_gas', F64],
    ['stack_overflow', NONE],
  ];
  out.u32(meterImports.length + module.imports.length);
  for (const [name, param] of meterImports) {
    writeName(out, METER_MODULE);
    writeName(out, name);
    out.u8(FUNCTION_KIND);
    out.u32(injectedTypeIndex(layout, param, NONE));
  }
  for (const { name, typeIndex } of module.imports) {
    writeName(out, 'env');
    writeName(out, name);
    out.u8(FUNCTION_KIND);
    out.u32(typeIndex);
  }
  return out;
}

function functionSection({ module, layout, spilled, groups }: AllParts): ByteWriter {
  const out = new ByteWriter();
  const injected = createInjectedFunctions(layout, module.table !== null);
  const defined = module.functionTypes.slice(module.imports.length);
  const added = INJECTED_FUNCTIONS.length + spilled.innerTypes.length + groups.length;
  out.u32(defined.length + added);
  for (const typeIndex of defined) out.u32(typeIndex);
  for (const name of INJECTED_FUNCTIONS) {
    const { param, result } = injected[name];
    out.u32(injectedTypeIndex(layout, param, result));
  }
  for (const typeIndex of spilled.innerTypes) out.u32(typeIndex);
  for (const _ of groups) out.u32(injectedTypeIndex(layout, I32, NONE));
  return out;
}

/** Growing beyond the limit fails on the reference, whatever the contract declared. */
function tableSection({ module, limits }: ModuleParts): ByteWriter {
  const out = new ByteWriter();
  const { min, max } = module.table!;
  const limit = limits.maxElementsPerContractTable;
  out.u32(1);
  out.u8(TYPE_BYTES[FUNCREF]!);
  out.u8(HAS_MAX);
  out.u32(min);
  out.u32(Math.min(max ?? limit, limit));
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
  const upperHalves: number[] = [];
  out.u32(layout.gasGlobal + meterGlobals.length + spilled.globalTypes.length);
  for (const { type, isMutable, init } of module.globals) {
    if (layout.upperHalves !== null && isWide(type) && init.kind === 'bytes') {
      const { lower, upper } = readHalves(module.code.subarray(init.start, init.end));
      writeI32Global(out, lower);
      upperHalves.push(upper);
      continue;
    }
    out.u8(TYPE_BYTES[type]!);
    out.u8(isMutable ? MUTABLE : 0);
    writeExpression(out, module, layout, init);
    if (layout.upperHalves !== null) upperHalves.push(0);
  }
  for (const value of [...upperHalves, ...meterGlobals]) writeI32Global(out, value);
  for (const type of spilled.globalTypes) {
    out.u8(TYPE_BYTES[type]!);
    out.u8(MUTABLE);
    writeZero(out, type);
    out.u8(op.END);
  }
  return out;
}

function writeI32Global(out: ByteWriter, value: number): void {
  out.u8(TYPE_BYTES[I32]!);
  out.u8(MUTABLE);
  out.u8(op.I32_CONST);
  out.i32(value);
  out.u8(op.END);
}

function writeExpression(
  out: ByteWriter,
  module: WasmModule,
  layout: MeterLayout,
  expression: WrittenExpression,
): void {
  if (expression.kind === 'function') {
    out.u8(op.REF_FUNC);
    out.u32(placeFunction(layout, expression.index));
  } else if (expression.kind === 'number') {
    writeI32(out, expression.value);
  } else {
    out.all(module.code.subarray(expression.start, expression.end));
  }
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
  const out = new ByteWriter();
  out.u32(entries.length);
  for (const [name, kind, index] of entries) {
    writeName(out, name);
    out.u8(kind);
    out.u32(index);
  }
  return out;
}

/**
 * A function may be named by `ref.func` only if an export, an element or a global names it as well:
 * where those are omitted, a declarative segment after the others does. Null without segments.
 */
function elementSection(parts: AllParts): ByteWriter | null {
  const { module, elements, methods } = parts;
  const isComplete = elements === module.elements && !methods.isGrouped;
  const segments = isComplete ? elements : [...elements, declareAll(module)];
  if (segments.length === 0) return null;
  const out = new ByteWriter();
  out.u32(segments.length);
  for (const segment of segments) writeElement(out, segment, parts);
  return out;
}

function declareAll({ referenced }: WasmModule): WrittenSegment {
  return {
    mode: 'declarative',
    tableOffset: null,
    hasIndex: false,
    isExpressions: false,
    functions: Int32Array.from(referenced),
  };
}

function writeElement(
  out: ByteWriter,
  segment: WrittenSegment,
  { module, layout }: ModuleParts,
): void {
  const modeBits = { active: 0, passive: 1, declarative: 3 }[segment.mode];
  out.u8(modeBits | (segment.isExpressions ? 4 : 0));
  if (segment.tableOffset !== null) writeExpression(out, module, layout, segment.tableOffset);
  if (modeBits !== 0) out.u8(segment.isExpressions ? TYPE_BYTES[FUNCREF]! : FUNCTION_KIND);
  out.u32(segment.functions.length);
  for (const index of segment.functions) {
    if (!segment.isExpressions) {
      out.u32(placeFunction(layout, index));
    } else if (index === NULL_FUNCTION) {
      out.all([op.REF_NULL, TYPE_BYTES[FUNCREF]!, op.END]);
    } else {
      writeExpression(out, module, layout, { kind: 'function', index });
    }
  }
}

function codeSection({ module, layout, bodies, spilled, groups }: AllParts): ByteWriter {
  const out = new ByteWriter(bodies.length + 1024);
  const injected = createInjectedFunctions(layout, module.table !== null);
  const ownCount = module.functionTypes.length - module.imports.length;
  const added = INJECTED_FUNCTIONS.length + spilled.innerBodies.length + groups.length;
  out.u32(ownCount + added);
  out.all(bodies);
  for (const name of INJECTED_FUNCTIONS) {
    const { local, operators } = injected[name];
    const body = new ByteWriter();
    body.u32(local === NONE ? 0 : 1);
    if (local !== NONE) body.all([1, TYPE_BYTES[local]!]);
    body.all(operators);
    body.u8(op.END);
    out.sized(body.written());
  }
  for (const body of spilled.innerBodies) out.all(body);
  for (const body of groups) out.sized(body);
  return out;
}

function dataSection({ module, layout }: ModuleParts): ByteWriter {
  const out = new ByteWriter(module.sectionLengths[section.SECTION_DATA]);
  out.u32(module.data.length);
  for (const { memoryOffset, start, end } of module.data) {
    out.u8(memoryOffset === null ? 1 : 0);
    if (memoryOffset !== null) writeExpression(out, module, layout, memoryOffset);
    out.sized(module.code.subarray(start, end));
  }
  return out;
}
