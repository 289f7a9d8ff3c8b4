// Source places from DWARF, versions 2 to 5, in the custom sections of a module. Units are read
// when an address falls into them. Debug information is untrusted: what cannot be read, or does not
// belong to the code, gives no places. Paths are texts; nothing ever opens them.

import { ByteCursor } from '../byteCursor.ts';
import type { SourcePlace } from '../sourcePlace.ts';
import { orElse, type WasmLayout } from '../wasmLayout.ts';
import { type CalledFunction, readCalledFunctions, readFunctionName } from './calledFunctions.ts';
import { DwarfSections } from './dwarfSections.ts';
import { type DwarfUnit, readUnits } from './dwarfUnit.ts';
import { type LineSequence, type LineTable, readLineTable } from './lineProgram.ts';

/** A function at an address; the innermost of several is the one that was inlined last. */
export interface DwarfFrame {
  /** Null if only the module's own names have one. */
  readonly name: string | null;
  readonly isInlined: boolean;
  readonly place: SourcePlace | null;
}

/** A piece of code that belongs to one line. */
export interface DwarfRange extends SourcePlace {
  readonly start: number;
  readonly end: number;
  /** The call that was inlined there last; null for code of the function itself. */
  readonly inlined: { readonly offset: number; readonly name: string | null } | null;
}

/** Of the sequences in a table, this part must begin where a function does. */
const SEQUENCES_VALID = 0.9;

/** A unit with what has been read of it. */
interface ReadUnit {
  readonly unit: DwarfUnit;
  readonly functions: readonly CalledFunction[];
  readonly lines: LineTable | null;
}

export class Dwarf {
  readonly #layout: WasmLayout;
  readonly #sections: DwarfSections;
  readonly #read = new Map<DwarfUnit, ReadUnit>();
  #units: readonly DwarfUnit[] | null = null;
  #starts: ReadonlySet<number> | null = null;

  constructor(layout: WasmLayout) {
    this.#layout = layout;
    this.#sections = new DwarfSections(layout);
  }

  /** Does the module have debug information of this kind? */
  get exists(): boolean {
    return this.#sections.has('info') && this.#sections.has('line');
  }

  /** What is at a place in the code section, innermost first; empty if that is unknown. */
  framesAt(address: number): DwarfFrame[] {
    return orElse([], () => this.#framesAt(address));
  }

  /** The code of the files that are wanted, in no order. */
  ranges(isWanted: (file: string) => boolean): DwarfRange[] {
    return this.#allUnits().flatMap((unit) => {
      const { lines, functions } = this.#readUnit(unit);
      if (lines === null) return [];
      return lines.sequences.flatMap((sequence) =>
        listRanges(lines, sequence, isWanted).map((range) => {
          const call = innermost(functions, range.start);
          if (!call?.isInlined) return { ...range, inlined: null };
          const name = orElse(null, () => readFunctionName(this.#allUnits(), unit, call.offset));
          return { ...range, inlined: { offset: call.offset, name } };
        }),
      );
    });
  }

  #allUnits(): readonly DwarfUnit[] {
    this.#units ??= orElse([], () => readUnits(this.#sections));
    return this.#units;
  }

  #framesAt(address: number): DwarfFrame[] {
    const unit = this.#allUnits().find(({ ranges }) => contains(ranges, address));
    if (unit === undefined) return [];
    const { functions, lines } = this.#readUnit(unit);
    if (lines === null) return [];
    const calls = functions
      .filter(({ ranges }) => contains(ranges, address))
      .sort((inner, outer) => outer.depth - inner.depth);
    let place = findPlace(lines, address);
    const frames = calls.map((call): DwarfFrame => {
      const name = readFunctionName(this.#allUnits(), unit, call.offset);
      const frame = { name, isInlined: call.isInlined, place };
      place = placeOf(lines, call.callFile, call.callLine, call.callColumn);
      return frame;
    });
    if (frames.length > 0 || place === null) return frames;
    return [{ name: null, isInlined: false, place }];
  }

  #readUnit(unit: DwarfUnit): ReadUnit {
    let read = this.#read.get(unit);
    if (read === undefined) {
      const all = unit.lines === null ? null : orElse(null, () => readLineTable(unit, unit.lines!));
      const lines = all !== null && this.#isOfCode(all) ? all : null;
      const functions = lines === null ? [] : orElse([], () => readCalledFunctions(unit));
      read = { unit, functions, lines };
      this.#read.set(unit, read);
    }
    return read;
  }

  /** A program that has rewritten the code may have left debug information of the code before. */
  #isOfCode({ sequences }: LineTable): boolean {
    this.#starts ??= listStarts(this.#layout);
    const valid = sequences.filter(({ start }) => this.#starts?.has(start)).length;
    return sequences.length > 0 && valid >= sequences.length * SEQUENCES_VALID;
  }
}

/** A sequence begins with the locals of a function, or with its first operator. */
function listStarts({ bytes, bodies, codeStart }: WasmLayout): ReadonlySet<number> {
  const starts = new Set<number>();
  for (const { start, end } of bodies) {
    const cursor = new ByteCursor(bytes, start, end);
    starts.add(start - codeStart);
    orElse(undefined, () => {
      for (let groups = cursor.uleb(); groups > 0; groups--) {
        cursor.uleb();
        cursor.u8();
      }
      starts.add(cursor.offset - codeStart);
    });
  }
  return starts;
}

function contains(ranges: readonly { start: number; end: number }[], address: number): boolean {
  return ranges.some(({ start, end }) => address >= start && address < end);
}

function innermost(functions: readonly CalledFunction[], address: number): CalledFunction | null {
  let found: CalledFunction | null = null;
  for (const one of functions) {
    if (found !== null && one.depth < found.depth) continue;
    if (contains(one.ranges, address)) found = one;
  }
  return found;
}

/** Without code that belongs to no line. */
function listRanges(
  lines: LineTable,
  { rows, end }: LineSequence,
  isWanted: (file: string) => boolean,
): Omit<DwarfRange, 'inlined'>[] {
  return rows.flatMap(({ address: start, file, line, column }, index) => {
    const next = rows[index + 1]?.address ?? end;
    const place = next > start ? placeOf(lines, file, line, column) : null;
    return place !== null && isWanted(place.file) ? [{ ...place, start, end: next }] : [];
  });
}

/** Code that belongs to no line is that of the line before it, if that is in the same file. */
function findPlace(lines: LineTable, address: number): SourcePlace | null {
  const rows = findSequence(lines.sequences, address)?.rows ?? [];
  const index = rows.findLastIndex((row) => row.address <= address);
  const file = rows[index]?.file;
  const row = rows.slice(0, index + 1).findLast((one) => one.line > 0);
  if (row === undefined || row.file !== file) return null;
  return placeOf(lines, row.file, row.line, row.column);
}

function findSequence(sequences: readonly LineSequence[], address: number): LineSequence | null {
  return sequences.find(({ start, end }) => address >= start && address < end) ?? null;
}

function placeOf(lines: LineTable, file: number, line: number, column: number): SourcePlace | null {
  const path = lines.pathOf(file);
  return path === null || line === 0 ? null : { file: path, line, column };
}
