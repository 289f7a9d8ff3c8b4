// The names of a contract's functions, for the person who reads a stack trace: from the name
// section of the code, else from the exports, else the number. Names are decoration: a section that
// cannot be read is as good as none, and long names are cut.

import { bytesToUtf8 } from '../base/bytes/bytes.ts';
import type { ContractCode } from './moduleCache.ts';
import { ByteReader } from './wasm/byteReader.ts';
import { ContractRefused } from './wasm/refuse.ts';
import { MODULE_HEADER, SECTION_CUSTOM, SECTION_EXPORT } from './wasm/sectionIds.ts';
import { EXPORT_FUNCTION } from './wasm/wasmModule.ts';

const NAME_SECTION = 'name';
const FUNCTION_NAMES = 1;
const NAME_CHARS_MAX = 200;
/**
 * Sections, exports and names that are looked at. Contracts have at most 10,000 functions; one that
 * traps pays by the length of its code, which could hold millions of names.
 */
const ENTRIES_MAX = 25_000;

type Names = Map<number, string>;

/** One text for each index of a function; nothing is read if there are none. */
export function nameFunctions(
  code: ContractCode | null,
  indexes: readonly number[],
): readonly string[] {
  const bytes = indexes.length === 0 ? null : (code?.read() ?? null);
  if (bytes === null) return [];
  const names = readFunctionNames(bytes, new Set(indexes));
  return indexes.map((index) => names.get(index) ?? `wasm-function[${index}]`);
}

/** Counts down what may still be looked at. */
class Budget {
  #left = ENTRIES_MAX;

  take(): boolean {
    return this.#left-- > 0;
  }
}

interface Search {
  readonly wanted: ReadonlySet<number>;
  readonly budget: Budget;
  readonly names: Names;
}

function readFunctionNames(code: Uint8Array, wanted: ReadonlySet<number>): Names {
  const budget = new Budget();
  const exported: Search = { wanted, budget, names: new Map() };
  const named: Search = { wanted, budget, names: new Map() };
  const reader = new ByteReader(code, MODULE_HEADER.length);
  while (!reader.isAtEnd() && budget.take()) {
    const section = readSection(reader);
    ignoreMalformed(() => {
      if (section.id === SECTION_EXPORT) readExportNames(section.content, exported);
      if (section.id === SECTION_CUSTOM) readNameSection(section.content, named);
    });
  }
  return new Map([...exported.names, ...named.names]);
}

/** Sections of the module, and those inside its name section. */
function readSection(reader: ByteReader): { id: number; content: ByteReader } {
  const id = reader.u8();
  const length = reader.u32();
  const start = reader.offset;
  reader.skip(length);
  return { id, content: new ByteReader(reader.bytes, start, reader.offset) };
}

function readExportNames(reader: ByteReader, { wanted, budget, names }: Search): void {
  for (let count = reader.u32(); count > 0 && budget.take(); count--) {
    const name = reader.name();
    const kind = reader.u8();
    const index = reader.u32();
    if (kind === EXPORT_FUNCTION && wanted.has(index)) names.set(index, formatName(name));
  }
}

function readNameSection(reader: ByteReader, { wanted, budget, names }: Search): void {
  if (bytesToUtf8(reader.name()) !== NAME_SECTION) return;
  while (!reader.isAtEnd() && budget.take()) {
    const { id, content } = readSection(reader);
    if (id !== FUNCTION_NAMES) continue;
    for (let count = content.u32(); count > 0 && budget.take(); count--) {
      const index = content.u32();
      const name = content.name();
      if (wanted.has(index)) names.set(index, formatName(name));
    }
  }
}

function formatName(bytes: Uint8Array): string {
  const name = bytesToUtf8(bytes);
  return name.length <= NAME_CHARS_MAX ? name : `${name.slice(0, NAME_CHARS_MAX)}…`;
}

function ignoreMalformed(read: () => void): void {
  try {
    read();
  } catch (error) {
    if (!(error instanceof ContractRefused)) throw error;
  }
}
