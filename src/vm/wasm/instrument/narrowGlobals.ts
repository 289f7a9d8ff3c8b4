// Whenever V8 makes an instance, it evaluates the initial values of i64 and float globals one by
// one, 2 µs each, and no gas pays for that. Where there are many of them, the values are kept in
// i32 globals instead: 64 bits in two of them, and floats by their bits.

import * as op from '../../../base/wasm/wasmOpcodes.ts';
import type { ByteWriter } from '../format/byteWriter.ts';
import type { TypeCode } from '../format/wasmTypes.ts';
import { F32, F64, I64 } from '../format/wasmTypes.ts';
import { writeOperator } from '../format/writeOperator.ts';

const HALF_BITS = 32;
const F32_BYTES = 4;
const F64_BYTES = 8;

/** A value of a type, in one i32 global or in two. Other types have one global of their own. */
export type PlacedGlobal = {
  readonly type: TypeCode;
  readonly lower: number;
  /** Of 64 bits; otherwise it does not matter. */
  readonly upper: number;
};

export function hasUpperHalf(type: TypeCode): boolean {
  return type === I64 || type === F64;
}

export function writeGet(out: ByteWriter, { type, lower, upper }: PlacedGlobal): void {
  writeOperator(out, op.GLOBAL_GET, lower);
  if (hasUpperHalf(type)) {
    out.u8(op.I64_EXTEND_I32_U);
    writeOperator(out, op.GLOBAL_GET, upper);
    out.u8(op.I64_EXTEND_I32_U);
    out.u8(op.I64_CONST);
    out.i32(HALF_BITS);
    out.u8(op.I64_SHL);
    out.u8(op.I64_OR);
  }
  if (type === F32) out.u8(op.F32_REINTERPRET_I32);
  if (type === F64) out.u8(op.F64_REINTERPRET_I64);
}

/** The part of the meter's layout that takes a number apart. */
type Splitting = {
  readonly functions: { readonly splitI64: number };
  readonly upperGlobal: number;
};

export function writeSet(
  out: ByteWriter,
  { type, lower, upper }: PlacedGlobal,
  { functions, upperGlobal }: Splitting,
): void {
  if (type === F32) out.u8(op.I32_REINTERPRET_F32);
  if (type === F64) out.u8(op.I64_REINTERPRET_F64);
  if (hasUpperHalf(type)) writeOperator(out, op.CALL, functions.splitI64);
  writeOperator(out, op.GLOBAL_SET, lower);
  if (!hasUpperHalf(type)) return;
  writeOperator(out, op.GLOBAL_GET, upperGlobal);
  writeOperator(out, op.GLOBAL_SET, upper);
}

/** The halves of a constant, which starts with its opcode. */
export function readHalves(code: Uint8Array): { readonly lower: number; readonly upper: number } {
  const bits = readBits(code);
  const half = (value: bigint) => Number(BigInt.asIntN(HALF_BITS, value));
  return { lower: half(bits), upper: half(bits >> BigInt(HALF_BITS)) };
}

function readBits(code: Uint8Array): bigint {
  const view = new DataView(code.buffer, code.byteOffset, code.byteLength);
  if (code.length === 1 + F32_BYTES && code[0] === op.F32_CONST) {
    return BigInt(view.getUint32(1, true));
  }
  if (code.length === 1 + F64_BYTES && code[0] === op.F64_CONST) return view.getBigUint64(1, true);
  let bits = 0n;
  for (let index = 1; index < code.length; index++) {
    bits |= BigInt(code[index]! & 0x7f) << BigInt(7 * (index - 1));
  }
  const isNegative = (code.at(-1)! & 0x40) !== 0;
  return isNegative ? bits - (1n << BigInt(7 * (code.length - 1))) : bits;
}
