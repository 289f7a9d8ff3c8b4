// `npm run dev` finds the tests that a change affects by following references between compiled
// modules: a small tree of files, with every kind of reference that sources have.

import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { findDependents, readImportGraph } from '../../scripts/dev/importGraph.js';
import { createTemporaryFolder } from '../support/temporaryFolder.ts';

const MODULES = {
  'src/bytes.js': 'export const bytes = 1;',
  'src/trie.js': "import { bytes } from './bytes.js';",
  'src/late.js': "const { bytes } = await import('./bytes.js');",
  'src/thread.js': "new Worker(new URL('./worker.js', import.meta.url));",
  'src/worker.js': "export * from './trie.js';",
  'src/alone.js': "import './missing.js'; // names './bytes.ts' and a package's index.js",
  'test/trie.test.js': "import { trie } from '../src/trie.js';",
  'test/thread.test.js': 'import { start } from "../src/thread.js";',
  'test/alone.test.js': "import '../src/alone.js';",
  'test/node_modules/other/index.js': "import '../../../src/bytes.js';",
};

function writeModules(): string {
  const folder = createTemporaryFolder();
  for (const [name, text] of Object.entries(MODULES)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  return folder;
}

test('dependents are found through imports and workers, with their distance', () => {
  const folder = writeModules();
  const graph = readImportGraph(folder);
  const dependentsOf = (...changed: string[]) => {
    const paths = changed.map((name) => join(folder, name));
    const found = [...findDependents(graph, paths)];
    return Object.fromEntries(found.map(([path, i]) => [path.slice(folder.length + 1), i]));
  };
  assert.deepEqual(dependentsOf('src/bytes.js'), {
    [join('src/bytes.js')]: 0,
    [join('src/trie.js')]: 1,
    [join('src/late.js')]: 1,
    [join('src/worker.js')]: 2,
    [join('test/trie.test.js')]: 2,
    [join('src/thread.js')]: 3,
    [join('test/thread.test.js')]: 4,
  });
  assert.deepEqual(dependentsOf('src/alone.js', 'test/trie.test.js'), {
    [join('src/alone.js')]: 0,
    [join('test/trie.test.js')]: 0,
    [join('test/alone.test.js')]: 1,
  });
});
