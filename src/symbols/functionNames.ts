// The names of a contract's functions, for the person who reads a stack trace: from the name
// section of the code, else from the exports, else the number. Names are decoration: a section that
// cannot be read is as good as none, and long names are cut.

import { SECTION_EXPORT } from '../vm/wasm/format/sectionIds.ts';
import { EXPORT_FUNCTION } from '../vm/wasm/module/wasmModule.ts';
import { ByteCursor } from './byteCursor.ts';
import { demangle } from './demangle/demangle.ts';
import { orElse, type WasmLayout } from './wasmLayout.ts';

const NAME_SECTION = 'name';
const FUNCTION_NAMES = 1;
const NAME_CHARS_MAX = 200;
/**
 * Exports and names that are looked at. Contracts have at most 10,000 functions; one that traps
 * pays by the length of its code, which could hold millions of names.
 */
const ENTRIES_MAX = 25_000;
/** Of the name section: names of functions, locals and so on. */
const PARTS_MAX = 100;

/** By index of the function. */
type FunctionNames = ReadonlyMap<number, string>;

/** The names of some functions, demangled; those that have none are missing. */
export function readFunctionNames(layout: WasmLayout, wanted: ReadonlySet<number>): FunctionNames {
  const names = new Map<number, string>();
  const add = (index: number, name: string) => {
    if (wanted.has(index)) names.set(index, formatName(name));
  };
  orElse(undefined, () => readExports(layout, add));
  orElse(undefined, () => readNameSection(layout, add));
  return names;
}

/** The functions that can be called from outside, as they are written there. Bounds: as above. */
export function readMethodNames(layout: WasmLayout): string[] {
  const names: string[] = [];
  orElse(undefined, () =>
    readExports(layout, (_, name) => {
      if (name.length <= NAME_CHARS_MAX) names.push(name);
    }),
  );
  return names;
}

type AddName = (index: number, name: string) => void;

function readExports(layout: WasmLayout, add: AddName): void {
  const section = layout.section(SECTION_EXPORT);
  if (section === null) return;
  const cursor = new ByteCursor(layout.bytes, section.start, section.end);
  for (let rest = Math.min(cursor.uleb(), ENTRIES_MAX); rest > 0; rest--) {
    const name = cursor.sizedText();
    const kind = cursor.u8();
    const index = cursor.uleb();
    if (kind === EXPORT_FUNCTION) add(index, name);
  }
}

function readNameSection(layout: WasmLayout, add: AddName): void {
  const content = layout.custom(NAME_SECTION);
  if (content === null) return;
  const cursor = new ByteCursor(content);
  for (let parts = 0; parts < PARTS_MAX && !cursor.isAtEnd(); parts++) {
    const id = cursor.u8();
    const part = cursor.part(cursor.uleb());
    if (id !== FUNCTION_NAMES) continue;
    for (let rest = Math.min(part.uleb(), ENTRIES_MAX); rest > 0; rest--) {
      add(part.uleb(), part.sizedText());
    }
    return;
  }
}

/** What a function is called if nothing gives it a name. */
export function formatFunctionIndex(index: number): string {
  return `wasm-function[${index}]`;
}

/** A name as it is shown. */
export function formatName(name: string): string {
  const readable = demangle(name);
  return readable.length <= NAME_CHARS_MAX ? readable : `${readable.slice(0, NAME_CHARS_MAX)}…`;
}
