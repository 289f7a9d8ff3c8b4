// Element segments that fill the table at every call of the contract. V8 takes 60 ns for an entry,
// and segments may write to the same places again and again; what counts is what is written last.
// Segments that write more than the table holds, and large numbers of them, are merged: what is
// left are as few entries as the table has. A merged segment stays in its place, as code may name
// it, but is dropped from the beginning, as active ones are when the code runs.

import { ByteReader } from './byteReader.ts';
import type { ConstantExpression, ElementSegment, WasmModule } from './wasmModule.ts';
import { NULL_FUNCTION } from './wasmModule.ts';

const SEGMENTS_MAX = 100;
const NOT_WRITTEN = -2;

/** A segment as it is written: its offset may have been computed. */
export type WrittenSegment = Omit<ElementSegment, 'tableOffset'> & {
  readonly tableOffset: WrittenExpression | null;
};

export type WrittenExpression =
  | ConstantExpression
  | { readonly kind: 'number'; readonly value: number };

const DROPPED: WrittenSegment = {
  mode: 'declarative',
  tableOffset: null,
  hasIndex: false,
  isExpressions: false,
  functions: new Int32Array(),
};

type ActiveSegment = { readonly place: number; readonly offset: number; readonly end: number };

/** The segments to be written; those of the module if there is nothing to merge. */
export function mergeElements(module: WasmModule): readonly WrittenSegment[] {
  const { elements, table } = module;
  const active = findActive(module);
  const size = table?.min ?? 0;
  const entries = active.reduce((sum, { offset, end }) => sum + end - offset, 0);
  if (entries <= size && active.length <= SEGMENTS_MAX) return elements;
  const outside = active.find(({ end }) => end > size);
  const kept = outside === undefined ? merge(module, active, size) : keepOne(module, outside);
  return elements.map((segment, place) =>
    segment.mode === 'active' ? (kept.get(place) ?? DROPPED) : segment,
  );
}

function findActive({ code, elements }: WasmModule): ActiveSegment[] {
  const active: ActiveSegment[] = [];
  for (const [place, { tableOffset, functions }] of elements.entries()) {
    if (tableOffset?.kind !== 'bytes') continue;
    const offset = new ByteReader(code, tableOffset.start + 1, tableOffset.end).i32() >>> 0;
    active.push({ place, offset, end: offset + functions.length });
  }
  return active;
}

/** An instance cannot be made in any case: one segment outside of the table says so. */
function keepOne({ elements }: WasmModule, { place }: ActiveSegment): Map<number, WrittenSegment> {
  return new Map([[place, elements[place]!]]);
}

/** One segment for each range of the table that is written to, in the places of the first ones. */
function merge(
  { elements }: WasmModule,
  active: readonly ActiveSegment[],
  size: number,
): Map<number, WrittenSegment> {
  const content = new Int32Array(size).fill(NOT_WRITTEN);
  for (const { place, offset } of active) content.set(elements[place]!.functions, offset);
  const merged = new Map<number, WrittenSegment>();
  for (let start = 0; start < size; ) {
    let end = start;
    while (end < size && content[end] !== NOT_WRITTEN) end++;
    if (end > start) {
      // There are never more ranges than segments.
      const { place } = active[merged.size]!;
      merged.set(place, createSegment(start, content.slice(start, end)));
    }
    start = end + 1;
  }
  return merged;
}

function createSegment(offset: number, functions: Int32Array): WrittenSegment {
  return {
    mode: 'active',
    tableOffset: { kind: 'number', value: offset },
    hasIndex: false,
    isExpressions: functions.includes(NULL_FUNCTION),
    functions,
  };
}
