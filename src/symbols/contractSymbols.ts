// Everything that is known about the functions of one contract: names from the module itself or
// from a twin, and source places from DWARF or from a source map. The entry point of this folder.

import type { WasmFrame } from '../vm/debug/wasmFrame.ts';
import { Dwarf, type DwarfFrame, type DwarfRange } from './dwarf/dwarf.ts';
import { formatFunctionIndex, formatName, readFunctionNames } from './functionNames.ts';
import type { SourceMap } from './sourceMap.ts';
import { isLibraryFile, type SourcePlace, shortenPath } from './sourcePlace.ts';
import { roleOf, type StackFrame } from './stackFrame.ts';
import type { TwinDegree } from './twins.ts';
import type { FunctionBody, WasmLayout } from './wasmLayout.ts';

/** Another file of the same program, which has what the deployed one lacks. */
export interface Twin {
  readonly degree: TwinDegree;
  readonly layout: WasmLayout;
  readonly sourceMap: SourceMap | null;
}

export type NamedFunction = Pick<StackFrame, 'file' | 'line'> & { readonly name: string };

/** A piece of code that belongs to one line of the contract's own files. */
export interface SourceRange {
  readonly functionIndex: number;
  /** Offsets in the code as it was deployed; the end may be behind that of the function. */
  readonly start: number;
  readonly end: number;
  readonly file: string;
  readonly line: number;
  /** Which inlined call it is part of; null for the function itself. */
  readonly inlined: number | null;
  /** The name of that call, or of the function. */
  readonly function: string;
}

type LocatedRange = Omit<DwarfRange, 'column'>;

const NO_FUNCTION = -1;
/** Pieces of code with a line. */
const RANGES_MAX = 200_000;
const PATH_CHARS_MAX = 300;
/** Of lines and columns. */
const NUMBER_MAX = 2 ** 31 - 1;

/** Places in a module, by the index of a function and an offset in its body. */
interface Places {
  readonly layout: WasmLayout;
  /** Code of the contract's own files, by offsets in that layout. */
  readonly ranges: () => LocatedRange[];
  readonly framesAt: (offset: number, bodyStart: number) => DwarfFrame[];
  readonly placeOf: (body: FunctionBody) => SourcePlace | null;
}

export class ContractSymbols {
  readonly #layout: WasmLayout;
  readonly #named: readonly WasmLayout[];
  readonly #places: Places | null;

  /** The twins, the best first. */
  constructor(layout: WasmLayout, twins: readonly Twin[] = []) {
    this.#layout = layout;
    this.#named = [layout, ...twins.map((twin) => twin.layout)];
    const located = [
      { degree: 'exact' as const, layout, sourceMap: null },
      ...twins.filter(({ degree }) => degree !== 'names'),
    ];
    this.#places = located.map(createPlaces).find((places) => places !== null) ?? null;
  }

  /** Are there source places, so that it is worth finding out where a function has stopped? */
  get hasPlaces(): boolean {
    return this.#places !== null;
  }

  /** The stack with inlined calls, innermost first. Offsets are needed for source places only. */
  frames(stack: readonly WasmFrame[]): StackFrame[] {
    const nameOf = this.#namesOf(stack.map(({ functionIndex }) => functionIndex));
    return stack.flatMap((frame) => {
      const name = nameOf(frame.functionIndex);
      const located = this.#framesOf(frame);
      if (located.length === 0) return [createFrame(name, { isInlined: false, place: null })];
      return located.map((one) => createFrame(nameFrame(one, name), one));
    });
  }

