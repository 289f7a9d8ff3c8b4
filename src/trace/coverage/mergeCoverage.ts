// Several reports of coverage as one, by source file. A contract without debug information counts
// as a file of its own.

import { formatHash } from '../../base/crypto/hash.ts';
import type { CoverageReport, CoveredContract, CoveredFile } from './coverageReport.ts';

interface NamedCount {
  readonly name: string;
  line: number;
  count: number;
}

export interface FileCoverage {
  readonly path: string;
  /** Line to count; empty without debug information. */
  readonly lines: Map<number, number>;
  readonly functions: Map<string, NamedCount>;
}

/** In the order of their paths. */
export class MergedCoverage {
  readonly #files = new Map<string, FileCoverage>();
  readonly #tooLarge = new Set<string>();
  calls = 0;

  add({ contracts }: CoverageReport): void {
    for (const contract of contracts) {
      this.calls += contract.calls;
      if (contract.tooLarge) this.#tooLarge.add(contract.accountId);
      for (const file of listFiles(contract)) this.#addFile(file);
    }
  }

  /** Accounts whose contracts were not counted. */
  get tooLarge(): string[] {
    return [...this.#tooLarge].sort();
  }

  get files(): FileCoverage[] {
    return [...this.#files.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  #addFile({ path, lines, functions }: CoveredFile): void {
    const file = this.#files.get(path) ?? { path, lines: new Map(), functions: new Map() };
    this.#files.set(path, file);
    for (const { line, count } of lines) file.lines.set(line, (file.lines.get(line) ?? 0) + count);
    for (const [index, { name, line, count }] of functions.entries()) {
      const known = file.functions.get(name);
      const place = line ?? index + 1;
      if (known === undefined) file.functions.set(name, { name, line: place, count });
      else known.count += count;
    }
  }
}

function listFiles(contract: CoveredContract): readonly CoveredFile[] {
  const { files, functions, accountId, codeHash, tooLarge } = contract;
  if (tooLarge) return [];
  if (files.length > 0 || functions.length === 0) return files;
  return [{ path: `${accountId}/${formatHash(codeHash)}.wasm`, lines: [], functions }];
}
