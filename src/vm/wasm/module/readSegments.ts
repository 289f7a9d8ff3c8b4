// Reads and validates element and data segments.

import type { ByteReader } from '../format/byteReader.ts';
import { readValueType } from '../format/readValueType.ts';
import { refuse } from '../format/refuse.ts';
import { FUNCREF, I32 } from '../format/wasmTypes.ts';
import { readConstantExpression } from './constantExpression.ts';
import type { ElementSegment, WasmModule } from './wasmModule.ts';
import { NULL_FUNCTION } from './wasmModule.ts';

const SEGMENTS_MAX = 100_000;
const ENTRIES_MAX = 10_000_000;

// Bits of an element segment's flags.
const IS_NOT_ACTIVE = 1;
const HAS_INDEX_OR_IS_DECLARATIVE = 2;
const HAS_EXPRESSIONS = 4;
const FLAGS_MAX = 7;

const DATA_PASSIVE = 1;
const DATA_ACTIVE_INDEXED = 2;

export function readElements(reader: ByteReader, module: WasmModule, count: number): void {
  if (count > SEGMENTS_MAX) refuse('Deserialization');
  for (let index = 0; index < count; index++) module.elements.push(readElement(reader, module));
}

function readElement(reader: ByteReader, module: WasmModule): ElementSegment {
  const flags = reader.u32();
  if (flags > FLAGS_MAX) refuse('Deserialization');
  const isActive = (flags & IS_NOT_ACTIVE) === 0;
  const hasIndex = isActive && (flags & HAS_INDEX_OR_IS_DECLARATIVE) !== 0;
  const isExpressions = (flags & HAS_EXPRESSIONS) !== 0;
  if (hasIndex && reader.u32() !== 0) refuse('Deserialization');
  if (isActive && module.table === null) refuse('Deserialization');
  const tableOffset = isActive ? readConstantExpression(reader, module, I32) : null;
  if ((flags & (IS_NOT_ACTIVE | HAS_INDEX_OR_IS_DECLARATIVE)) !== 0) {
    if (isExpressions && readValueType(reader) !== FUNCREF) refuse('Deserialization');
    if (!isExpressions && reader.u8() !== 0) refuse('Deserialization');
  }
  const mode = isActive
    ? 'active'
    : (flags & HAS_INDEX_OR_IS_DECLARATIVE) !== 0
      ? 'declarative'
      : 'passive';
  return {
    mode,
    tableOffset,
    hasIndex,
    isExpressions,
    functions: readEntries(reader, module, isExpressions),
  };
}

function readEntries(reader: ByteReader, module: WasmModule, isExpressions: boolean): Int32Array {
  const count = reader.u32();
  // Each entry takes at least a byte, so a wrong count cannot make us allocate much.
  if (count > ENTRIES_MAX || count > reader.end - reader.offset) refuse('Deserialization');
  const functions = new Int32Array(count);
  for (let index = 0; index < count; index++) {
    if (isExpressions) {
      const expression = readConstantExpression(reader, module, FUNCREF);
      functions[index] = expression.kind === 'function' ? expression.index : NULL_FUNCTION;
    } else {
      const target = reader.u32();
      if (target >= module.functionTypes.length) refuse('Deserialization');
      module.referenced.add(target);
      functions[index] = target;
    }
  }
  return functions;
}

export function readDataCount(module: WasmModule, count: number): void {
  if (count > SEGMENTS_MAX) refuse('Deserialization');
  module.dataCount = count;
}

export function readData(reader: ByteReader, module: WasmModule, count: number): void {
  if (count > SEGMENTS_MAX) refuse('Deserialization');
  for (let index = 0; index < count; index++) {
    const flags = reader.u32();
    if (flags > DATA_ACTIVE_INDEXED) refuse('Deserialization');
    if (flags === DATA_ACTIVE_INDEXED && reader.u32() !== 0) refuse('Deserialization');
    const isActive = flags !== DATA_PASSIVE;
    if (isActive && !module.hasMemory) refuse('Deserialization');
    const memoryOffset = isActive ? readConstantExpression(reader, module, I32) : null;
    const length = reader.u32();
    const start = reader.offset;
    reader.skip(length);
    module.data.push({ memoryOffset, start, end: reader.offset });
  }
}
