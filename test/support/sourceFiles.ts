// The files of the repository by lines, for the tests of its rules.

import assert from 'node:assert/strict';
import { posix } from 'node:path';
import { listFiles, readText } from './repository.ts';

export type SourceFile = { readonly path: string; readonly lines: readonly string[] };
export type Breach = { readonly line: number; readonly what: string };

export const allFiles: SourceFile[] = listFiles('')
  .filter(
    (path) =>
      /\.(tsx?|js|json|md|css|html)$/.test(path) && !path.startsWith('test/recordings/data/'),
  )
  .map((path) => ({ path, lines: readText(path).split('\n') }));
export const codeFiles = allFiles.filter(({ path }) => /\.(tsx?|js)$/.test(path));
export const sourceFiles = codeFiles.filter(({ path }) => path.startsWith('src/'));

export function checkFiles(
  files: readonly SourceFile[],
  rule: (file: SourceFile) => Breach[],
): void {
  const breaches = files.flatMap((file) =>
    rule(file).map(({ line, what }) => `${file.path}:${line} ${what}`),
  );
  assert.equal(breaches.length, 0, `\n${breaches.join('\n')}`);
}

type Import = { readonly module: string; readonly line: number };

/** The imports of a file, as the formatter writes them; comments look different. */
export function readImports({ lines }: SourceFile): Import[] {
  const imports: Import[] = [];
  for (const [index, line] of lines.entries()) {
    const found =
      /^(?:import|export|\}).*\bfrom '(.+)';$|^import '(.+)';$|\bimport\('(.+?)'\)/.exec(line);
    const module = found?.[1] ?? found?.[2] ?? found?.[3];
    if (module !== undefined) imports.push({ module, line: index + 1 });
  }
  return imports;
}

export function resolveImport(path: string, module: string): string {
  return posix.join(posix.dirname(path), module);
}
