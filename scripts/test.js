// Runs the checks and the tests: set-up, linter, type check, then node's own test runner, whose
// summary is the last thing on standard output.
//
//   npm test                  everything but the slow suites
//   npm test -- trie chain    only test/trie and test/chain
//   npm run test:slow         only the slow suites

import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { compile, doStep, ROOT, run, setUp } from './setup.js';

const SLOW_SUITES = ['crash', 'browser', 'soak'];
const CONCURRENCY = 2;
const BUILD = join(ROOT, '.build');

const args = process.argv.slice(2);
const isSlow = args.includes('--slow');
const folders = args.filter((arg) => !arg.startsWith('--'));

setUp({ tests: true });
doStep('checking style', () => {
  const biome = join(ROOT, 'test', 'node_modules', '@biomejs', 'biome', 'bin', 'biome');
  run(process.execPath, [biome, 'check', '--error-on-warnings'], ROOT);
});
doStep('checking types', () => compile('tsconfig.test.json'));
linkTestDependencies();

const files = listTests('test').filter(isWanted);
if (files.length === 0) {
  process.stderr.write('perigee: there are no such tests.\n');
  process.exit(folders.length > 0 ? 1 : 0);
}
const reporter = process.stdout.isTTY ? 'spec' : 'tap';
const runner = [`--test-concurrency=${CONCURRENCY}`, `--test-reporter=${reporter}`];
const { status } = spawnSync(
  process.execPath,
  ['--enable-source-maps', '--test', ...runner, ...files.map(compiledPath)],
  { cwd: ROOT, stdio: 'inherit' },
);
process.exit(status ?? 1);

/**
 * Compiled tests find their packages as the sources do: in `node_modules` beside them.
 * Compiled sources do not, so that a test's package can never take the place of a run-time one.
 */
function linkTestDependencies() {
  const link = join(BUILD, 'test', 'node_modules');
  if (!existsSync(link)) symlinkSync(join(ROOT, 'test', 'node_modules'), link, 'junction');
}

/**
 * @param {string} folder with `/`, from the root
 * @returns {string[]}
 */
function listTests(folder) {
  return readdirSync(join(ROOT, folder), { withFileTypes: true })
    .filter((entry) => entry.name !== 'node_modules')
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) return listTests(path);
      return path.endsWith('.test.ts') ? [path] : [];
    });
}

/** @param {string} path */
function isWanted(path) {
  if (folders.length > 0) return folders.some((folder) => path.startsWith(`test/${folder}`));
  return SLOW_SUITES.includes(path.split('/')[1] ?? '') === isSlow;
}

/** @param {string} path */
function compiledPath(path) {
  return join(BUILD, path.replace(/\.ts$/, '.js'));
}
