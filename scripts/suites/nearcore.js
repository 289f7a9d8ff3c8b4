// The one-node tests of the reference's own Python suite, unchanged and with its own library, which
// starts the packed program as `neard`. Needs Python 3; its packages come from the registry of pip.

import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runProgram } from './programs.js';
import { countResults } from './report.js';

const NAME = 'nearcore';
const TESTS = [
  'tests/sandbox/fast_forward.py',
  'tests/sandbox/fast_forward_epoch_boundary.py',
  'tests/sandbox/patch_state.py',
  'tests/sanity/simple.py',
];
/** What these tests import, of the packages that the suite lists. */
const PACKAGES = [
  'base58',
  'cryptography',
  'geventhttpclient',
  'google-cloud-compute',
  'prometheus-client',
  'pynacl',
  'python-rc',
  'requests',
  'retrying',
  'semver',
];

/**
 * @param {import('./programs.js').Packed} packed
 * @param {string | undefined} from the folder with the checkouts
 * @returns {import('./report.js').Results}
 */
export function runNearcore({ folder, program }, from) {
  const source = join(from ?? '', NAME, 'pytest');
  if (!from || !existsSync(source)) {
    const why = `no checkout of ${NAME} in the folder of --from`;
    return { passed: 0, failed: [], skipped: [{ what: 'the whole suite', why }] };
  }
  const copy = join(folder, NAME);
  const cwd = join(copy, 'pytest');
  for (const path of ['lib', ...TESTS]) {
    cpSync(join(source, path), join(cwd, path), { recursive: true });
  }
  const binaries = join(copy, 'target', 'release');
  mkdirSync(binaries, { recursive: true });
  symlinkSync(program, join(binaries, 'neard'));
  const python = installPackages(copy, readFileSync(join(source, 'requirements.txt'), 'utf8'));
  const home = join(copy, 'home');
  mkdirSync(home);
  const env = { HOME: home, NEAR_ROOT: binaries };
  const startMs = Date.now();
  const tests = TESTS.map((path) => runTest(python, path, cwd, env));
  return { ...countResults(tests, []), seconds: (Date.now() - startMs) / 1000 };
}

/**
 * Returns the interpreter that has the packages.
 *
 * @param {string} cwd
 * @param {string} requirements the suite's own list, with its versions
 */
function installPackages(cwd, requirements) {
  const wanted = requirements
    .split('\n')
    .filter((line) => PACKAGES.includes(line.replace(/[^\w-].*$/, '')));
  writeFileSync(join(cwd, 'requirements.txt'), `${wanted.join('\n')}\n`);
  runProgram('python3', ['-m', 'venv', 'python'], { cwd });
  const python = join(cwd, 'python', 'bin', 'python');
  const args = ['--quiet', '--disable-pip-version-check', '--requirement', 'requirements.txt'];
  runProgram(python, ['-m', 'pip', 'install', ...args], { cwd });
  return python;
}

/**
 * A test passes if its script ends without an exception.
 *
 * @param {string} python
 * @param {string} path
 * @param {string} cwd
 * @param {NodeJS.ProcessEnv} env
 * @returns {import('./report.js').TestResult}
 */
function runTest(python, path, cwd, env) {
  try {
    runProgram(python, [path], { cwd, env });
    return { name: path, status: 'passed' };
  } catch (error) {
    const message = error instanceof Error ? error.message.slice(-2_000) : String(error);
    return { name: path, status: 'failed', message };
  }
}
