// Element segments that fill the table at every call of the contract. V8 takes 60 ns for an entry,
// and segments may write to the same places again and again; what counts is what is written last.
// Segments that write more than the table holds, and large numbers of them, are merged: what is
// left are as few entries as the table has. Code that could name a segment has a table of numbers
// (`numberTable.ts`), so those that do not fill the table are left out.

import { ByteReader } from '../format/byteReader.ts';
import type { WasmModule } from '../module/wasmModule.ts';
import { NULL_FUNCTION } from '../module/wasmModule.ts';

const SEGMENTS_MAX = 100;
const NOT_WRITTEN = -2;

/** A segment that fills the table from an offset on; `NULL_FUNCTION` may be among its functions. */
export type TableSegment = { readonly offset: number; readonly functions: Int32Array };

/** The segments to be written. */
export function mergeElements(module: WasmModule): readonly TableSegment[] {
  const active = findActive(module);
  const size = module.table?.min ?? 0;
  const entries = active.reduce((sum, { functions }) => sum + functions.length, 0);
  if (entries <= size && active.length <= SEGMENTS_MAX) return active;
  // An instance cannot be made in any case: one segment outside of the table says so.
  const outside = active.find((segment) => endOf(segment) > size);
  return outside === undefined ? merge(active, size) : [outside];
}

/** What the table has at first; null if a segment does not fit in it. */
export function initialEntries(module: WasmModule): Int32Array | null {
  const size = module.table?.min ?? 0;
  const active = findActive(module);
  if (active.some((segment) => endOf(segment) > size)) return null;
  return overlay(active, new Int32Array(size).fill(NULL_FUNCTION));
}

function endOf({ offset, functions }: TableSegment): number {
  return offset + functions.length;
}

function findActive({ code, elements }: WasmModule): TableSegment[] {
  const active: TableSegment[] = [];
  for (const { tableOffset, functions } of elements) {
    if (tableOffset?.kind !== 'bytes') continue;
    const offset = new ByteReader(code, tableOffset.start + 1, tableOffset.end).i32() >>> 0;
    active.push({ offset, functions });
  }
  return active;
}

function overlay(segments: readonly TableSegment[], content: Int32Array): Int32Array {
  for (const { offset, functions } of segments) content.set(functions, offset);
  return content;
}

/** One segment for each range of the table that is written to. */
function merge(active: readonly TableSegment[], size: number): TableSegment[] {
  const content = overlay(active, new Int32Array(size).fill(NOT_WRITTEN));
  const merged: TableSegment[] = [];
  for (let start = 0; start < size; ) {
    let end = start;
    while (end < size && content[end] !== NOT_WRITTEN) end++;
    if (end > start) merged.push({ offset: start, functions: content.slice(start, end) });
    start = end + 1;
  }
  return merged;
}
