// How methods can be called from outside. V8 makes an object for each export of an instance, at
// every call of the contract: with thousands of them that takes longer than the call. So beyond a
// few, functions are not exported themselves, but called by one function for each hundred of them,
// which takes the number of the method.

import * as op from '../../../base/wasm/wasmOpcodes.ts';
import type { MethodPlace } from '../../contractMethods.ts';
import { ByteWriter } from '../format/byteWriter.ts';
import { NONE, TYPE_BYTES } from '../format/wasmTypes.ts';
import { writeI32, writeOperator } from '../format/writeOperator.ts';
import type { WasmModule } from '../module/wasmModule.ts';
import { EXPORT_FUNCTION } from '../module/wasmModule.ts';
import type { MeterLayout } from './meterLayout.ts';
import { placeFunction } from './meterLayout.ts';

const EXPORTED_MAX = 100;
const GROUP_SIZE = 100;

export type Methods = {
  readonly isGrouped: boolean;
  /** Of a function of the contract: its index, or in groups its number; null if it has none. */
  placeOf(functionIndex: number): number | null;
  /** Functions of the contract: those that are exported, or those in the groups in their order. */
  readonly functions: readonly number[];
};

export function arrangeMethods(module: WasmModule): Methods {
  const exported = new Set<number>();
  for (const { kind, index } of module.exports) if (kind === EXPORT_FUNCTION) exported.add(index);
  const isPlain = (index: number) => {
    const { params, result } = module.types[module.functionTypes[index]!]!;
    return params.length === 0 && result === NONE;
  };
  if (exported.size <= EXPORTED_MAX) {
    const placeOf = (index: number) => (isPlain(index) ? index : null);
    return { isGrouped: false, placeOf, functions: [...exported] };
  }
  const functions = [...exported].filter(isPlain);
  const numbers = new Map(functions.map((index, number) => [index, number]));
  return { isGrouped: true, placeOf: (index) => numbers.get(index) ?? null, functions };
}

export function exportedName(functionIndex: number): string {
  return `f${functionIndex}`;
}

export function groupName(group: number): string {
  return `group${group}`;
}

export function findMethodPlace(place: number, isGrouped: boolean): MethodPlace {
  return isGrouped
    ? { wasmName: groupName(Math.floor(place / GROUP_SIZE)), argument: place % GROUP_SIZE }
    : { wasmName: exportedName(place), argument: 0 };
}

/** The bodies of the functions that call the methods of each group. */
export function writeGroups({ isGrouped, functions }: Methods, layout: MeterLayout): Uint8Array[] {
  const bodies: Uint8Array[] = [];
  if (!isGrouped) return bodies;
  for (let start = 0; start < functions.length; start += GROUP_SIZE) {
    const out = new ByteWriter();
    out.u32(0);
    writeChoice(out, functions.slice(start, start + GROUP_SIZE), 0, layout);
    out.u8(op.END);
    bodies.push(out.written());
  }
  return bodies;
}

/** Calls one of the functions, whose numbers begin with `first`, by halving them. */
function writeChoice(
  out: ByteWriter,
  functions: readonly number[],
  first: number,
  layout: MeterLayout,
): void {
  if (functions.length === 1) {
    writeOperator(out, op.CALL, placeFunction(layout, functions[0]!));
    return;
  }
  const half = functions.length >> 1;
  writeOperator(out, op.LOCAL_GET, 0);
  writeI32(out, first + half);
  out.u8(op.I32_LT_U);
  out.u8(op.IF);
  out.u8(TYPE_BYTES[NONE]!);
  writeChoice(out, functions.slice(0, half), first, layout);
  out.u8(op.ELSE);
  writeChoice(out, functions.slice(half), first + half, layout);
  out.u8(op.END);
}
