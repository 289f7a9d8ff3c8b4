// The line table of a unit: a program whose result is a list of rows, each with the first address
// of some code and its place in the source. Rows come in sequences, one for each function.
// Bounds: the number of files; `DwarfSections` counts the rows.

import { type ByteCursor, Unreadable } from '../byteCursor.ts';
import { isRemoved } from './addressRanges.ts';
import { type FormValue, readForm, readText, type UnitFormat } from './attributeForms.ts';
import { STEPS_PER_ROW } from './dwarfSections.ts';
import type { DwarfUnit } from './dwarfUnit.ts';
import { checkVersion, readUnitLength } from './dwarfUnit.ts';

const FILES_MAX = 100_000;
/** Kinds of content of an entry in the lists of folders and files, from version 5 on. */
const CONTENT_PATH = 1;
const CONTENT_FOLDER = 2;

interface LineRow {
  readonly address: number;
  readonly file: number;
  /** 0 if the code belongs to no line. */
  readonly line: number;
  /** 0 if it is unknown. */
  readonly column: number;
}

/** The rows of one function, by address. */
export interface LineSequence {
  readonly start: number;
  readonly end: number;
  readonly rows: readonly LineRow[];
}

export interface LineTable {
  /** By address. Functions that the linker has removed are missing. */
  readonly sequences: readonly LineSequence[];
  /** The path of a file by its number; null if there is none. */
  pathOf(file: number): string | null;
}

export function readLineTable(unit: DwarfUnit, offset: number): LineTable {
  const { sections } = unit;
  const outer = sections.at('line', offset);
  const { length, offsetBytes } = readUnitLength(outer);
  const cursor = outer.part(length);
  const version = cursor.u16();
  checkVersion(version);
  const addressBytes = version >= 5 ? cursor.u8() : unit.format.addressBytes;
  if (version >= 5) cursor.u8();
  const format: UnitFormat = { version, offsetBytes, addressBytes };
  const headerLength = cursor.unsigned(offsetBytes);
  const programStart = cursor.offset + headerLength;
  const instructionBytes = cursor.u8();
  if (version >= 4) cursor.u8();
  cursor.u8();
  const lineBase = (cursor.u8() << 24) >> 24;
  const lineRange = cursor.u8();
  const opcodeBase = cursor.u8();
  if (lineRange === 0 || opcodeBase === 0) throw new Unreadable('an invalid line table');
  const operandCounts = Array.from({ length: opcodeBase - 1 }, () => cursor.u8());
  const pathOf = version >= 5 ? readPaths(cursor, unit, format) : readOldPaths(cursor, unit);
  cursor.offset = Math.min(programStart, cursor.end);
  const program = { instructionBytes, lineBase, lineRange, opcodeBase, operandCounts };
  const sequences = new LineProgram(unit, cursor, { ...program, addressBytes }).run();
  return { sequences, pathOf };
}

interface ProgramHeader {
  readonly instructionBytes: number;
  readonly lineBase: number;
  readonly lineRange: number;
  readonly opcodeBase: number;
  readonly operandCounts: readonly number[];
  readonly addressBytes: number;
}

class LineProgram {
  readonly #unit: DwarfUnit;
  readonly #cursor: ByteCursor;
  readonly #header: ProgramHeader;
  readonly #sequences: LineSequence[] = [];
  #rows: LineRow[] = [];
  #address = 0;
  #file = 1;
  #line = 1;
  #column = 0;

  constructor(unit: DwarfUnit, cursor: ByteCursor, header: ProgramHeader) {
    this.#unit = unit;
    this.#cursor = cursor;
    this.#header = header;
  }

  run(): LineSequence[] {
    const { opcodeBase } = this.#header;
    while (!this.#cursor.isAtEnd()) {
      this.#unit.sections.step();
      const opcode = this.#cursor.u8();
      if (opcode >= opcodeBase) this.#advanceBoth(opcode - opcodeBase);
      else if (opcode === 0) this.#extended();
      else this.#standard(opcode);
    }
    return this.#sequences.sort((a, b) => a.start - b.start);
  }

