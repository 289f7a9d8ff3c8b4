// How often the code of one contract was executed. Within a call, a line counts as often as the
// most frequent of its operators; if it was compiled several times, inlined or as a generic, the
// copies are added up. So the counts of calls, and of reports, can be added as well.

import type { SourceRange } from '../../symbols/contractSymbols.ts';
import type { Charge } from '../../vm/wasm/instrument/chargeList.ts';
import type { CoveredFile, CoveredFunction } from './coverageReport.ts';

/** A line in one copy of its code, or the entry of a function, with the charges that pay for it. */
interface Counted {
  readonly charges: readonly number[];
  readonly total: { count: number };
}

interface NamedTotal {
  readonly name: string;
  line: number;
  readonly total: { count: number };
}

interface FileTotals {
  readonly lines: Map<number, { count: number }>;
  /** By name. */
  readonly functions: Map<string, NamedTotal>;
}

export class LineCoverage {
  readonly #files = new Map<string, FileTotals>();
  readonly #counted: Counted[];

  /** `startOf` gives the offset at which a function begins, before its first operator. */
  constructor(
    ranges: readonly SourceRange[],
    charges: readonly Charge[],
    startOf: (functionIndex: number) => number,
  ) {
    const search = new ChargeSearch(charges, startOf);
    const sorted = ranges
      .map((range) => ({ ...range, charges: search.overlapping(range) }))
      .filter((range) => range.charges.length > 0)
      .sort((a, b) => a.start - b.start);
    this.#counted = [...this.#countLines(sorted), ...this.#countFunctions(sorted, charges)];
  }

  add(counters: Int32Array): void {
    for (const { charges, total } of this.#counted) {
      let most = 0;
      for (const charge of charges) most = Math.max(most, counters[charge]!);
      total.count += most;
    }
  }

  files(): CoveredFile[] {
    return [...this.#files].sort(byText(([path]) => path)).map(([path, { lines, functions }]) => ({
      path,
      lines: [...lines]
        .map(([line, { count }]) => ({ line, count }))
        .sort((a, b) => a.line - b.line),
      functions: [...functions.values()]
        .map(({ name, line, total: { count } }) => ({ name, line, count }))
        .sort((a, b) => a.line - b.line),
    }));
  }

  #countLines(ranges: readonly CountedRange[]): Iterable<Counted> {
    const copies = new Map<string, { charges: number[]; total: { count: number } }>();
    for (const range of ranges) {
      const key = `${copyOf(range)} ${range.line} ${range.file}`;
      const known = copies.get(key);
      if (known === undefined) {
        copies.set(key, { charges: [...range.charges], total: this.#totalOf(range) });
      } else {
        known.charges.push(...range.charges);
      }
    }
    return copies.values();
  }

  /** An inlined function was called as often as the first of its code was executed. */
  #countFunctions(ranges: readonly CountedRange[], charges: readonly Charge[]): Counted[] {
    const entries = new Map<number, number>();
    for (const [charge, { isEntry, functionIndex }] of charges.entries()) {
      if (isEntry) entries.set(functionIndex, charge);
    }
    const known = new Set<string>();
    const own = new Set(ranges.filter(({ inlined }) => inlined === null).map(nameInFunction));
    return ranges.flatMap((range) => {
      // An exported method often is a function of the same name around the method itself.
      if (range.inlined !== null && own.has(nameInFunction(range))) return [];
      const named = this.#functionOf(range);
      named.line = Math.min(named.line, range.line);
      if (known.has(copyOf(range))) return [];
      known.add(copyOf(range));
      const entry = range.inlined === null ? entries.get(range.functionIndex) : range.charges[0];
      return [{ charges: [entry ?? 0], total: named.total }];
    });
  }

  #fileOf(path: string): FileTotals {
    let file = this.#files.get(path);
    if (file === undefined) {
      file = { lines: new Map(), functions: new Map() };
      this.#files.set(path, file);
    }
    return file;
  }

  #totalOf({ file, line }: SourceRange): { count: number } {
    const { lines } = this.#fileOf(file);
    const total = lines.get(line) ?? { count: 0 };
    lines.set(line, total);
    return total;
  }

  #functionOf({ file, line, function: name }: SourceRange): NamedTotal {
    const { functions } = this.#fileOf(file);
    const named = functions.get(name) ?? { name, line, total: { count: 0 } };
    functions.set(name, named);
    return named;
  }
}

type CountedRange = SourceRange & { readonly charges: readonly number[] };

/** The same for all code of a function, or of one call that was inlined in it. */
function copyOf({ functionIndex, inlined }: SourceRange): string {
  return `${functionIndex} ${inlined}`;
}

function nameInFunction({ functionIndex, file, function: name }: SourceRange): string {
  return `${functionIndex} ${name} ${file}`;
}

function byText<T>(textOf: (one: T) => string): (a: T, b: T) => number {
  return (a, b) => (textOf(a) < textOf(b) ? -1 : 1);
}

/** Charges by the code that they pay for. */
class ChargeSearch {
  readonly #charges: readonly Charge[];
  readonly #startOf: (functionIndex: number) => number;

  constructor(charges: readonly Charge[], startOf: (functionIndex: number) => number) {
    this.#charges = charges;
    this.#startOf = startOf;
  }

  overlapping({ functionIndex, start, end }: SourceRange): number[] {
    const found: number[] = [];
    for (let at = this.#firstEndingAfter(start); at < this.#charges.length; at++) {
      const charge = this.#charges[at]!;
      if (charge.functionIndex !== functionIndex || this.#beginOf(charge) >= end) break;
      found.push(at);
    }
    return found;
  }

  /** The declaration of locals belongs to the entry. */
  #beginOf({ functionIndex, isEntry, start }: Charge): number {
    return isEntry ? this.#startOf(functionIndex) : start;
  }

  #firstEndingAfter(offset: number): number {
    let [low, high] = [0, this.#charges.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#charges[middle]!.end <= offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Of code without debug information: how often each function was called. */
export class FunctionCoverage {
  readonly #entries: { readonly charge: number; readonly name: string; count: number }[];

  constructor(charges: readonly Charge[], nameOf: (functionIndex: number) => string) {
    this.#entries = charges.flatMap(({ isEntry, functionIndex }, charge) =>
      isEntry ? [{ charge, name: nameOf(functionIndex), count: 0 }] : [],
    );
  }

  add(counters: Int32Array): void {
    for (const entry of this.#entries) entry.count += counters[entry.charge]!;
  }

  functions(): CoveredFunction[] {
    return this.#entries.map(({ name, count }) => ({ name, line: null, count }));
  }
}
