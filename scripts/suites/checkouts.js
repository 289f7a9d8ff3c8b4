// Suites that are only in repositories. Each is copied from its checkout, installs its dependencies
// from npm, and runs unchanged with the packed program in place of the reference's binary.

import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { WITHOUT_CERTIFICATES } from '../withoutCertificates.js';
import { install, nodeOf, runProgram } from './programs.js';
import { countResults } from './report.js';

/** @typedef {import('./report.js').TestResult} TestResult */

/**
 * @typedef {object} Manifest
 * @property {Record<string, string>} [dependencies]
 * @property {Record<string, string>} [devDependencies]
 */

/**
 * @typedef {object} Checkout
 * @property {string} name of its folder, as of its repository
 * @property {string} package the folder of package.json in it
 * @property {string[]} copied files and folders, from there
 * @property {string[]} [shared] files of the whole repository
 * @property {number} node the version of Node that it needs at least
 * @property {(manifest: Manifest) => object} manifest what is installed
 * @property {string[]} [build] a program of its packages to run first, with arguments
 * @property {'vitest' | 'ava'} runner
 * @property {string[]} args
 * @property {Record<string, string>} [env]
 * @property {import('./report.js').Exception[]} exceptions
 */

const NEEDS_INTERNET = 'uses a public network';
const NEEDS_BINARY = "is about downloading the reference's binary";
/** More than cores: a test sleeps until its node has started, and between requests. */
const WORKERS = 4;

/** @type {Checkout[]} */
export const CHECKOUTS = [
  {
    name: 'near-kit',
    package: 'packages/near-kit',
    copied: ['src', 'tests', 'tsconfig.json', 'vitest.config.ts'],
    shared: ['tsconfig.json', 'packages/react/tsconfig.json'],
    node: 20,
    manifest: (theirs) => theirs,
    runner: 'vitest',
    args: ['tests/integration', `--maxWorkers=${WORKERS}`],
    exceptions: [],
  },
  {
    name: 'near-api-js',
    package: '.',
    copied: ['src', 'test', 'tsconfig.json', 'tsconfig.build.json', 'vitest.config.ts'],
    node: 24,
    manifest: ({ dependencies, devDependencies }) => ({
      dependencies,
      devDependencies: {
        ...pick(devDependencies, ['vitest', 'near-hello', 'semver']),
        'near-sandbox': '^0.3.1',
      },
    }),
    runner: 'vitest',
    args: ['test', '--coverage.enabled=false', '--typecheck.enabled=false'],
    exceptions: [
      { test: /published formats/, why: 'needs its own build' },
      { test: /fetchJson|next light client block/, why: NEEDS_INTERNET },
    ],
  },
  {
    name: 'near-workspaces-js',
    package: '.',
    copied: ['__tests__', 'packages', 'ava.config.cjs', 'tsconfig.json'],
    node: 20,
    manifest: ({ devDependencies }) => ({
      workspaces: ['packages/js'],
      devDependencies: pick(devDependencies, [
        '@types/fs-extra',
        '@types/node',
        'ava',
        'borsh',
        'ts-node',
        'typescript',
      ]),
    }),
    build: ['typescript/bin/tsc', '--project', 'packages/js'],
    runner: 'ava',
    args: ['--concurrency=1'],
    exceptions: [
      { test: /spoon-contract/, why: NEEDS_INTERNET },
      { test: /^No tests found/, why: 'the file is for other networks' },
    ],
  },
  {
    name: 'near-sandbox-js',
    package: '.',
    copied: ['src', '__tests__', 'examples', 'ava.config.cjs', 'tsconfig.json', 'package.json'],
    node: 24,
    manifest: ({ dependencies, devDependencies }) => ({
      dependencies,
      devDependencies: without(devDependencies, /biome|changesets|commitlint|tsdown/),
    }),
    runner: 'ava',
    args: ['--concurrency=1', '--serial'],
    env: { DEFAULT_FINALITY: 'optimistic' },
    exceptions: [{ test: /path.ava|version is unsupported/, why: NEEDS_BINARY }],
  },
];

/**
 * @param {Checkout} checkout
 * @param {import('./programs.js').Packed} packed
 * @param {string | undefined} from the folder with the checkouts
 * @returns {import('./report.js').Results}
 */
