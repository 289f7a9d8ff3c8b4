// Prepares a clone to run: installs the packages of the lock file, compiles `src/` and `explorer/`
// to `dist/`, each only if missing or stale, and bundles the program. An installed package has no
// `src/` and needs nothing.
//
//   node scripts/setup.js            what `npm start` needs: run-time dependencies and the compiler
//   node scripts/setup.js --tests    also what `npm test` needs: linter, client libraries
//   node scripts/setup.js --fresh    compiles in any case, so that `dist/` names the current commit

import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  buildStamp,
  installStamp,
  isClone,
  isFresh,
  isInstalled,
  ROOT,
} from '../bin/setUpState.js';
import { readCommit } from './commit.js';

export { ROOT };

/** @param {{ tests?: boolean, fresh?: boolean }} [options] */
export function setUp({ tests = false, fresh = false } = {}) {
  if (!isClone()) return;
  install(ROOT, 'dependencies');
  if (tests) install(join(ROOT, 'test'), 'test dependencies');
  build(fresh);
}

/**
 * @param {string} folder holds package-lock.json
 * @param {string} what
 */
export function install(folder, what) {
  if (isInstalled(folder)) return;
  const { path, value } = installStamp(folder);
  doStep(`installing ${what}`, () => {
    run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], folder);
    writeFileSync(path, value);
  });
}

/** @param {boolean} always */
function build(always) {
  const stamp = buildStamp();
  if (!always && isFresh(stamp)) return;
  doStep('compiling', () => {
    rmSync(join(ROOT, 'dist'), { recursive: true, force: true });
    compile('tsconfig.json');
    recordCommit();
    compile('explorer/tsconfig.json');
    run(process.execPath, [join('scripts', 'linkExplorer.js')], ROOT);
    run(process.execPath, [join('scripts', 'link.js')], ROOT);
    run(process.execPath, [join('scripts', 'pruneDeclarations.js')], ROOT);
    writeFileSync(stamp.path, stamp.value);
  });
}

/** Replaces the module of `src/base/commit.ts`, which cannot know it. */
function recordCommit() {
  const commit = JSON.stringify(readCommit(ROOT));
  writeFileSync(join(ROOT, 'dist', 'base', 'commit.js'), `export const COMMIT = ${commit};\n`);
}

/** @param {string} project a tsconfig file, from the root folder */
export function compile(project) {
  const compiler = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
  run(process.execPath, [compiler, '--project', project], ROOT);
}

/**
 * Prints the step and its duration on standard error, in one line. If the step fails, prints its
 * output and exits.
 *
 * @param {string} what
 * @param {() => void} step
 */
export function doStep(what, step) {
  const startMs = Date.now();
  process.stderr.write(`perigee: ${what} ... `);
  try {
    step();
  } catch (error) {
    process.stderr.write(`failed\n${error instanceof Error ? error.message : error}\n`);
    process.exit(1);
  }
  process.stderr.write(`${((Date.now() - startMs) / 1000).toFixed(1)} s\n`);
}

/**
 * Runs a program to completion. If it fails, its output is the message of the error.
 *
 * @param {string} program
 * @param {string[]} args
 * @param {string} folder
 */
export function run(program, args, folder) {
  // On Windows npm is a script, which only a shell can start.
  const shell = process.platform === 'win32' && program === 'npm';
  const { status, error, stdout, stderr } = spawnSync(program, args, {
    cwd: folder,
    shell,
    encoding: 'utf8',
  });
  if (status !== 0) throw error ?? new Error(`${stdout}${stderr}`.trim());
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  setUp({ tests: process.argv.includes('--tests'), fresh: process.argv.includes('--fresh') });
}
