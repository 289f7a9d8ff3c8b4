// near-cli, the JavaScript command line, as its users run it: credentials, an account, a contract,
// a call and a view.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { install, readRootKey, runProgram, startPacked } from './programs.js';
import { countResults } from './report.js';

/** @typedef {import('./programs.js').Packed} Packed */

/** The last one has a contract that stores a value. */
const PACKAGES = ['near-cli@4.0.13', 'near-hello@0.5.1'];
const CONTRACT = join('node_modules', 'near-hello', 'dist', 'main.wasm');

/**
 * The commands, and what their output must contain.
 *
 * @param {string} secretKey
 * @returns {{ args: string[], says: RegExp }[]}
 */
function listCommands(secretKey) {
  const [root, contract] = ['test.near', 'hello.test.near'];
  return [
    { args: ['add-credentials', root, '--secretKey', secretKey], says: /Storing credentials/ },
    {
      args: ['create-account', contract, '--useAccount', root, '--initialBalance', '20'],
      says: /Storing credentials for account: hello\.test\.near/,
    },
    { args: ['deploy', contract, CONTRACT], says: /Done deploying to hello\.test\.near/ },
    {
      args: ['call', contract, 'setValue', '{"value":"kept"}', '--useAccount', root],
      says: /'kept'/,
    },
    { args: ['view', contract, 'getValue', '{}'], says: /'kept'/ },
    { args: ['state', contract], says: /formattedAmount: '19\.99/ },
  ];
}

/**
 * @param {Packed} packed
 * @returns {Promise<import('./report.js').Results>}
 */
export async function runNearCli(packed) {
  const cwd = join(packed.folder, 'near-cli');
  const home = join(cwd, 'home');
  mkdirSync(home, { recursive: true });
  writeFileSync(join(cwd, 'package.json'), '{ "private": true }\n');
  install(cwd, PACKAGES);
  const node = await startPacked(packed);
  try {
    const env = {
      HOME: home,
      USERPROFILE: home,
      NEAR_NETWORK: 'custom',
      NEAR_CUSTOM_RPC: node.url,
      NEAR_CUSTOM_TLA: 'test.near',
    };
    const program = join(cwd, 'node_modules', 'near-cli', 'bin', 'near-cli.js');
    /** @type {import('./report.js').TestResult[]} */
    const tests = listCommands(readRootKey(packed, node.url)).map(({ args, says }) => {
      const options = { cwd, env, anyStatus: true };
      const { stdout, stderr } = runProgram(process.execPath, [program, ...args], options);
      const message = `${stdout}${stderr}`;
      return { name: `near ${args[0]}`, status: says.test(stdout) ? 'passed' : 'failed', message };
    });
    return countResults(tests, []);
  } finally {
    await node.stop();
  }
}