export function runCheckout(checkout, packed, from) {
  const repository = join(from ?? '', checkout.name);
  const source = join(repository, checkout.package);
  if (!from || !existsSync(join(source, 'package.json'))) {
    const why = `no checkout of ${checkout.name} in the folder of --from`;
    return { passed: 0, failed: [], skipped: [{ what: 'the whole suite', why }] };
  }
  const copy = join(packed.folder, checkout.name);
  const cwd = join(copy, checkout.package);
  mkdirSync(cwd, { recursive: true });
  for (const name of checkout.copied) {
    cpSync(join(source, name), join(cwd, name), { recursive: true, filter: isNoDependency });
  }
  for (const name of checkout.shared ?? []) cpSync(join(repository, name), join(copy, name));
  const manifest = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'));
  const installed = { private: true, type: manifest.type, ...checkout.manifest(manifest) };
  writeFileSync(join(cwd, 'package.json'), JSON.stringify(installed));
  install(cwd);
  if (checkout.build) {
    const [program = '', ...args] = checkout.build;
    runProgram(process.execPath, [join('node_modules', program), ...args], { cwd });
  }
  const run = checkout.runner === 'vitest' ? runVitest : runAva;
  const startMs = Date.now();
  const tests = run(checkout, cwd, packed);
  const seconds = (Date.now() - startMs) / 1000;
  return { ...countResults(tests, checkout.exceptions), seconds };
}

/** @param {string} path */
function isNoDependency(path) {
  return !path.includes('node_modules');
}

/**
 * The output of a runner; the harnesses of a suite find the program by these variables.
 *
 * @param {Checkout} checkout
 * @param {string} cwd
 * @param {import('./programs.js').Packed} packed
 * @param {string[]} runner
 */
function runTests(checkout, cwd, { binaries }, runner) {
  const major = Math.max(checkout.node, Number.parseInt(process.versions.node, 10));
  const node = nodeOf(major);
  const env = {
    ...checkout.env,
    // The program is started by its shebang line, which finds Node here.
    PATH: `${dirname(node)}${delimiter}${process.env.PATH}`,
    NEAR_SANDBOX_BIN_PATH: join(binaries, 'near-sandbox'),
    NEAR_SANDBOX_BINARY_PATH: binaries,
    // A busy machine may take long to start a node.
    NEAR_RPC_TIMEOUT_SECS: '60',
    ...WITHOUT_CERTIFICATES,
  };
  return runProgram(node, [...runner, ...checkout.args], { cwd, env, anyStatus: true });
}

/**
 * @param {Checkout} checkout
 * @param {string} cwd
 * @param {import('./programs.js').Packed} packed
 * @returns {TestResult[]}
 */
function runVitest(checkout, cwd, packed) {
  const path = join(cwd, 'results.json');
  const runner = ['node_modules/vitest/vitest.mjs', 'run', '--reporter=json'];
  const written = runTests(checkout, cwd, packed, [...runner, `--outputFile=${path}`]);
  if (!existsSync(path)) throw new Error(`${written.stdout}${written.stderr}`);
  /** @type {VitestFile[]} */
  const files = JSON.parse(readFileSync(path, 'utf8')).testResults;
  return files.flatMap(({ name, status, message, assertionResults }) => {
    const tests = assertionResults.map((test) => ({
      name: test.fullName,
      status: toStatus(test.status),
      message: test.failureMessages.join('\n').slice(0, 500),
    }));
    // A file that fails as a whole may name no test.
    const hasFailure = tests.some((test) => test.status === 'failed');
    return status === 'failed' && !hasFailure ? [...tests, { name, status, message }] : tests;
  });
}

/**
 * @typedef {object} VitestFile
 * @property {string} name
 * @property {'passed' | 'failed'} status
 * @property {string} message
 * @property {{ fullName: string, status: string, failureMessages: string[] }[]} assertionResults
 */

/**
 * @param {string} status
 * @returns {TestResult['status']}
 */
function toStatus(status) {
  return status === 'passed' || status === 'failed' ? status : 'skipped';
}

/**
 * @param {Checkout} checkout
 * @param {string} cwd
 * @param {import('./programs.js').Packed} packed
 * @returns {TestResult[]}
 */
function runAva(checkout, cwd, packed) {
  const runner = ['node_modules/ava/entrypoints/cli.mjs', '--tap'];
  const { stdout, stderr } = runTests(checkout, cwd, packed, runner);
  const lines = [...stdout.matchAll(/^(not )?ok \d+ - (.*?)( # SKIP.*)?$/gm)];
  if (lines.length === 0) throw new Error(`${stdout}${stderr}`);
  return lines.map(([, not, name = '', skip]) => ({
    name,
    status: skip ? 'skipped' : not ? 'failed' : 'passed',
  }));
}

/**
 * @param {Record<string, string> | undefined} versions
 * @param {string[]} names
 */
function pick(versions, names) {
  return Object.fromEntries(
    Object.entries(versions ?? {}).filter(([name]) => names.includes(name)),
  );
}

/**
 * @param {Record<string, string> | undefined} versions
 * @param {RegExp} names
 */
function without(versions, names) {
  return Object.fromEntries(Object.entries(versions ?? {}).filter(([name]) => !names.test(name)));
}
