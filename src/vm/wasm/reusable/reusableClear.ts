// How a reset of a reusable module clears what was written.

import * as op from '../../../base/wasm/wasmOpcodes.ts';
import type { Emit } from '../format/addedFunction.ts';
import { NONE, TYPE_BYTES } from '../format/wasmTypes.ts';
import type { ReusableLayout } from './reusableLayout.ts';

const MEMORY_0 = 0;
const EMPTY_BLOCK = TYPE_BYTES[NONE]!;
/** Of memory, and granules whose marks are looked at together. */
export const WORD_BYTES = 8;
/** Four marks of the map. */
const ALL_WRITTEN = 0x01010101;
/** What is longer is cleared by V8's function, a call of which takes 0.1 µs. */
const INLINE_BYTES_MAX = 512;

/** What is restored of a granule without initial content. */
export function clearGranule(emit: Emit, { restoredBytes }: ReusableLayout, start: number): void {
  if (restoredBytes > INLINE_BYTES_MAX) {
    emit(op.LOCAL_GET, start);
    emit(op.I32_CONST, 0);
    emit(op.I32_CONST, restoredBytes);
    emit(op.MEMORY_FILL, MEMORY_0);
    return;
  }
  for (let offset = 0; offset < restoredBytes; offset += WORD_BYTES) {
    emit(op.LOCAL_GET, start);
    emit(op.I64_CONST, 0);
    emit(op.I64_STORE, 0, offset);
  }
}

/** Clears the written ones of eight granules, by a local with the first; if all were, at once. */
export function clearWord(
  emit: Emit,
  { dirty, granuleShift, restoredBytes }: ReusableLayout,
  { granule, restore }: { readonly granule: number; readonly restore: number },
): void {
  emit(op.LOCAL_GET, granule);
  emit(op.I32_LOAD, 0, dirty);
  emit(op.LOCAL_GET, granule);
  emit(op.I32_LOAD, 0, dirty + WORD_BYTES / 2);
  emit(op.I32_AND);
  emit(op.I32_CONST, ALL_WRITTEN);
  emit(op.I32_EQ);
  emit(op.IF, EMPTY_BLOCK);
  emit(op.LOCAL_GET, granule);
  emit(op.I64_CONST, 0);
  emit(op.I64_STORE, 0, dirty);
  emit(op.LOCAL_GET, granule);
  emit(op.I32_CONST, granuleShift);
  emit(op.I32_SHL);
  emit(op.I32_CONST, 0);
  emit(op.I32_CONST, ((WORD_BYTES - 1) << granuleShift) + restoredBytes);
  emit(op.MEMORY_FILL, MEMORY_0);
  emit(op.ELSE);
  for (let index = 0; index < WORD_BYTES; index++) {
    emit(op.LOCAL_GET, granule);
    emit(op.I32_LOAD8_U, 0, dirty + index);
    emit(op.IF, EMPTY_BLOCK);
    emit(op.LOCAL_GET, granule);
    emit(op.I32_CONST, index);
    emit(op.I32_ADD);
    emit(op.CALL, restore);
    emit(op.END);
  }
  emit(op.END);
}
