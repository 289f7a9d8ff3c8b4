// Which folder of `src/` may import which (ARCHITECTURE.md).

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LAYERS } from './support/layers.ts';
import {
  checkFiles,
  codeFiles,
  readImports,
  resolveImport,
  sourceFiles,
} from './support/sourceFiles.ts';

test('a folder imports only itself and the folders before it', () => {
  checkFiles(sourceFiles, (file) =>
    readImports(file).flatMap(({ module, line }) => {
      if (!module.startsWith('.')) return [];
      const [top, folder = '', part] = resolveImport(file.path, module).split('/');
      const ownFolder = file.path.split('/')[1] ?? '';
      const own = LAYERS.indexOf(ownFolder);
      if (own === -1) return [{ line, what: `${ownFolder} is not in the list of layers` }];
      const other = LAYERS.indexOf(folder);
      // Engines are named by src/store/openStore.ts.
      const isEngine = folder === 'store' && (part === 'lmdb' || part === 'memory');
      const isHidden = isEngine && ownFolder !== 'store';
      const isAllowed = top === 'src' && other !== -1 && other <= own && !isHidden;
      return isAllowed ? [] : [{ line, what: `${ownFolder} may not import ${module}` }];
    }),
  );
});

test('scripts load compiled files whose sources exist', () => {
  const sources = new Set(sourceFiles.map(({ path }) => path));
  const scripts = codeFiles.filter(({ path }) => path.startsWith('scripts/'));
  let count = 0;
  checkFiles(scripts, ({ lines }) =>
    lines.flatMap((text, index) => {
      const [, path] = /\b(?:load|importCompiled)\('(.+)\.js'\)/.exec(text) ?? [];
      if (path === undefined) return [];
      count++;
      if (sources.has(`src/${path}.ts`)) return [];
      return [{ line: index + 1, what: `src/${path}.ts does not exist` }];
    }),
  );
  assert.ok(count > 20);
});

test('folders next to each other import in one direction only', () => {
  const paths = new Set(sourceFiles.map(({ path }) => path));
  const imports = sourceFiles.flatMap((file) =>
    readImports(file)
      .map(({ module }) => resolveImport(file.path, module))
      .filter((target) => paths.has(target))
      .flatMap((target) => siblingFolders(file.path, target)),
  );
  const below = new Map<string, Set<string>>();
  for (const { from, to } of imports) below.set(from, (below.get(from) ?? new Set()).add(to));
  const reaches = (from: string, goal: string, seen = new Set<string>()): boolean =>
    [...(below.get(from) ?? [])].some((to) => {
      if (to === goal) return true;
      if (seen.has(to)) return false;
      seen.add(to);
      return reaches(to, goal, seen);
    });
  const circles = imports.filter(({ from, to }) => reaches(to, from));
  const described = circles.map(
    ({ file, from, to }) => `${file}: ${from} and ${to} need each other`,
  );
  assert.deepEqual([...new Set(described)], []);
});

/** The two folders by which the paths differ; none if one file is directly in a common folder. */
function siblingFolders(file: string, target: string) {
  const own = file.split('/').slice(0, -1);
  const other = target.split('/').slice(0, -1);
  const common = own.findIndex((name, index) => name !== other[index]);
  if (common === -1 || other[common] === undefined) return [];
  const upTo = (path: readonly string[]) => path.slice(0, common + 1).join('/');
  return [{ file, from: upTo(own), to: upTo(other) }];
}
