// What follows an opcode: numbers and indexes of things that must exist. There is at most one
// memory and one table.

import * as op from '../../../base/wasm/wasmOpcodes.ts';
import { FUNC_HEAP_TYPE } from '../format/readValueType.ts';
import { refuse } from '../format/refuse.ts';
import type { TypeCode } from '../format/wasmTypes.ts';
import { readConstant } from '../module/constantExpression.ts';
import { isWide } from '../module/wideGlobals.ts';
import type { FunctionState } from './functionState.ts';
import {
  CONSTANT,
  GET_SHAPES,
  INDEXED,
  INVALID,
  LOCAL,
  MEMORY_ARGUMENT,
  SET_SHAPES,
  SHAPES,
  TEE_SHAPES,
} from './instructionShapes.ts';
import {
  SITE_BYTE,
  SITE_GLOBAL,
  SITE_LOCAL,
  SITE_MEMORY_FILL,
  SITE_MEMORY_GROW,
  SITE_REF_FUNC,
  SITE_REFERENCE,
} from './rewriteSites.ts';
import { TableIsUsed, usesTable } from './tableUse.ts';

/** Reads the immediates and returns the operator's shape, which may depend on them. */
export function readImmediates(state: FunctionState, opcode: number, start: number): number {
  const { reader } = state;
  const shape = SHAPES[opcode]!;
  switch (shape & 7) {
    case LOCAL:
      return variableShape(opcode - op.LOCAL_GET, readLocal(state, start));
    case MEMORY_ARGUMENT:
      if (reader.u32() > ((shape >> 22) & 3) || !state.module.hasMemory) {
        refuse('Deserialization');
      }
      reader.u32();
      return shape;
    case CONSTANT:
      readConstant(reader, opcode);
      return shape;
    default:
      return readIndexed(state, opcode, start);
  }
}

function readIndexed(state: FunctionState, opcode: number, start: number): number {
  if (opcode === op.GLOBAL_GET || opcode === op.GLOBAL_SET) {
    return variableShape(opcode - op.GLOBAL_GET, readGlobal(state, opcode, start));
  }
  const code = opcode === op.PREFIX ? op.PREFIXED + state.reader.u32() : opcode;
  const shape = SHAPES[code] ?? INVALID;
  if ((shape & 7) === INDEXED) readIndexes(state, code, start);
  else if ((shape & 7) === INVALID) refuse('Deserialization');
  return shape;
}

/** `use` is 0 to get, 1 to set and 2 to tee, as the opcodes have it. */
function variableShape(use: number, type: TypeCode): number {
  const shapes = [GET_SHAPES, SET_SHAPES, TEE_SHAPES][use]!;
  return shapes[type]!;
}

function readLocal(state: FunctionState, start: number): TypeCode {
  const { locals, reader } = state;
  const index = reader.u32();
  if (index >= locals.count) refuse('Deserialization');
  if (state.isSpilled && index >= state.signature.params.length) {
    state.sites.add(SITE_LOCAL, start, reader.offset, index);
  }
  return locals.types[index]!;
}

function readGlobal(state: FunctionState, opcode: number, start: number): TypeCode {
  const index = state.reader.u32();
  const global = state.module.globals[index];
  if (global === undefined) refuse('Deserialization');
  if (opcode === op.GLOBAL_SET && !global.isMutable) refuse('Deserialization');
  if (state.hasNarrowGlobals && isWide(global.type)) {
    state.sites.add(SITE_GLOBAL, start, state.reader.offset, index);
  }
  return global.type;
}

function readIndexes(state: FunctionState, opcode: number, start: number): void {
  const { module, reader, sites } = state;
  switch (opcode) {
    case op.MEMORY_SIZE:
    case op.MEMORY_GROW:
      // A longer encoding of 0 passes the reference's validator, but not its compiler.
      if (reader.u8() !== 0 || !module.hasMemory) refuse('Deserialization');
      if (opcode === op.MEMORY_GROW) sites.add(SITE_MEMORY_GROW, start, reader.offset, 0);
      return;
    case op.MEMORY_INIT:
      readDataIndex(state);
      readMemoryIndex(state);
      return;
    case op.DATA_DROP:
      readDataIndex(state);
      return;
    case op.MEMORY_COPY:
      readMemoryIndex(state);
      readMemoryIndex(state);
      return;
    case op.MEMORY_FILL:
      if (reader.u32() !== 0 || !module.hasMemory) refuse('Deserialization');
      sites.add(SITE_MEMORY_FILL, start, reader.offset, 0);
      return;
    case op.REF_FUNC:
      readReference(state, start);
      return;
    default:
      readReferenceUse(state, opcode);
      if (opcode !== op.TABLE_SIZE || state.hasNumberTable) {
        sites.add(SITE_REFERENCE, start, reader.offset, 0);
      }
  }
}

function readReference(state: FunctionState, start: number): void {
  const index = state.reader.u32();
  if (!state.module.referenced.has(index)) refuse('Deserialization');
  state.sites.add(SITE_REF_FUNC, start, state.reader.offset, index);
}

/** Other operators on references and on the table. */
function readReferenceUse(state: FunctionState, opcode: number): void {
  const { reader } = state;
  switch (opcode) {
    case op.REF_IS_NULL:
      return;
    case op.REF_NULL:
      if (reader.u8() !== FUNC_HEAP_TYPE) refuse('Deserialization');
      return;
    case op.TABLE_INIT:
      readElementIndex(state);
      readTableIndex(state);
      break;
    case op.ELEM_DROP:
      readElementIndex(state);
      break;
    case op.TABLE_COPY:
      readTableIndex(state);
      readTableIndex(state);
      break;
    default:
      readTableIndex(state);
  }
  if (usesTable(opcode) && !state.hasNumberTable) throw new TableIsUsed();
}

function readTableIndex(state: FunctionState): void {
  if (state.reader.u32() !== 0 || state.module.table === null) refuse('Deserialization');
}

/** V8 takes only one byte here. */
function readMemoryIndex(state: FunctionState): void {
  const { reader } = state;
  const start = reader.offset;
  if (reader.u32() !== 0 || !state.module.hasMemory) refuse('Deserialization');
  if (reader.offset > start + 1) state.sites.add(SITE_BYTE, start, reader.offset, 0);
}

function readDataIndex(state: FunctionState): void {
  if (state.reader.u32() >= (state.module.dataCount ?? 0)) refuse('Deserialization');
}

function readElementIndex(state: FunctionState): void {
  if (state.reader.u32() >= state.module.elements.length) refuse('Deserialization');
}
