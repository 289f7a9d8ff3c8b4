// The files of the contract calls that the reference's VM answered: calls and results, a line each,
// and the contracts apart, since many calls share one.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { repositoryPath } from '../../support/repository.ts';

const FOLDER = 'test/vectors/vm';
const FILES = ['modules', 'calls', 'results'] as const;

/** The first field of a call in the file. */
const MODULE = /"module":(\d+)/;

export type Vector = { readonly call: string; readonly result: string };

/** Calls have their contract in `wasm`; in the file, they have its line number in `module`. */
export function storeVectors(calls: readonly string[], results: readonly string[]): void {
  const modules = new Map<string, number>();
  const shortened = calls.map((call) => {
    const { wasm, ...fields } = JSON.parse(call);
    if (!modules.has(wasm)) modules.set(wasm, modules.size);
    return JSON.stringify({ module: modules.get(wasm), ...fields });
  });
  mkdirSync(repositoryPath(FOLDER), { recursive: true });
  for (const [index, lines] of [[...modules.keys()], shortened, results].entries()) {
    writeFileSync(pathOf(FILES[index]!), brotliCompressSync(`${lines.join('\n')}\n`));
  }
}

export function readVectors(): Vector[] {
  const [modules, calls, results] = FILES.map((name) => {
    const text = brotliDecompressSync(readFileSync(pathOf(name))).toString('utf8');
    return text.trimEnd().split('\n');
  }) as [string[], string[], string[]];
  return calls.map((line, index) => {
    const call = line.replace(MODULE, (_, number) => `"wasm":"${modules[number]}"`);
    return { call, result: results[index]! };
  });
}

function pathOf(name: string): string {
  return repositoryPath(`${FOLDER}/${name}.br`);
}
