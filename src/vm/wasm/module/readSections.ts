// Reads and validates the sections before the segments and the code. The checks of each section are
// in the reference's order, because the first one that fails decides. The count at the start of
// every section has already been read.

import { bytesKey, bytesToUtf8 } from '../../../base/bytes/bytes.ts';
import type { ByteReader } from '../format/byteReader.ts';
import { readValueType } from '../format/readValueType.ts';
import { refuse } from '../format/refuse.ts';
import type { TypeCode } from '../format/wasmTypes.ts';
import { FUNCREF, NONE } from '../format/wasmTypes.ts';
import { readConstantExpression } from './constantExpression.ts';
import type { PrepareLimits } from './prepareConfig.ts';
import type { ModuleTable, WasmModule } from './wasmModule.ts';
import { EXPORT_FUNCTION, EXPORT_GLOBAL, EXPORT_MEMORY, EXPORT_TABLE } from './wasmModule.ts';

// Bounds of the reference's validator, beyond those of the protocol.
const ITEMS_MAX = 1_000_000;
const PARAMS_MAX = 1_000;
const TABLES_MAX = 100;
const MEMORY_PAGES_MAX = 65_536;
const TYPE_SIZE_MAX = 1_000_000;

const FUNCTION_FORM = 0x60;
const FINAL_FORM = 0x4f;
const HAS_MAX = 1;

const IMPORT_FUNCTION = 0;
const IMPORT_TABLE = 1;
const IMPORT_MEMORY = 2;
const IMPORT_GLOBAL = 3;

function checkCount(count: number, max = ITEMS_MAX): void {
  if (count > max) refuse('Deserialization');
}

function readLength(reader: ByteReader, max: number): number {
  const length = reader.u32();
  checkCount(length, max);
  return length;
}

export function readSectionEnd(reader: ByteReader): void {
  if (!reader.isAtEnd()) refuse('Deserialization');
}

export function readTypes(reader: ByteReader, module: WasmModule, count: number): void {
  for (let index = 0; index < count; index++) {
    let form = reader.u8();
    // A final type without a supertype is the same as the type alone.
    if (form === FINAL_FORM && reader.u32() === 0) form = reader.u8();
    if (form !== FUNCTION_FORM) refuse('Deserialization');
    const params = new Uint8Array(readLength(reader, PARAMS_MAX));
    for (let param = 0; param < params.length; param++) params[param] = readValueType(reader);
    const result = readLength(reader, 1) === 0 ? NONE : readValueType(reader);
    module.types.push({ params, result });
  }
}

/** What an import is; table, memory and global are refused once the whole section is valid. */
type ImportKind = { readonly isEnv: boolean; readonly kind: number };

/** Returns what is left of the contract's budget of functions. */
export function readImports(
  reader: ByteReader,
  module: WasmModule,
  count: number,
  limits: PrepareLimits,
): number {
  const kinds: ImportKind[] = [];
  checkCount(count);
  for (let index = 0; index < count; index++) {
    const isEnv = bytesToUtf8(reader.name()) === 'env';
    const name = bytesToUtf8(reader.name());
    const kind = reader.u8();
    if (kind === IMPORT_FUNCTION) {
      const typeIndex = readTypeIndex(reader, module);
      module.imports.push({ name, typeIndex });
      module.functionTypes.push(typeIndex);
    } else {
      readOtherImport(reader, kind);
    }
    kinds.push({ isEnv, kind });
  }
  checkTypeSize(module);
  readSectionEnd(reader);
  return checkImports(kinds, limits);
}

function readOtherImport(reader: ByteReader, kind: number): void {
  if (kind === IMPORT_TABLE) readTableType(reader);
  else if (kind === IMPORT_MEMORY) readMemoryType(reader);
  else if (kind === IMPORT_GLOBAL) readGlobalType(reader);
  else refuse('Deserialization');
}

function checkImports(kinds: readonly ImportKind[], limits: PrepareLimits): number {
  if (kinds.filter(({ kind }) => kind === IMPORT_MEMORY).length > 1) refuse('Deserialization');
  if (kinds.filter(({ kind }) => kind === IMPORT_TABLE).length > TABLES_MAX) {
    refuse('Deserialization');
  }
  let functionBudget = limits.maxFunctionsNumberPerContract;
  for (const { isEnv, kind } of kinds) {
    if (!isEnv) refuse('Instantiate');
    if (kind === IMPORT_MEMORY) refuse('Memory');
    if (kind !== IMPORT_FUNCTION) refuse('Instantiate');
    if (--functionBudget < 0) refuse('TooManyFunctions');
  }
  return functionBudget;
}

