// Reads a constant expression. Without extended constants and imported globals, the only valid ones
// are a single constant or reference and `end`.

import * as op from '../../../base/wasm/wasmOpcodes.ts';
import type { ByteReader } from '../format/byteReader.ts';
import { FUNC_HEAP_TYPE } from '../format/readValueType.ts';
import { refuse } from '../format/refuse.ts';
import type { TypeCode } from '../format/wasmTypes.ts';
import { F32, F64, FUNCREF, I32, I64 } from '../format/wasmTypes.ts';
import type { ConstantExpression, WasmModule } from './wasmModule.ts';

const F32_BYTES = 4;
const F64_BYTES = 8;

export function readConstantExpression(
  reader: ByteReader,
  module: WasmModule,
  expected: TypeCode,
): ConstantExpression {
  const start = reader.offset;
  const opcode = reader.u8();
  if (opcode === op.REF_FUNC) {
    const index = reader.u32();
    if (expected !== FUNCREF || index >= module.functionTypes.length) refuse('Deserialization');
    module.referenced.add(index);
    readEnd(reader);
    return { kind: 'function', index };
  }
  if (readConstant(reader, opcode) !== expected) refuse('Deserialization');
  const end = reader.offset;
  readEnd(reader);
  return { kind: 'bytes', start, end };
}

/** Reads what follows the opcode of a constant and returns its type. */
export function readConstant(reader: ByteReader, opcode: number): TypeCode {
  switch (opcode) {
    case op.I32_CONST:
      reader.i32();
      return I32;
    case op.I64_CONST:
      reader.skipI64();
      return I64;
    case op.F32_CONST:
      reader.skip(F32_BYTES);
      return F32;
    case op.F64_CONST:
      reader.skip(F64_BYTES);
      return F64;
    case op.REF_NULL:
      if (reader.u8() !== FUNC_HEAP_TYPE) refuse('Deserialization');
      return FUNCREF;
    default:
      return refuse('Deserialization');
  }
}

function readEnd(reader: ByteReader): void {
  if (reader.u8() !== op.END) refuse('Deserialization');
}
