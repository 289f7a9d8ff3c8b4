// Running programs for the suites: npm, several versions of Node, and the packed node itself.

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';

/**
 * The packed program as it was installed.
 *
 * @typedef {object} Packed
 * @property {string} folder with all files of this run
 * @property {string} consumer the folder that has installed the package
 * @property {string} program
 * @property {string} binaries a folder where the program is called `near-sandbox`
 */

const TIMEOUT_MS = 20 * 60_000;
const OUTPUT_BYTES_MAX = 64 * 1024 * 1024;
/** Enough for a start on a machine that is busy with a suite. */
const START_MS_MAX = 60_000;

/**
 * Runs a program to completion and returns its output; throws with the output if it fails, unless
 * any status is accepted.
 *
 * @param {string} program
 * @param {string[]} args
 * @param {{ cwd: string, env?: NodeJS.ProcessEnv, anyStatus?: boolean }} options
 */
export function runProgram(program, args, { cwd, env = {}, anyStatus = false }) {
  // On Windows npm and npx are scripts, which only a shell can start.
  const shell = process.platform === 'win32' && (program === 'npm' || program === 'npx');
  const { status, error, stdout, stderr } = spawnSync(program, args, {
    cwd,
    shell,
    encoding: 'utf8',
    env: { ...process.env, ...env },
    timeout: TIMEOUT_MS,
    maxBuffer: OUTPUT_BYTES_MAX,
  });
  if (error !== undefined) throw error;
  if (status !== 0 && !anyStatus) {
    throw new Error(`${program} ${args.join(' ')}\n${stdout}${stderr}`);
  }
  return { stdout, stderr };
}

/**
 * Install scripts are disabled by default: some would download a node.
 *
 * @param {string} cwd
 * @param {string[]} [packages] what its package.json names if there are none
 * @param {{ scripts?: boolean }} [options]
 */
export function install(cwd, packages = [], { scripts = false } = {}) {
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error', '--no-save', '--legacy-peer-deps'];
  runProgram('npm', ['install', ...quiet, ...(scripts ? [] : ['--ignore-scripts']), ...packages], {
    cwd,
  });
}

/**
 * The program of a version of Node: this one, or one from npm.
 *
 * @param {number} major
 */
export function nodeOf(major) {
  if (process.versions.node.startsWith(`${major}.`)) return process.execPath;
  // Not through npx, which does not forward signals to the program that it runs.
  const args = ['--yes', `node@${major}`, '--print', 'process.execPath'];
  return runProgram('npx', args, { cwd: tmpdir() }).stdout.trim();
}

/**
 * A running node of the packed program, on a free port and with a temporary chain.
 *
 * @param {Packed} packed
 * @param {string} [node]
 */
export async function startPacked({ consumer, program }, node = process.execPath) {
  const args = [program, 'start', '--in-memory', '--port', '0'];
  const child = spawn(node, args, { cwd: consumer, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  const url = await new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no answer:\n${output}`)), START_MS_MAX);
    /** @param {Buffer} chunk */
    const read = (chunk) => {
      output += chunk;
      const [, found] = /"url":"(http:[^"]+)"/.exec(output) ?? [];
      if (found === undefined) return;
      clearTimeout(timer);
      resolve(found);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.on('error', reject);
    child.on('exit', (code) => reject(new Error(`ended with ${code}:\n${output}`)));
  });
  return {
    /** @type {string} */
    url,
    async stop() {
      const exit = once(child, 'exit');
      child.kill('SIGTERM');
      return (await exit)[0];
    },
  };
}

/**
 * The key of the root account, from the command that shows it.
 *
 * @param {Packed} packed
 * @param {string} url
 * @returns {string}
 */
export function readRootKey({ consumer, program }, url) {
  const args = [program, 'keys', 'test.near', '--secret', '--json', '--url', url];
  const { stdout } = runProgram(process.execPath, args, { cwd: consumer });
  return JSON.parse(stdout).keys[0].secret_key;
}
