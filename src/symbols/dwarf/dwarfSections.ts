// The sections of debug information in a module, and a budget for what is read of them: a few bytes
// can stand for much work, such as lists of ranges that many entries share.

import { ByteCursor, Unreadable } from '../byteCursor.ts';
import type { WasmLayout } from '../wasmLayout.ts';

/** For one module; a contract with all its debug information takes a tenth of it. */
const STEPS_MAX = 10_000_000;
/** Rows and ranges are kept, so they count more than attributes that are only read. */
export const STEPS_PER_ROW = 5;
export const STEPS_PER_RANGE = 10;

const NAMES = {
  abbrev: '.debug_abbrev',
  info: '.debug_info',
  line: '.debug_line',
  text: '.debug_str',
  lineText: '.debug_line_str',
  textOffsets: '.debug_str_offsets',
  ranges: '.debug_ranges',
  rangeLists: '.debug_rnglists',
  addresses: '.debug_addr',
} as const;

type SectionName = keyof typeof NAMES;

export class DwarfSections {
  readonly #layout: WasmLayout;
  readonly #found = new Map<SectionName, Uint8Array>();
  #stepsLeft = STEPS_MAX;

  constructor(layout: WasmLayout) {
    this.#layout = layout;
  }

  has(name: SectionName): boolean {
    return this.#bytes(name).length > 0;
  }

  at(name: SectionName, offset: number): ByteCursor {
    return new ByteCursor(this.#bytes(name), offset);
  }

  /** Counts what is read. */
  step(steps = 1): void {
    this.#stepsLeft -= steps;
    if (this.#stepsLeft < 0) throw new Unreadable('there is too much debug information');
  }

  #bytes(name: SectionName): Uint8Array {
    let bytes = this.#found.get(name);
    if (bytes === undefined) {
      bytes = this.#layout.custom(NAMES[name]) ?? new Uint8Array();
      this.#found.set(name, bytes);
    }
    return bytes;
  }
}
