// Runs the checks and the tests: set-up, linter, type check, then Node's own test runner, whose
// summary comes last on standard output. Failures are repeated on standard error.
//
//   npm test                  everything except the slow suites
//   npm test -- trie chain    only test/trie and test/chain
//   npm run test:slow         only the slow suites
//   npm run test:long         the long forms of the crash, hostile-client and soak tests, within 20
//                             minutes; `-- --minutes 5` sets another limit
//   npm run test:ring         the cluster tests, test/ring, on a real Cassandra; needs Java 17
//                             and Maven

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { compile, doStep, ROOT, run, setUp } from './setup.js';
import {
  BUILD,
  LONG_SUITES,
  linkTestDependencies,
  listTests,
  RING_SUITE,
  SLOW_SUITES,
  suiteOf,
} from './testFiles.js';
import { groupTests } from './testGroups.js';
import { WITHOUT_CERTIFICATES } from './withoutCertificates.js';

const CONCURRENCY = 2;
const FAILED = join(BUILD, 'failedTests.txt');
/** The time limit of the long form, including the checks before it. */
const MINUTES = 20;

const startMs = Date.now();
const { values: options, positionals: folders } = parseArgs({
  allowPositionals: true,
  options: {
    slow: { type: 'boolean', default: false },
    long: { type: 'boolean', default: false },
    ring: { type: 'boolean', default: false },
    minutes: { type: 'string', default: `${MINUTES}` },
  },
});
const { slow: isSlow, long: isLong, minutes } = options;
if (!(Number(minutes) >= 0)) {
  process.stderr.write('perigee: --minutes takes a number of minutes, such as 15.\n');
  process.exit(1);
}
const isRing = options.ring || folders.some((folder) => folder.startsWith(RING_SUITE));
if (isRing) verifyRingTools();

setUp({ tests: true });
doStep('checking style', () => {
  const biome = join(ROOT, 'test', 'node_modules', '@biomejs', 'biome', 'bin', 'biome');
  run(process.execPath, [biome, 'check', '--error-on-warnings'], ROOT);
});
doStep('checking types', () => compile('tsconfig.test.json'));
linkTestDependencies();

const files = listTests().filter(isWanted);
if (files.length === 0) {
  process.stderr.write('perigee: there are no such tests.\n');
  process.exit(folders.length > 0 ? 1 : 0);
}
const reporter = process.stdout.isTTY ? 'spec' : 'tap';
const runner = [
  // Each file of the cluster tests starts a Cassandra, and there is memory for one at a time.
  `--test-concurrency=${isRing ? 1 : CONCURRENCY}`,
  ...report(reporter, 'stdout'),
  ...report(join(ROOT, 'scripts', 'failedTests.js'), FAILED),
];
const { status } = spawnSync(
  process.execPath,
  ['--enable-source-maps', '--test', ...runner, ...groupTests(files)],
  // test/support/testForm.ts defines the forms of a test.
  { cwd: ROOT, stdio: 'inherit', env: describeEnvironment() },
);
process.stderr.write(readFileSync(FAILED, 'utf8'));
process.exit(status ?? 1);

/**
 * @param {string} reporter
 * @param {string} destination
 */
function report(reporter, destination) {
  return [`--test-reporter=${reporter}`, `--test-reporter-destination=${destination}`];
}

function describeEnvironment() {
  // The cluster's driver is a dependency of the tests; users install it next to the program.
  const driver = { NODE_PATH: join(ROOT, 'test', 'node_modules') };
  const long = {
    PERIGEE_TEST_FORM: 'long',
    PERIGEE_TEST_START_MS: `${startMs}`,
    PERIGEE_TEST_MINUTES: minutes,
  };
  const further = { ...(isLong && long), ...(isRing && driver) };
  return { ...process.env, ...WITHOUT_CERTIFICATES, ...further };
}

function verifyRingTools() {
  const java = spawnSync('java', ['-version'], { encoding: 'utf8' });
  const hasJava = /version "17[."]/.test(java.stderr ?? '');
  const hasMaven = spawnSync('mvn', ['-version']).status === 0;
  if (hasJava && hasMaven) return;
  process.stderr.write('perigee: the cluster tests need Java 17 and Maven on the path.\n');
  process.exit(1);
}

/** @param {string} path */
function isWanted(path) {
  if (folders.length > 0) return folders.some((folder) => path.startsWith(`test/${folder}`));
  const suite = suiteOf(path);
  if (isRing || suite === RING_SUITE) return isRing && suite === RING_SUITE;
  if (isLong) return LONG_SUITES.includes(suite);
  return SLOW_SUITES.includes(suite) === isSlow;
}
