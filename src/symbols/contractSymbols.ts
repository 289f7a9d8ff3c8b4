// Everything that is known about the functions of one contract: names from the module itself or
// from a twin, and source places from DWARF or from a source map. The entry point of this folder.

import type { WasmFrame } from '../vm/debug/wasmFrame.ts';
import { Dwarf, type DwarfFrame } from './dwarf/dwarf.ts';
import { formatFunctionIndex, formatName, readFunctionNames } from './functionNames.ts';
import type { SourceMap } from './sourceMap.ts';
import { type SourcePlace, shortenPath } from './sourcePlace.ts';
import { roleOf, type StackFrame } from './stackFrame.ts';
import type { TwinDegree } from './twins.ts';
import type { WasmLayout } from './wasmLayout.ts';

/** Another file of the same program, which has what the deployed one lacks. */
export interface Twin {
  readonly degree: TwinDegree;
  readonly layout: WasmLayout;
  readonly sourceMap: SourceMap | null;
}

const PATH_CHARS_MAX = 300;
/** Of lines and columns. */
const NUMBER_MAX = 2 ** 31 - 1;

/** Places in a module, by the index of a function and an offset in its body. */
interface Places {
  readonly layout: WasmLayout;
  readonly framesAt: (offset: number, bodyStart: number) => DwarfFrame[];
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
    const wanted = new Set(stack.map(({ functionIndex }) => functionIndex));
    const [own, ...others] = this.#named.map((layout) => readFunctionNames(layout, wanted));
    const hasOwnNames = this.#layout.custom('name') !== null;
    const sources = hasOwnNames ? [own, ...others] : [...others, own];
    const nameOf = (index: number) =>
      sources.map((names) => names?.get(index)).find((name) => name !== undefined) ?? null;
    return stack.flatMap((frame) => {
      const name = nameOf(frame.functionIndex) ?? formatFunctionIndex(frame.functionIndex);
      const located = this.#framesOf(frame);
      if (located.length === 0) return [createFrame(name, { isInlined: false, place: null })];
      return located.map((one) => createFrame(nameFrame(one, name), one));
    });
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
    return { layout, framesAt: (offset) => dwarf.framesAt(offset - layout.codeStart) };
  }
  if (sourceMap === null) return null;
  const framesAt = (offset: number, bodyStart: number): DwarfFrame[] => {
    const place = sourceMap.placeAt(offset, bodyStart);
    return place === null ? [] : [{ name: null, isInlined: false, place }];
  };
  return { layout, framesAt };
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
