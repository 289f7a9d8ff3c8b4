// Compiles programs as a reader does who uses TypeScript in its strict mode: with the oldest
// supported compiler and the newest one, and without `skipLibCheck`.

import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { repositoryPath } from '../support/repository.ts';

const COMPILERS = {
  oldest: repositoryPath('test', 'node_modules', 'typescript54', 'bin', 'tsc'),
  newest: repositoryPath('node_modules', 'typescript', 'bin', 'tsc'),
};

/** Packages whose own types need a newer compiler than ours do. */
const NEWER_PACKAGES = /from 'near-/;

interface Compilation {
  readonly compiler: keyof typeof COMPILERS;
  readonly files: readonly string[];
  readonly skipLibCheck: boolean;
}

/**
 * Compiles modules, given by name with their sources, to `NAME.mjs` in the folder `compiled`.
 * Resolves with what the compilers complain about.
 */
export async function compileSnippets(
  folder: string,
  sources: ReadonlyMap<string, string>,
): Promise<string> {
  for (const [name, text] of sources) writeFileSync(join(folder, `${name}.mts`), text);
  const names = (isNewer: boolean) =>
    [...sources].flatMap(([name, text]) =>
      NEWER_PACKAGES.test(text) === isNewer ? [`${name}.mts`] : [],
    );
  const compilations: Compilation[] = [
    { compiler: 'newest', files: [...names(false), ...names(true)], skipLibCheck: false },
    { compiler: 'oldest', files: names(false), skipLibCheck: false },
    { compiler: 'oldest', files: names(true), skipLibCheck: true },
  ];
  const complaints = await Promise.all(
    compilations.map((compilation, index) => compile(folder, `compiled${index}`, compilation)),
  );
  return complaints.join('');
}

/** The output of the newest compiler is what runs. */
export function compiledPath(folder: string, name: string): string {
  return join(folder, 'compiled0', `${name}.mjs`);
}

async function compile(
  folder: string,
  outDir: string,
  { compiler, files, skipLibCheck }: Compilation,
): Promise<string> {
  const compilerOptions = {
    strict: true,
    target: 'es2022',
    module: 'nodenext',
    types: ['node'],
    outDir,
    skipLibCheck,
  };
  const config = join(folder, `${outDir}.json`);
  mkdirSync(join(folder, outDir));
  writeFileSync(config, JSON.stringify({ compilerOptions, files }));
  try {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [COMPILERS[compiler], '--project', config],
      { cwd: folder },
    );
    return stdout;
  } catch (error) {
    return `${compiler} compiler:\n${(error as { stdout?: string }).stdout}`;
  }
}
