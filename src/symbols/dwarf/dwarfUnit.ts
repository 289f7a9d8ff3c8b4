// The units of debug information: about one for each crate or source file. Headers and the first
// entry of each are read at once; everything else when an address falls into the unit.

import { type ByteCursor, Unreadable } from '../byteCursor.ts';
import { type Abbreviation, type Abbreviations, readAbbreviations } from './abbreviations.ts';
import { type AddressRange, isRemoved, type RangesContext, readRanges } from './addressRanges.ts';
import {
  type FormValue,
  readAddress,
  readForm,
  readText,
  type UnitFormat,
} from './attributeForms.ts';
import * as dw from './dwarfConstants.ts';
import type { DwarfSections } from './dwarfSections.ts';

const VERSION_MIN = 2;
const VERSION_MAX = 5;
/** Types of units, from version 5 on. */
const COMPILE_UNIT = 1;
const PARTIAL_UNIT = 3;
const UNITS_MAX = 100_000;
const LONG_FORMAT = 0xff_ff_ff_ff;

type Values = ReadonlyMap<number, FormValue>;

const NO_VALUES: Values = new Map();

interface UnitHeader {
  /** Of the unit, which references count from. */
  readonly start: number;
  readonly end: number;
  readonly firstEntry: number;
  readonly format: UnitFormat;
  readonly abbreviationsAt: number;
}

/** One entry with the attributes that were asked for. */
export interface DwarfEntry {
  readonly abbreviation: Abbreviation;
  readonly values: Values;
}

export class DwarfUnit implements RangesContext {
  readonly sections: DwarfSections;
  readonly start: number;
  readonly end: number;
  readonly firstEntry: number;
  readonly format: UnitFormat;
  readonly bases: RangesContext['bases'];
  readonly lowPc: number;
  readonly ranges: readonly AddressRange[];
  /** The offset of its line program; null without one. */
  readonly lines: number | null;
  readonly folder: string;
  readonly name: string;
  readonly #abbreviations: Abbreviations;

  constructor(sections: DwarfSections, header: UnitHeader, abbreviations: Abbreviations) {
    this.sections = sections;
    this.start = header.start;
    this.end = header.end;
    this.firstEntry = header.firstEntry;
    this.format = header.format;
    this.#abbreviations = abbreviations;
    const values = this.readEntry(this.cursorAt(this.firstEntry), () => true)?.values ?? NO_VALUES;
    const base = (name: number) => values.get(name)?.value ?? 0;
    this.bases = {
      textOffsets: base(dw.AT_STR_OFFSETS_BASE),
      addresses: base(dw.AT_ADDR_BASE),
      rangeLists: base(dw.AT_RNGLISTS_BASE),
    };
    this.lines = values.get(dw.AT_STMT_LIST)?.value ?? null;
    this.lowPc = this.#addressOf(values.get(dw.AT_LOW_PC)) ?? 0;
    this.ranges = this.rangesOf(values);
    this.folder = this.textOf(values.get(dw.AT_COMP_DIR)) ?? '';
    this.name = this.textOf(values.get(dw.AT_NAME)) ?? '';
  }

  cursorAt(offset: number): ByteCursor {
    const cursor = this.sections.at('info', offset);
    return cursor.part(this.end - offset);
  }

  /** Null for the entry that ends the children of another. The values of some tags are skipped. */
  readEntry(cursor: ByteCursor, isWanted: (tag: number) => boolean): DwarfEntry | null {
    this.sections.step();
    const code = cursor.uleb();
    if (code === 0) return null;
    const abbreviation = this.#abbreviations.get(code);
    if (abbreviation === undefined) throw new Unreadable('an entry without an abbreviation');
    const values = isWanted(abbreviation.tag) ? new Map<number, FormValue>() : null;
    for (const attribute of abbreviation.attributes) {
      this.sections.step();
      const value = readForm(cursor, attribute, this.format);
      values?.set(attribute.name, value);
    }
    return { abbreviation, values: values ?? NO_VALUES };
  }

  textOf(value: FormValue | undefined): string | null {
    return value === undefined ? null : readText(this.sections, value, { ...this, here: 'info' });
  }

  /** Where the code of an entry is; empty if it was removed. */
  rangesOf(values: Values): AddressRange[] {
    const list = values.get(dw.AT_RANGES);
    if (list !== undefined) return readRanges(this, list);
    const start = this.#addressOf(values.get(dw.AT_LOW_PC));
    const high = values.get(dw.AT_HIGH_PC);
    if (start === null || high === undefined || isRemoved(start)) return [];
    const end = this.#addressOf(high) ?? start + high.value;
    return end > start ? [{ start, end }] : [];
  }

  #addressOf(value: FormValue | undefined): number | null {
    return value === undefined ? null : readAddress(this.sections, value, this.format, this.bases);
  }
}

export function readUnits(sections: DwarfSections): DwarfUnit[] {
  const units: DwarfUnit[] = [];
  const tables = new Map<number, Abbreviations>();
  const cursor = sections.at('info', 0);
  while (!cursor.isAtEnd()) {
    const header = readHeader(cursor);
    if (header === null) continue;
    let table = tables.get(header.abbreviationsAt);
    table ??= readAbbreviations(sections, header.abbreviationsAt);
    tables.set(header.abbreviationsAt, table);
    if (units.push(new DwarfUnit(sections, header, table)) > UNITS_MAX) {
      throw new Unreadable('there are too many units');
    }
  }
  return units;
}

/** Moves to the next unit. Null for a unit without code of its own. */
function readHeader(cursor: ByteCursor): UnitHeader | null {
  const start = cursor.offset;
  const { length, offsetBytes } = readUnitLength(cursor);
  const content = cursor.part(length);
  const version = content.u16();
  checkVersion(version);
  const type = version >= 5 ? content.u8() : COMPILE_UNIT;
  let addressBytes = version >= 5 ? content.u8() : 0;
  const abbreviationsAt = content.unsigned(offsetBytes);
  if (version < 5) addressBytes = content.u8();
  if (type !== COMPILE_UNIT && type !== PARTIAL_UNIT) return null;
  return {
    start,
    end: content.end,
    firstEntry: content.offset,
    format: { version, offsetBytes, addressBytes },
    abbreviationsAt,
  };
}

/** The length of what follows, and that of offsets in it. */
export function readUnitLength(cursor: ByteCursor): { length: number; offsetBytes: number } {
  const short = cursor.u32();
  if (short !== LONG_FORMAT) return { length: short, offsetBytes: 4 };
  return { length: cursor.u64(), offsetBytes: 8 };
}

export function checkVersion(version: number): void {
  if (version < VERSION_MIN || version > VERSION_MAX) {
    throw new Unreadable(`debug information of DWARF version ${version}`);
  }
}
