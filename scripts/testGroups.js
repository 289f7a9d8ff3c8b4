// Which test files share a process. Loading the modules of the program takes a process a second of
// processor time, more than most test files take to run, so files of a folder are imported into
// one process, one after the other.

import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from './setup.js';
import { BUILD, compiledPath, suiteOf } from './testFiles.js';

const GROUPS = join(BUILD, 'groups');
const GROUP_FILES_MAX = 16;

/** Suites whose files neither start threads nor measure what their process needs. */
const SHARING_SUITES = [
  'abi',
  'base',
  'benchmark',
  'chain',
  'codec',
  'contracts',
  'explain',
  'explorer',
  'follow',
  'params',
  'runtime',
  'simulate',
  'state',
  'symbols',
  'trie',
  'types',
  'vm',
];

/**
 * A file that does something to its process has it for itself, and so has one with hooks of its
 * own, which would run for the tests of other files too.
 */
const TOUCHES_PROCESS = /^(?:before|after)(?:Each)?\(|\bprocess\.|\bWorker\b|\bglobalThis\b/m;

/**
 * The modules to run, each in a process of its own: compiled test files, and groups of them.
 *
 * @param {string[]} files paths of test files, in order
 * @returns {string[]}
 */
export function groupTests(files) {
  rmSync(GROUPS, { recursive: true, force: true });
  mkdirSync(GROUPS, { recursive: true });
  const shared = files.filter(canShare);
  const alone = files.filter((file) => !shared.includes(file)).map(compiledPath);
  const suites = new Set(shared.map(suiteOf));
  const groups = [...suites].flatMap((suite) =>
    writeGroups(
      suite,
      shared.filter((file) => suiteOf(file) === suite),
    ),
  );
  return [...alone, ...groups];
}

/** @param {string} file */
function canShare(file) {
  if (!SHARING_SUITES.includes(suiteOf(file))) return false;
  return !TOUCHES_PROCESS.test(readFileSync(join(ROOT, file), 'utf8'));
}

/**
 * @param {string} suite
 * @param {string[]} files
 */
function writeGroups(suite, files) {
  const count = Math.ceil(files.length / GROUP_FILES_MAX);
  return Array.from({ length: count }, (_, group) => {
    const path = join(GROUPS, `${suite.replace('.test.ts', '')}-${group + 1}.test.js`);
    const members = files.filter((_file, i) => i % count === group);
    writeFileSync(path, groupModule(members.map(compiledPath)));
    return path;
  });
}

/**
 * Node runs hooks outside of tests, which release what files share, as soon as no registered test
 * is left. The first test holds that back until every file has registered its own.
 *
 * @param {string[]} paths
 */
function groupModule(paths) {
  return [
    `import { test } from 'node:test';`,
    `let loaded;`,
    `test('the files of the group load', () => new Promise((resolve) => (loaded = resolve)));`,
    ...paths.map((path) => `await import('${pathToFileURL(path)}');`),
    `loaded();`,
    '',
  ].join('\n');
}
