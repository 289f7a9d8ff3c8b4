// Source maps, revision 3, as AssemblyScript writes them for a module: everything is on one line,
// and a column is an offset in the file of the module. Bounds: the length of the mappings, in which
// each segment takes at least five characters.

import { Unreadable } from './byteCursor.ts';
import type { SourcePlace } from './sourcePlace.ts';

const VERSION = 3;
/** Of a module of some MiB. */
const MAPPINGS_CHARS_MAX = 4 * 1024 * 1024;
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
/** By character code; -1 for what is no digit. */
const VALUES = Int8Array.from({ length: 128 }, (_, code) =>
  DIGITS.indexOf(String.fromCharCode(code)),
);
const END_OF_SEGMENT = ','.charCodeAt(0);
const END_OF_LINE = ';'.charCodeAt(0);
const MORE = 0x20;
const SHIFT_MAX = 30;

interface Segment extends SourcePlace {
  readonly offset: number;
}

export class SourceMap {
  readonly #segments: readonly Segment[];

  private constructor(segments: readonly Segment[]) {
    this.#segments = segments;
  }

  /** Throws `Unreadable`. */
  static parse(text: string): SourceMap {
    const map = parseJson(text);
    const { version, sources, mappings } = map as Record<string, unknown>;
    if (version !== VERSION) throw new Unreadable('a source map of another version');
    if (typeof mappings !== 'string' || !Array.isArray(sources)) {
      throw new Unreadable('a source map without mappings');
    }
    if (mappings.length > MAPPINGS_CHARS_MAX) throw new Unreadable('a source map is too long');
    return new SourceMap(readSegments(mappings, sources));
  }

  /** Pieces of code, each up to the next one. */
  get segments(): readonly Segment[] {
    return this.#segments;
  }

  /** What an offset belongs to, if that begins at `start` or later, so in the same function. */
  placeAt(offset: number, start: number): SourcePlace | null {
    const found = this.#segments[this.#countUpTo(offset) - 1];
    return found === undefined || found.offset < start ? null : found;
  }

  /** The first place in a range of offsets. */
  firstPlace(start: number, end: number): SourcePlace | null {
    const found = this.#segments[this.#countUpTo(start - 1)];
    return found === undefined || found.offset >= end ? null : found;
  }

  #countUpTo(offset: number): number {
    const segments = this.#segments;
    let [low, high] = [0, segments.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((segments[middle]?.offset ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function parseJson(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new Unreadable('a source map is no JSON object');
}

/** Of the first line; numbers are differences to those of the segment before. */
function readSegments(mappings: string, sources: readonly unknown[]): Segment[] {
  const segments: Segment[] = [];
  const sums = [0, 0, 0, 0];
  let fields = 0;
  let value = 0;
  let shift = 0;
  const endSegment = () => {
    const [offset = 0, source = 0, sourceLine = 0, column = 0] = sums;
    const file = sources[source];
    if (fields >= sums.length && typeof file === 'string') {
      segments.push({ offset, file, line: sourceLine + 1, column: column + 1 });
    }
    fields = 0;
    value = 0;
    shift = 0;
  };
  for (let i = 0; i < mappings.length; i++) {
    const code = mappings.charCodeAt(i);
    if (code === END_OF_LINE) break;
    if (code === END_OF_SEGMENT) {
      endSegment();
      continue;
    }
    // Base64 digits of five bits each, the sign in the lowest bit.
    const digit = VALUES[code] ?? -1;
    if (digit < 0 || shift > SHIFT_MAX) {
      throw new Unreadable('a source map with invalid mappings');
    }
    value += (digit & (MORE - 1)) * 2 ** shift;
    shift += 5;
    if ((digit & MORE) !== 0) continue;
    const magnitude = Math.floor(value / 2);
    if (fields < sums.length) sums[fields]! += value % 2 === 1 ? -magnitude : magnitude;
    fields++;
    value = 0;
    shift = 0;
  }
  endSegment();
  return segments.sort((a, b) => a.offset - b.offset);
}
