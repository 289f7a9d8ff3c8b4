// Functions that are added to a module, written operator by operator.

import * as op from '../../../base/wasm/wasmOpcodes.ts';
import { ByteWriter } from './byteWriter.ts';
import type { TypeCode } from './wasmTypes.ts';
import { NONE, TYPE_BYTES } from './wasmTypes.ts';

export type AddedFunction = {
  readonly params: readonly TypeCode[];
  readonly result: TypeCode;
  /** With its locals, without its length. */
  readonly body: Uint8Array;
};

export type Emit = (opcode: number, ...immediates: number[]) => void;

type Types = {
  readonly params?: readonly TypeCode[];
  readonly result?: TypeCode;
  readonly locals?: readonly TypeCode[];
};

export function defineFunction(
  types: Types,
  write: (emit: Emit, out: ByteWriter) => void,
): AddedFunction {
  const { params = [], result = NONE, locals = [] } = types;
  const out = new ByteWriter();
  out.u32(locals.length);
  for (const type of locals) out.all([1, TYPE_BYTES[type]!]);
  const emit: Emit = (opcode, ...immediates) => {
    if (opcode >= op.PREFIXED) {
      out.u8(op.PREFIX);
      out.u32(opcode - op.PREFIXED);
    } else {
      out.u8(opcode);
    }
    const isConstant = opcode === op.I32_CONST || opcode === op.I64_CONST;
    for (const immediate of immediates) isConstant ? out.i32(immediate) : out.u32(immediate);
  };
  write(emit, out);
  out.u8(op.END);
  return { params, result, body: out.written() };
}