  /** The names of functions, and where they begin. */
  functions(indexes: readonly number[]): NamedFunction[] {
    const nameOf = this.#namesOf(indexes);
    return indexes.map((functionIndex) => {
      const name = nameOf(functionIndex);
      const body = this.#places?.layout.bodyOf(functionIndex) ?? null;
      const place = body === null ? null : (this.#places?.placeOf(body) ?? null);
      const { file, line } = createFrame(name, { isInlined: false, place });
      return { name, file, line };
    });
  }

  /** What is known of the lines of the contract's own files; null without source places. */
  lines(): SourceRange[] | null {
    const places = this.#places;
    if (places === null) return null;
    const ranges = places.ranges().slice(0, RANGES_MAX);
    const located = ranges.flatMap((range) => {
      const functionIndex = places.layout.functionAt(range.start) ?? NO_FUNCTION;
      const other = places.layout.bodyOf(functionIndex);
      const own = this.#layout.bodyOf(functionIndex);
      if (other === null || own === null || numberOf(range.line) === null) return [];
      return [{ ...range, functionIndex, moved: own.start - other.start }];
    });
    const nameOf = this.#namesOf(located.map(({ functionIndex }) => functionIndex));
    return located.map(({ functionIndex, start, end, file, line, inlined, moved }) => ({
      functionIndex,
      start: start + moved,
      end: end + moved,
      file: shortenPath(file).slice(-PATH_CHARS_MAX),
      line,
      inlined: inlined?.offset ?? null,
      function: inlined?.name ? formatName(inlined.name) : nameOf(functionIndex),
    }));
  }

  #namesOf(indexes: readonly number[]): (index: number) => string {
    const wanted = new Set(indexes);
    const [own, ...others] = this.#named.map((layout) => readFunctionNames(layout, wanted));
    const hasOwnNames = this.#layout.custom('name') !== null;
    const sources = hasOwnNames ? [own, ...others] : [...others, own];
    return (index) =>
      sources.map((names) => names?.get(index)).find((name) => name !== undefined) ??
      formatFunctionIndex(index);
  }

  /** Twins of either degree have the same bodies, though perhaps at other places in the file. */
  #framesOf({ functionIndex, offset }: WasmFrame): DwarfFrame[] {
    const body = this.#layout.bodyOf(functionIndex);
    const other = this.#places?.layout.bodyOf(functionIndex) ?? null;
    if (this.#places === null || body === null || other === null || offset === null) return [];
    return this.#places.framesAt(offset - body.start + other.start, other.start);
  }
}

function createPlaces({ layout, sourceMap }: Twin): Places | null {
  const dwarf = new Dwarf(layout);
  if (dwarf.exists) {
    const { codeStart } = layout;
    return {
      layout,
      framesAt: (offset) => dwarf.framesAt(offset - codeStart),
      // The outermost of the calls there: others are inlined in the function.
      placeOf: ({ start }) => dwarf.framesAt(start - codeStart).at(-1)?.place ?? null,
      ranges: () =>
        dwarf.ranges(isOwnFile).map((range) => ({
          ...range,
          start: range.start + codeStart,
          end: range.end + codeStart,
        })),
    };
  }
  if (sourceMap === null) return null;
  const framesAt = (offset: number, bodyStart: number): DwarfFrame[] => {
    const place = sourceMap.placeAt(offset, bodyStart);
    return place === null ? [] : [{ name: null, isInlined: false, place }];
  };
  return {
    layout,
    framesAt,
    placeOf: ({ start, end }) => sourceMap.firstPlace(start, end),
    ranges: () => listSegments(sourceMap),
  };
}

function isOwnFile(file: string): boolean {
  return !isLibraryFile(file);
}

/** Source maps know nothing of inlined calls. A segment that ends a function may be too long. */
function listSegments({ segments }: SourceMap): LocatedRange[] {
  return segments.flatMap(({ offset, ...place }, index) => {
    const end = segments[index + 1]?.offset ?? Number.POSITIVE_INFINITY;
    return isOwnFile(place.file) ? [{ ...place, start: offset, end, inlined: null }] : [];
  });
}

/** The name section has whole paths, but knows nothing of inlined functions. */
function nameFrame({ name, isInlined }: DwarfFrame, named: string): string {
  return isInlined && name !== null ? formatName(name) : named;
}

/** Debug information may contain any number. */
function numberOf(value = 0): number | null {
  return Number.isInteger(value) && value > 0 && value <= NUMBER_MAX ? value : null;
}

function createFrame(
  name: string,
  { isInlined, place }: { readonly isInlined: boolean; readonly place: SourcePlace | null },
): StackFrame {
  const role = roleOf(name, place?.file ?? null);
  return {
    function: name,
    inlined: isInlined,
    file: place === null ? null : shortenPath(place.file).slice(-PATH_CHARS_MAX),
    line: numberOf(place?.line),
    column: numberOf(place?.column),
    role,
  };
}