function readTypeIndex(reader: ByteReader, module: WasmModule): number {
  const typeIndex = reader.u32();
  if (typeIndex >= module.types.length) refuse('Deserialization');
  return typeIndex;
}

export function readFunctions(reader: ByteReader, module: WasmModule, count: number): void {
  checkCount(count, ITEMS_MAX - module.functionTypes.length);
  for (let index = 0; index < count; index++) {
    module.functionTypes.push(readTypeIndex(reader, module));
  }
}

export function readTables(
  reader: ByteReader,
  module: WasmModule,
  count: number,
  limits: PrepareLimits,
): void {
  checkCount(count, TABLES_MAX);
  const tables: ModuleTable[] = [];
  for (let index = 0; index < count; index++) tables.push(readTableType(reader));
  readSectionEnd(reader);
  if (count > limits.maxTablesPerContract) refuse('TooManyTables');
  for (const table of tables) {
    if (table.min > limits.maxElementsPerContractTable) refuse('TooManyTableElements');
    module.table = table;
  }
}

function readTableType(reader: ByteReader): ModuleTable {
  if (readValueType(reader) !== FUNCREF) refuse('Deserialization');
  return readLimits(reader);
}

function readLimits(reader: ByteReader): ModuleTable {
  const flags = reader.u8();
  // The other flags mean shared, 64 bits, or a page size of its own.
  if (flags > HAS_MAX) refuse('Deserialization');
  const min = reader.u32();
  const max = flags === HAS_MAX ? reader.u32() : null;
  if (max !== null && min > max) refuse('Deserialization');
  return { min, max };
}

/** The contract's memory type is checked and forgotten: every contract gets the same memory. */
export function readMemories(reader: ByteReader, module: WasmModule, count: number): void {
  checkCount(count, 1);
  if (count === 0) return;
  readMemoryType(reader);
  module.hasMemory = true;
}

function readMemoryType(reader: ByteReader): void {
  const { min, max } = readLimits(reader);
  if (min > MEMORY_PAGES_MAX || (max ?? 0) > MEMORY_PAGES_MAX) refuse('Deserialization');
}

export function readGlobals(reader: ByteReader, module: WasmModule, count: number): void {
  checkCount(count);
  for (let index = 0; index < count; index++) {
    const { type, isMutable } = readGlobalType(reader);
    module.globals.push({ type, isMutable, init: readConstantExpression(reader, module, type) });
  }
}

function readGlobalType(reader: ByteReader): { type: TypeCode; isMutable: boolean } {
  const type = readValueType(reader);
  const mutability = reader.u8();
  if (mutability > 1) refuse('Deserialization');
  return { type, isMutable: mutability === 1 };
}

export function readExports(reader: ByteReader, module: WasmModule, count: number): void {
  const names = new Set<string>();
  checkCount(count);
  for (let index = 0; index < count; index++) {
    const name = reader.name();
    const kind = reader.u8();
    const target = reader.u32();
    if (target >= countOf(module, kind)) refuse('Deserialization');
    if (kind === EXPORT_FUNCTION) module.referenced.add(target);
    names.add(bytesKey(name));
    if (names.size === index) refuse('Deserialization');
    module.exports.push({ name, kind, index: target });
  }
  checkTypeSize(module);
}

function countOf(module: WasmModule, kind: number): number {
  if (kind === EXPORT_FUNCTION) return module.functionTypes.length;
  if (kind === EXPORT_TABLE) return module.table === null ? 0 : 1;
  if (kind === EXPORT_MEMORY) return module.hasMemory ? 1 : 0;
  return kind === EXPORT_GLOBAL ? module.globals.length : 0;
}

/** The reference bounds the sum of the sizes of all imported and exported types. */
function checkTypeSize(module: WasmModule): void {
  let size = 0;
  const sizeOf = (typeIndex: number): number => {
    const { params, result } = module.types[typeIndex]!;
    return 1 + params.length + (result === NONE ? 0 : 1);
  };
  for (const { typeIndex } of module.imports) size += sizeOf(typeIndex);
  for (const { kind, index } of module.exports) {
    size += kind === EXPORT_FUNCTION ? sizeOf(module.functionTypes[index]!) : 1;
  }
  if (size >= TYPE_SIZE_MAX) refuse('Deserialization');
}

export function readStart(module: WasmModule, index: number): void {
  const typeIndex = module.functionTypes[index];
  if (typeIndex === undefined) refuse('Deserialization');
  const { params, result } = module.types[typeIndex]!;
  if (params.length > 0 || result !== NONE) refuse('Deserialization');
  module.start = index;
}
