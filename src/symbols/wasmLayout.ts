// Where the parts of a Wasm module are: its sections, and the bodies of its functions. Offsets are
// those of the file. What is malformed ends the list: code that was never called may be anything.
// Bounds: the number of sections, and of functions.

import { SECTION_CODE, SECTION_CUSTOM, SECTION_IMPORT } from '../vm/wasm/format/sectionIds.ts';
import { ByteCursor, Unreadable } from './byteCursor.ts';

const HEADER_BYTES = 8;
const SECTIONS_MAX = 25_000;
const FUNCTIONS_MAX = 1_000_000;
const IMPORT_FUNCTION = 0;

interface WasmSection {
  readonly id: number;
  /** Of a custom section; empty for others. */
  readonly name: string;
  /** Of the content, after the name. */
  readonly start: number;
  readonly end: number;
}

export interface FunctionBody {
  /** Where its locals are declared, after its length. */
  readonly start: number;
  readonly end: number;
}

export class WasmLayout {
  readonly bytes: Uint8Array;
  readonly sections: readonly WasmSection[];
  #bodies: readonly FunctionBody[] | null = null;
  #importedFunctions: number | null = null;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.sections = [...readSections(bytes)];
  }

  section(id: number): WasmSection | null {
    return this.sections.find((section) => section.id === id) ?? null;
  }

  /** The content of a custom section; null if there is none. */
  custom(name: string): Uint8Array | null {
    const found = this.sections.find((one) => one.id === SECTION_CUSTOM && one.name === name);
    return found === undefined ? null : this.bytes.subarray(found.start, found.end);
  }

  /** Offsets in debug information count from here. */
  get codeStart(): number {
    return this.section(SECTION_CODE)?.start ?? 0;
  }

  /** How many functions are imported: the first defined one has this index. */
  get importedFunctions(): number {
    this.#importedFunctions ??= orElse(0, () => this.#countImports());
    return this.#importedFunctions;
  }

  /** Of the defined functions, in order. */
  get bodies(): readonly FunctionBody[] {
    this.#bodies ??= this.#readBodies();
    return this.#bodies;
  }

  /** Null for an imported function, or for none. */
  bodyOf(functionIndex: number): FunctionBody | null {
    return this.bodies[functionIndex - this.importedFunctions] ?? null;
  }

  /** The index of the function that an offset is in; null if it is in none. */
  functionAt(offset: number): number | null {
    const { bodies } = this;
    let [low, high] = [0, bodies.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((bodies[middle]?.start ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    const found = bodies[low - 1];
    return found === undefined || offset >= found.end ? null : this.importedFunctions + low - 1;
  }

  #cursorOf(id: number): ByteCursor {
    const found = this.section(id);
    return new ByteCursor(this.bytes, found?.start ?? 0, found?.end ?? 0);
  }

  #countImports(): number {
    const cursor = this.#cursorOf(SECTION_IMPORT);
    if (cursor.isAtEnd()) return 0;
    let functions = 0;
    for (let rest = Math.min(cursor.uleb(), FUNCTIONS_MAX); rest > 0; rest--) {
      cursor.skip(cursor.uleb());
      cursor.skip(cursor.uleb());
      // Contracts import nothing but functions.
      if (cursor.u8() !== IMPORT_FUNCTION) throw new Unreadable('an import is no function');
      cursor.uleb();
      functions++;
    }
    return functions;
  }

  #readBodies(): FunctionBody[] {
    const bodies: FunctionBody[] = [];
    const cursor = this.#cursorOf(SECTION_CODE);
    orElse(null, () => {
      for (let rest = Math.min(cursor.uleb(), FUNCTIONS_MAX); rest > 0; rest--) {
        const { offset, end } = cursor.part(cursor.uleb());
        bodies.push({ start: offset, end });
      }
      return null;
    });
    return bodies;
  }
}

function* readSections(bytes: Uint8Array): Generator<WasmSection> {
  const cursor = new ByteCursor(bytes, Math.min(HEADER_BYTES, bytes.length));
  for (let count = 0; count < SECTIONS_MAX && !cursor.isAtEnd(); count++) {
    const section = orElse(null, () => readSection(cursor));
    if (section === null) return;
    yield section;
  }
}

function readSection(cursor: ByteCursor): WasmSection {
  const id = cursor.u8();
  const content = cursor.part(cursor.uleb());
  const name = id === SECTION_CUSTOM ? content.sizedText() : '';
  return { id, name, start: content.offset, end: content.end };
}

/** The result of reading, or something else if that is not possible. */
export function orElse<T>(otherwise: T, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof Unreadable) return otherwise;
    throw error;
  }
}
