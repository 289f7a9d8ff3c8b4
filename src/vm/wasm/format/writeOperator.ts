// Operators with an immediate, as the code that preparation adds has them.

import { I32_CONST } from '../../../base/wasm/wasmOpcodes.ts';
import type { ByteWriter } from './byteWriter.ts';

/** An operator with an index, or any other unsigned number. */
export function writeOperator(out: ByteWriter, opcode: number, immediate: number): void {
  out.u8(opcode);
  out.u32(immediate);
}

export function writeI32(out: ByteWriter, value: number): void {
  out.u8(I32_CONST);
  out.i32(value);
}
