// Development: compiles on every change, restarts a node if its code has changed, and runs the
// tests that the change affects, the closest ones first.
//
//   npm run dev                        a node as `npm start` runs it
//   npm run dev -- --tests 5           at most 5 test files after a change (usually 20; 0: none)
//   npm run dev -- -- --port 3031      options after the second `--` are those of `perigee start`

import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findDependents, readImportGraph } from './dev/importGraph.js';
import { ModifiedFiles } from './dev/modifiedFiles.js';
import { Restartable } from './dev/restartable.js';
import { watchCompiler } from './dev/watchCompiler.js';
import { ROOT, run, setUp } from './setup.js';
import {
  BUILD,
  compiledPath,
  linkTestDependencies,
  listTests,
  RING_SUITE,
  SLOW_SUITES,
  suiteOf,
} from './testFiles.js';

/** The program as the tests start it: from compiled modules, without a bundle. */
const PROGRAM = join(BUILD, 'test', 'support', 'perigeeProcess.js');
const LEFT_OUT = [...SLOW_SUITES, RING_SUITE];
/** They start `bin/perigee.js`, which would build `dist/` at the same time. */
const NEEDS_DIST = ['test/cli/program.test.ts', 'test/scripts/deploy.test.ts'];

const { values, positionals: startOptions } = parseArgs({
  allowPositionals: true,
  options: { tests: { type: 'string', default: '20' } },
});
const testsMax = Number(values.tests);
if (!Number.isSafeInteger(testsMax) || testsMax < 0) {
  process.stderr.write('perigee: --tests takes a number of test files, such as 20.\n');
  process.exit(1);
}

setUp({ tests: true });
const modified = new ModifiedFiles(BUILD);
let isFirst = true;
/** Modules that changed since the last compilation without errors. @type {Set<string>} */
const changed = new Set();
/** Modules that changed since the last complete test run. @type {Set<string>} */
const untested = new Set();
const node = new Restartable((status) => say(`the node ended with ${status}`));
const tests = new Restartable((status) => {
  say(status === 0 ? 'the affected tests pass' : 'tests failed');
  untested.clear();
});
say('compiling');
const compilers = await Promise.all([
  watchCompiler('tsconfig.test.json', update),
  // The explorer: a reload in the browser shows changes, and neither node nor tests depend on it.
  watchCompiler('explorer/tsconfig.json', linkExplorer),
]);
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.once(signal, stop);

/** @param {number} errors of the compilation that is done */
function update(errors) {
  for (const path of modified.take()) changed.add(path);
  if (errors > 0) return say('waiting for the errors to be fixed');
  if (changed.size === 0) return;
  const graph = readImportGraph(BUILD);
  if (findDependents(graph, changed).has(PROGRAM)) startNode();
  // The first compilation writes every module, and says nothing about what needs a test.
  if (isFirst) linkTestDependencies();
  else startTests(graph);
  isFirst = false;
  changed.clear();
}

/** @param {number} errors */
function linkExplorer(errors) {
  if (errors === 0) run(process.execPath, [join('scripts', 'linkExplorer.js')], ROOT);
}

function startNode() {
  node.start(['--enable-source-maps', PROGRAM, 'start', ...startOptions]);
}

/** @param {ReadonlyMap<string, readonly string[]>} graph */
function startTests(graph) {
  for (const path of changed) untested.add(path);
  const affected = findDependents(graph, untested);
  const distanceOf = (/** @type {string} */ path) => affected.get(compiledPath(path)) ?? Infinity;
  const files = listTests()
    .filter((path) => distanceOf(path) < Infinity && !isLeftOut(path))
    .sort((a, b) => distanceOf(a) - distanceOf(b));
  const chosen = files.slice(0, testsMax);
  if (chosen.length === 0) return untested.clear();
  const rest = files.length - chosen.length;
  say(`testing ${chosen.join(' ')}${rest > 0 ? ` (and not ${rest} farther ones)` : ''}`);
  const reporter = [
    '--test-reporter=./scripts/failedTests.js',
    '--test-reporter-destination=stdout',
  ];
  const flags = ['--enable-source-maps', '--test', '--test-concurrency=2', ...reporter];
  tests.start([...flags, ...chosen.map(compiledPath)]);
}

/** @param {string} path */
function isLeftOut(path) {
  return LEFT_OUT.includes(suiteOf(path)) || NEEDS_DIST.includes(path);
}

function stop() {
  for (const child of [node, tests]) child.stop();
  for (const compiler of compilers) compiler.kill();
}

/** @param {string} text */
function say(text) {
  process.stderr.write(`perigee dev: ${text}\n`);
}
