// Which globals are narrowed (`narrowGlobals.ts` says why and how).

import { F32, F64, I64, type TypeCode } from '../format/wasmTypes.ts';
import type { WasmModule } from './wasmModule.ts';

/** With fewer of them, the globals of a contract stay as they are. */
const NARROWED_MIN = 200;

export function isWide(type: TypeCode): boolean {
  return type === I64 || type === F32 || type === F64;
}

export function hasNarrowGlobals({ globals }: WasmModule): boolean {
  let count = 0;
  for (const { type } of globals) if (isWide(type)) count++;
  return count >= NARROWED_MIN;
}
