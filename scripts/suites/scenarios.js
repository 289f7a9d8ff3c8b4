// Libraries as their users install them from npm, unchanged: each runs a program of ours, which
// uses it as its documentation says. Their own suites are only in their repositories
// (checkouts.js).

import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { WITHOUT_CERTIFICATES } from '../withoutCertificates.js';
import { install, readRootKey, runProgram, startPacked } from './programs.js';
import { countResults } from './report.js';

/** It has a contract that stores a value. */
const CONTRACT = 'near-hello@0.5.1';
/** Long enough for a machine that is busy with a suite. */
const START_SECONDS = '60';

/**
 * @typedef {object} Scenario
 * @property {string} name
 * @property {string[]} packages
 * @property {string} program in the folder `scenarios`
 */

/** @type {Scenario[]} */
export const SCENARIOS = [
  { name: 'near-kit', packages: ['near-kit@0.19.0', 'near-sandbox@0.3.4'], program: 'nearKit.mjs' },
  { name: 'near-api-js', packages: ['near-api-js@7.3.1'], program: 'nearApiJs.mjs' },
  { name: 'near-sandbox', packages: ['near-sandbox@0.3.4'], program: 'nearSandbox.mjs' },
  {
    name: 'near-workspaces-js',
    packages: ['near-workspaces@5.0.0'],
    program: 'nearWorkspaces.mjs',
  },
];

/**
 * The program runs in a folder that has installed the library, with the variables of `perigee env`
 * and a node of `perigee start`.
 *
 * @param {Scenario} scenario
 * @param {import('./programs.js').Packed} packed
 * @returns {Promise<import('./report.js').Results>}
 */
export async function runScenario({ name, packages, program }, packed) {
  const cwd = join(packed.folder, `${name}-scenario`);
  mkdirSync(cwd);
  writeFileSync(join(cwd, 'package.json'), '{ "private": true, "type": "module" }\n');
  install(cwd, [...packages, CONTRACT]);
  const source = fileURLToPath(new URL(`scenarios/${program}`, import.meta.url));
  copyFileSync(source, join(cwd, program));
  const startMs = Date.now();
  const node = await startPacked(packed);
  try {
    const env = {
      NEAR_SANDBOX_BIN_PATH: join(packed.binaries, 'near-sandbox'),
      NEAR_SANDBOX_BINARY_PATH: packed.binaries,
      NEAR_RPC_TIMEOUT_SECS: START_SECONDS,
      NODE_URL: node.url,
      SECRET_KEY: readRootKey(packed, node.url),
      ...WITHOUT_CERTIFICATES,
    };
    const args = ['--test', '--test-reporter=tap', program];
    const { stdout, stderr } = runProgram(process.execPath, args, { cwd, env, anyStatus: true });
    const tests = readTap(stdout);
    if (tests.length === 0) throw new Error(`${stdout}${stderr}`);
    return { ...countResults(tests, []), seconds: (Date.now() - startMs) / 1000 };
  } finally {
    await node.stop();
  }
}

/**
 * The tests of a file; the lines below a failed one are its message.
 *
 * @param {string} text
 * @returns {import('./report.js').TestResult[]}
 */
function readTap(text) {
  const parts = text.split(/^(?=(?:not )?ok \d+ - )/m).slice(1);
  return parts.map((part) => {
    const [, not, name = ''] = /^(not )?ok \d+ - (.*)$/m.exec(part) ?? [];
    if (!not) return { name, status: 'passed' };
    return { name, status: 'failed', message: part.slice(0, 2_000) };
  });
}