  #advanceBoth(adjusted: number): void {
    const { instructionBytes, lineBase, lineRange } = this.#header;
    this.#address += Math.floor(adjusted / lineRange) * instructionBytes;
    this.#line += lineBase + (adjusted % lineRange);
    this.#addRow();
  }

  #standard(opcode: number): void {
    const cursor = this.#cursor;
    const { instructionBytes, lineRange, opcodeBase, operandCounts } = this.#header;
    switch (opcode) {
      case 1:
        this.#addRow();
        return;
      case 2:
        this.#address += cursor.uleb() * instructionBytes;
        return;
      case 3:
        this.#line += cursor.sleb();
        return;
      case 4:
        this.#file = cursor.uleb();
        return;
      case 5:
        this.#column = cursor.uleb();
        return;
      case 8:
        this.#address += Math.floor((255 - opcodeBase) / lineRange) * instructionBytes;
        return;
      case 9:
        this.#address += cursor.u16();
        return;
      default:
        // What it does is of no interest, or unknown.
        for (let rest = operandCounts[opcode - 1] ?? 0; rest > 0; rest--) cursor.uleb();
    }
  }

  #extended(): void {
    const part = this.#cursor.part(this.#cursor.uleb());
    if (part.isAtEnd()) return;
    const opcode = part.u8();
    if (opcode === 1) this.#endSequence();
    else if (opcode === 2) this.#address = part.unsigned(part.end - part.offset);
  }

  #addRow(): void {
    this.#unit.sections.step(STEPS_PER_ROW);
    const [address, file, line, column] = [this.#address, this.#file, this.#line, this.#column];
    this.#rows.push({ address, file, line, column });
  }

  #endSequence(): void {
    const [first] = this.#rows;
    if (first !== undefined && !isRemoved(first.address)) {
      this.#sequences.push({ start: first.address, end: this.#address, rows: this.#rows });
    }
    this.#rows = [];
    [this.#address, this.#file, this.#line, this.#column] = [0, 1, 1, 0];
  }
}

type PathOf = LineTable['pathOf'];

interface NamedFile {
  readonly name: string;
  readonly folder: number;
}

/** Up to version 4: numbers begin with 1, and folder 0 is that of the unit. */
function readOldPaths(cursor: ByteCursor, unit: DwarfUnit): PathOf {
  const folders = [unit.folder];
  const files: NamedFile[] = [];
  for (let name = cursor.text(); name !== ''; name = cursor.text()) {
    unit.sections.step();
    folders.push(name);
  }
  for (let name = cursor.text(); name !== ''; name = cursor.text()) {
    unit.sections.step();
    files.push({ name, folder: cursor.uleb() });
    cursor.uleb();
    cursor.uleb();
  }
  return (file) => joinFile(unit, folders, files[file - 1]);
}

/** From version 5 on: lists whose entries have the forms that the lists declare. */
function readPaths(cursor: ByteCursor, unit: DwarfUnit, format: UnitFormat): PathOf {
  const folders = readList(cursor, unit, format).map(({ name }) => name);
  const files = readList(cursor, unit, format);
  return (file) => joinFile(unit, folders, files[file]);
}

function readList(cursor: ByteCursor, unit: DwarfUnit, format: UnitFormat): NamedFile[] {
  const { sections, bases } = unit;
  const forms = Array.from({ length: cursor.u8() }, () => [cursor.uleb(), cursor.uleb()] as const);
  const count = cursor.uleb();
  if (count > FILES_MAX) throw new Unreadable('a line table has too many files');
  return Array.from({ length: count }, () => {
    sections.step();
    const values = new Map<number, FormValue>();
    for (const [content, form] of forms) {
      values.set(content, readForm(cursor, { form, constant: 0 }, format));
    }
    const path = values.get(CONTENT_PATH);
    const name = path && readText(sections, path, { format, bases, here: 'line' });
    return { name: name ?? '', folder: values.get(CONTENT_FOLDER)?.value ?? 0 };
  });
}

function joinFile(
  unit: DwarfUnit,
  folders: readonly string[],
  file: NamedFile | undefined,
): string | null {
  if (file === undefined || file.name === '') return null;
  // The first folder is the unit's own.
  const folder = file.folder === 0 ? '' : (folders[file.folder] ?? '');
  return joinPaths(unit.folder, folder, file.name);
}

/** Each part may be absolute; then those before it do not count. */
function joinPaths(...parts: string[]): string {
  const last = parts.findLastIndex((part) => /^(\/|[A-Za-z]:[\\/])/.test(part));
  const used = parts.slice(Math.max(last, 0)).filter((part) => part !== '');
  return used.map((part) => part.replace(/[\\/]+$/, '')).join('/');
}
