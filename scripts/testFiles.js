// The test files of the repository, their compiled paths, and the suites that `npm test` leaves to
// other commands.

import { existsSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './setup.js';

/** The output folder of `tsconfig.test.json`. */
export const BUILD = join(ROOT, '.build');

/** These have a long form, for `npm run test:long`. */
export const LONG_SUITES = ['crash', 'fuzz', 'hostileClients', 'simulation', 'soak'];

export const SLOW_SUITES = [
  ...LONG_SUITES,
  'following',
  'longRecordings',
  'schemaTools',
  'guide',
  'examples',
  'site',
  'browser',
  'commands',
  'remote',
  'benchmarkRuns',
];
export const RING_SUITE = 'ring';

/**
 * The paths of all test files below a folder, with `/`, from the root of the repository.
 *
 * @param {string} [folder]
 * @returns {string[]}
 */
export function listTests(folder = 'test') {
  return readdirSync(join(ROOT, folder), { withFileTypes: true })
    .filter((entry) => entry.name !== 'node_modules')
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) return listTests(path);
      return path.endsWith('.test.ts') ? [path] : [];
    });
}

/** @param {string} path of a test file, such as `test/trie/trieUpdate.test.ts` */
export function suiteOf(path) {
  return path.split('/')[1] ?? '';
}

/** @param {string} path */
export function compiledPath(path) {
  return join(BUILD, path.replace(/\.ts$/, '.js'));
}

/**
 * Compiled tests find their packages like their sources do: in `node_modules` next to them.
 * Compiled sources do not, so that a package of the tests can never replace a run-time dependency.
 */
export function linkTestDependencies() {
  const link = join(BUILD, 'test', 'node_modules');
  if (!existsSync(link)) symlinkSync(join(ROOT, 'test', 'node_modules'), link, 'junction');
}
