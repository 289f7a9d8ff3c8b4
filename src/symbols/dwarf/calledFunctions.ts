// The functions of a unit and the calls that the compiler has inlined in them, as far as their code
// exists. With line tables only, a function without inlined calls may have no entry.
// Bounds: the depth of entries; `DwarfSections` counts them all.

import { Unreadable } from '../byteCursor.ts';
import type { AddressRange } from './addressRanges.ts';
import * as dw from './dwarfConstants.ts';
import type { DwarfEntry, DwarfUnit } from './dwarfUnit.ts';

const DEPTH_MAX = 512;
const ORIGINS_MAX = 8;

/** A function, or a call that was inlined in it. */
export interface CalledFunction {
  readonly isInlined: boolean;
  readonly ranges: readonly AddressRange[];
  /** How many entries are around it. */
  readonly depth: number;
  /** Where its entry is. */
  readonly offset: number;
  /** Of an inlined call, in the function around it; 0 if unknown. */
  readonly callFile: number;
  readonly callLine: number;
  readonly callColumn: number;
}

export function readCalledFunctions(unit: DwarfUnit): CalledFunction[] {
  const found: CalledFunction[] = [];
  const cursor = unit.cursorAt(unit.firstEntry);
  let depth = 0;
  while (!cursor.isAtEnd()) {
    const offset = cursor.offset;
    const entry = unit.readEntry(cursor, isFunction);
    if (entry === null) {
      depth--;
      continue;
    }
    const { tag, hasChildren } = entry.abbreviation;
    if (isFunction(tag)) {
      const ranges = unit.rangesOf(entry.values);
      if (ranges.length > 0) found.push(describe(entry, { ranges, depth, offset }));
    }
    if (hasChildren && ++depth > DEPTH_MAX) throw new Unreadable('entries are nested too deeply');
  }
  return found;
}

function isFunction(tag: number): boolean {
  return tag === dw.TAG_SUBPROGRAM || tag === dw.TAG_INLINED;
}

function describe(
  { abbreviation, values }: DwarfEntry,
  place: Pick<CalledFunction, 'ranges' | 'depth' | 'offset'>,
): CalledFunction {
  const numberOf = (name: number) => values.get(name)?.value ?? 0;
  return {
    ...place,
    isInlined: abbreviation.tag === dw.TAG_INLINED,
    callFile: numberOf(dw.AT_CALL_FILE),
    callLine: numberOf(dw.AT_CALL_LINE),
    callColumn: numberOf(dw.AT_CALL_COLUMN),
  };
}

/**
 * The name of the function at an offset: of its entry, or of the one that this refers to, which may
 * be in another unit. A name for the linker is preferred, because it has the whole path.
 */
export function readFunctionName(
  units: readonly DwarfUnit[],
  unit: DwarfUnit,
  offset: number,
): string | null {
  let [place, home] = [offset, unit];
  let plain: string | null = null;
  for (let count = 0; count < ORIGINS_MAX; count++) {
    const values = home.readEntry(home.cursorAt(place), isAny)?.values;
    const linkage = home.textOf(values?.get(dw.AT_LINKAGE_NAME));
    if (linkage !== null) return linkage;
    plain ??= home.textOf(values?.get(dw.AT_NAME));
    const origin = values?.get(dw.AT_ABSTRACT_ORIGIN) ?? values?.get(dw.AT_SPECIFICATION);
    if (origin === undefined) return plain;
    const isAbsolute = origin.form === dw.FORM_REF_ADDR;
    place = isAbsolute ? origin.value : home.start + origin.value;
    const target = isAbsolute ? findUnit(units, place) : home;
    if (target === null || place < target.firstEntry || place >= target.end) return plain;
    home = target;
  }
  return plain;
}

function isAny(): boolean {
  return true;
}

function findUnit(units: readonly DwarfUnit[], offset: number): DwarfUnit | null {
  return units.find(({ start, end }) => offset >= start && offset < end) ?? null;
}
