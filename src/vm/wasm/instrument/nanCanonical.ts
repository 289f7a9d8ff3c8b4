// Replaces a NaN result by the one NaN that the reference leaves: V8 keeps the bits of whatever
// operand it liked, and a contract can look at them.

import * as op from '../../../base/wasm/wasmOpcodes.ts';
import type { ByteWriter } from '../format/byteWriter.ts';
import type { TypeCode } from '../format/wasmTypes.ts';
import { F32 } from '../format/wasmTypes.ts';
import { writeOperator } from '../format/writeOperator.ts';
import { HIDES_NAN, SHAPES } from '../walk/instructionShapes.ts';

const CANONICAL_F32 = Uint8Array.of(op.F32_CONST, 0, 0, 0xc0, 0x7f);
const CANONICAL_F64 = Uint8Array.of(op.F64_CONST, 0, 0, 0, 0, 0, 0, 0xf8, 0x7f);

/** Leaves the operand on the stack, or the canonical NaN if it does not equal itself. */
export function writeCanonicalNan(out: ByteWriter, type: TypeCode, scratchLocal: number): void {
  writeOperator(out, op.LOCAL_TEE, scratchLocal);
  out.all(type === F32 ? CANONICAL_F32 : CANONICAL_F64);
  writeOperator(out, op.LOCAL_GET, scratchLocal);
  writeOperator(out, op.LOCAL_GET, scratchLocal);
  out.u8(type === F32 ? op.F32_EQ : op.F64_EQ);
  out.u8(op.SELECT);
}

/** Does the operator at `offset`, which takes the result, treat all NaNs alike? */
export function isNanHiddenBy(bytes: Uint8Array, offset: number): boolean {
  const opcode = bytes[offset]!;
  const isPrefixed = opcode === op.PREFIX;
  // A prefixed operator in a longer encoding is not recognised, which only costs time.
  const shape = SHAPES[isPrefixed ? op.PREFIXED + bytes[offset + 1]! : opcode] ?? 0;
  return (shape & HIDES_NAN) !== 0;
}
