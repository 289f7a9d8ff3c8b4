// Creates a release: sets the version everywhere, dates the changelog, runs the checks, checks what
// the package would contain, commits, packs, and tags. Publishing and pushing are manual.
//
//   npm run release -- 0.2.0              everything; the package is left in the root folder
//   npm run release -- 0.2.0 --dry-run    the same without `npm test`; nothing is left behind

import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { checkPackedFiles } from './release/packedFiles.js';
import { release } from './release/release.js';
import { ROOT } from './setup.js';
import { runProgram } from './suites/programs.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'dry-run': { type: 'boolean', default: false } },
});
const [version] = positionals;
const isDryRun = values['dry-run'];
if (version === undefined || positionals.length > 1) fail('npm run release -- VERSION [--dry-run]');

try {
  release({
    root: ROOT,
    version,
    date: new Date().toISOString().slice(0, 10),
    isDryRun,
    git: (...args) => runProgram('git', args, { cwd: ROOT }).stdout.trim(),
    check,
    pack: () => say(`${packPackage()} is the package`),
    say,
  });
} catch (error) {
  fail(error instanceof Error ? error.message : String(error));
}
say(
  isDryRun
    ? 'nothing was changed'
    : `committed and tagged; next: git push --follow-tags, npm publish perigee-${version}.tgz`,
);

function check() {
  if (!isDryRun) {
    say('running npm test');
    runProgram('npm', ['test'], { cwd: ROOT });
  }
  rmSync(join(ROOT, packPackage()));
}

/** Returns the name of the file. */
function packPackage() {
  say('packing');
  const { stdout } = runProgram('npm', ['pack', '--json'], { cwd: ROOT });
  const [packed] = JSON.parse(stdout.slice(stdout.indexOf('[\n')));
  const { filename } = packed;
  const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const wrong = checkPackedFiles(manifest, packed);
  if (packed.version !== version) wrong.push(`the package is ${packed.version}`);
  if (wrong.length > 0) {
    rmSync(join(ROOT, filename));
    throw new Error(`The package is not as it should be:\n${wrong.join('\n')}`);
  }
  return filename;
}

/** @param {string} text */
function say(text) {
  process.stderr.write(`perigee: ${text}\n`);
}

/**
 * @param {string} text
 * @returns {never}
 */
function fail(text) {
  say(text);
  process.exit(1);
}
