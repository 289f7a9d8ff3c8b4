// Splits a `br_table` with many targets into several, tried one after the other. The reference
// takes twice as many targets as V8, and the time of V8's optimising compiler grows with their
// square: minutes for the largest tables.

import * as op from '../../../base/wasm/wasmOpcodes.ts';
import type { ByteReader } from '../format/byteReader.ts';
import type { ByteWriter } from '../format/byteWriter.ts';
import type { TypeCode } from '../format/wasmTypes.ts';
import { NONE, TYPE_BYTES } from '../format/wasmTypes.ts';
import { writeI32, writeOperator } from '../format/writeOperator.ts';
import { BR_TABLE_PART } from '../walk/rewriteSites.ts';
import type { MeterLayout } from './meterLayout.ts';
import { injectedTypeIndex } from './meterLayout.ts';

/** `reader` is at the operator; `labelType` is the value that the branch carries, if any. */
export function writeSplitBrTable(
  out: ByteWriter,
  reader: ByteReader,
  labelType: TypeCode,
  layout: MeterLayout,
): void {
  reader.u8();
  const count = reader.u32();
  const targets = new Uint32Array(count + 1);
  for (let index = 0; index <= count; index++) targets[index] = reader.u32();
  const getIndex = (): void => writeOperator(out, op.GLOBAL_GET, layout.calleeGlobal);
  const setIndex = (): void => writeOperator(out, op.GLOBAL_SET, layout.calleeGlobal);
  setIndex();
  let first = 0;
  for (; count - first > BR_TABLE_PART; first += BR_TABLE_PART) {
    getIndex();
    writeI32(out, BR_TABLE_PART);
    out.u8(op.I32_LT_U);
    out.u8(op.IF);
    if (labelType === NONE) out.u8(TYPE_BYTES[NONE]!);
    else out.i32(injectedTypeIndex(layout, [labelType], labelType));
    getIndex();
    const part = targets.subarray(first, first + BR_TABLE_PART);
    // The `if` is one more block around; its own default is never reached.
    writeBrTable(out, part, targets[count]!, 1);
    out.u8(op.END);
    getIndex();
    writeI32(out, BR_TABLE_PART);
    out.u8(op.I32_SUB);
    setIndex();
  }
  getIndex();
  writeBrTable(out, targets.subarray(first, count), targets[count]!, 0);
}

function writeBrTable(
  out: ByteWriter,
  targets: Uint32Array,
  fallback: number,
  depth: number,
): void {
  out.u8(op.BR_TABLE);
  out.u32(targets.length);
  for (const target of targets) out.u32(target + depth);
  out.u32(fallback + depth);
}
