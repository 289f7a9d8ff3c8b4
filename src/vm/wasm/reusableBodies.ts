// Rewrites the function bodies of a prepared module for an instance that serves many calls: every
// access to memory goes through functions that check it against the size that the contract sees,
// and record what is written. All other operators are copied.

import * as op from '../../base/wasm/wasmOpcodes.ts';
import { ByteReader } from './byteReader.ts';
import { ByteWriter } from './byteWriter.ts';
import {
  ACCESS_BYTES,
  FIRST_STORE,
  LAST_STORE,
  type ReusableFunctions,
} from './reusableFunctions.ts';
import { writeI32, writeOperator } from './writeOperator.ts';
import { writeSized } from './writeSized.ts';

/** Bodies get longer by about this factor; a wrong estimate only costs a copy. */
const GROWTH = 2;
const FIRST_LOAD = 0x28;

/** Thrown for an operator that changes what a reset cannot restore, such as a table. */
export class NotReusable extends Error {}

/** The content of the code section, from the number of functions on, with `added` behind it. */
export function rewriteBodies(
  code: Uint8Array,
  functions: ReusableFunctions,
  added: readonly Uint8Array[],
): Uint8Array {
  const reader = new ByteReader(code);
  const count = reader.u32();
  const out = new ByteWriter(code.length * GROWTH);
  out.u32(count + added.length);
  for (let index = 0; index < count; index++) {
    const end = reader.u32() + reader.offset;
    writeSized(out, () => rewriteBody(out, new ByteReader(code, reader.offset, end), functions));
    reader.offset = end;
  }
  for (const body of added) out.sized(body);
  return out.written();
}

function rewriteBody(out: ByteWriter, reader: ByteReader, functions: ReusableFunctions): void {
  let copied = reader.offset;
  for (let groups = reader.u32(); groups > 0; groups--) {
    reader.u32();
    reader.u8();
  }
  while (!reader.isAtEnd()) {
    const start = reader.offset;
    const opcode = readOpcode(reader);
    if (opcode < FIRST_LOAD || (opcode > op.MEMORY_GROW && opcode < op.PREFIXED)) {
      skipImmediates(reader, opcode);
    } else if (needsRewriting(opcode)) {
      out.all(reader.bytes.subarray(copied, start));
      rewrite(out, reader, opcode, functions);
      copied = reader.offset;
    } else if (opcode === op.TABLE_SIZE) {
      reader.u32();
    }
  }
  out.all(reader.bytes.subarray(copied, reader.end));
}

function readOpcode(reader: ByteReader): number {
  const opcode = reader.u8();
  return opcode === op.PREFIX ? op.PREFIXED + reader.u32() : opcode;
}

/** Of the operators on memory and behind the prefix: truncations and `table.size` stay. */
function needsRewriting(opcode: number): boolean {
  return opcode < op.PREFIXED || (opcode >= op.MEMORY_INIT && opcode !== op.TABLE_SIZE);
}

function rewrite(
  out: ByteWriter,
  reader: ByteReader,
  opcode: number,
  functions: ReusableFunctions,
): void {
  switch (opcode) {
    case op.MEMORY_SIZE:
      reader.u8();
      writeOperator(out, op.CALL, functions.pages);
      return;
    case op.MEMORY_GROW:
      reader.u8();
      writeOperator(out, op.CALL, functions.grow);
      return;
    case op.MEMORY_FILL:
      reader.u8();
      writeOperator(out, op.CALL, functions.fill);
      return;
    case op.MEMORY_COPY:
      reader.skip(2);
      writeOperator(out, op.CALL, functions.copy);
      return;
    default:
      if (opcode > LAST_STORE) throw new NotReusable();
      rewriteAccess(out, reader, opcode, functions);
  }
}

function rewriteAccess(
  out: ByteWriter,
  reader: ByteReader,
  opcode: number,
  functions: ReusableFunctions,
): void {
  const alignment = reader.u32();
  writeI32(out, reader.u32() | 0);
  if (opcode >= FIRST_STORE) {
    writeOperator(out, op.CALL, functions.stores + opcode - FIRST_STORE);
    return;
  }
  writeI32(out, ACCESS_BYTES[opcode] as number);
  writeOperator(out, op.CALL, functions.locate);
  writeOperator(out, opcode, alignment);
  out.u8(0);
}

/** Skips what follows an operator that is neither prefixed nor on memory. */
function skipImmediates(reader: ByteReader, opcode: number): void {
  switch (opcode) {
    case op.BLOCK:
    case op.LOOP:
    case op.IF:
    case op.I64_CONST:
      reader.skipI64();
      return;
    case op.BR_TABLE:
      for (let labels = reader.u32(); labels >= 0; labels--) reader.u32();
      return;
    case op.CALL_INDIRECT:
      reader.u32();
      reader.u32();
      return;
    case op.SELECT_TYPED:
      reader.skip(reader.u32());
      return;
    case op.TABLE_SET:
      throw new NotReusable();
    case op.BR:
    case op.BR_IF:
    case op.CALL:
    case op.LOCAL_GET:
    case op.LOCAL_SET:
    case op.LOCAL_TEE:
    case op.GLOBAL_GET:
    case op.GLOBAL_SET:
    case op.TABLE_GET:
    case op.REF_FUNC:
      reader.u32();
      return;
    case op.I32_CONST:
      reader.i32();
      return;
    case op.F32_CONST:
      reader.skip(4);
      return;
    case op.F64_CONST:
      reader.skip(8);
      return;
    case op.REF_NULL:
      reader.u8();
  }
}
