// The package: what it contains, and its use in an empty folder on every supported version of Node.
// The command starts and responds, and a TypeScript program can use the library with its types.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCommit } from '../commit.js';
import { checkPackedFiles } from '../release/packedFiles.js';
import { ROOT } from '../setup.js';
import { nodeOf, runProgram, startPacked } from './programs.js';

/** @typedef {import('./programs.js').Packed} Packed */

const NODE_VERSIONS = [20, 24, 26];

const CONSUMER = `import { createNode, type PerigeeNode } from 'perigee';

const node: PerigeeNode = await createNode({ accounts: 1 });
const height: number = await node.mine(3);
await node.setBalance('alice.test.near', 7n);
// @ts-expect-error: an amount is a bigint
if (height < 0) await node.setBalance('alice.test.near', 'much');
await node.stop();
console.log('stopped at', height);
`;

const COMPILER_OPTIONS = {
  target: 'es2022',
  module: 'nodenext',
  strict: true,
  types: [],
  lib: ['es2022', 'dom'],
  skipLibCheck: false,
};

/**
 * @param {Packed} packed
 * @returns {Promise<import('./report.js').Results>}
 */
export async function runPackage(packed) {
  /** @type {import('./report.js').Results} */
  const results = { passed: 0, failed: [], skipped: [] };
  /** @type {(name: string, check: () => void | Promise<void>) => Promise<void>} */
  const check = async (name, run) => {
    try {
      await run();
      results.passed++;
    } catch (error) {
      results.failed.push(`${name}: ${error instanceof Error ? error.message : error}`);
    }
  };
  await check('npm publish --dry-run', expectPublishable);
  await check('npx perigee --version', () => expectVersion(packed));
  await check('a program that is checked with its types compiles', () => compileConsumer(packed));
  for (const major of NODE_VERSIONS) {
    await check(`the command on Node ${major}`, () => startAndAsk(packed, major));
    await check(`the library on Node ${major}`, () => runConsumer(packed, major));
    await check(`require('perigee') on Node ${major}`, () => requireLibrary(packed, major));
  }
  return results;
}

/** It packs the folder as `npm publish` would. */
function expectPublishable() {
  const { stdout } = runProgram('npm', ['publish', '--dry-run', '--json'], { cwd: ROOT });
  const printed = JSON.parse(stdout.slice(stdout.indexOf('{\n')));
  const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  // Some versions of npm list packages by name.
  const wrong = checkPackedFiles(manifest, printed[manifest.name] ?? printed);
  expect(wrong.length === 0, wrong.join('\n'));
}

/** @param {Packed} packed */
function expectVersion({ consumer }) {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const { stdout } = runProgram('npx', ['--no', '--', 'perigee', '--version'], { cwd: consumer });
  expect(stdout.startsWith(`perigee ${version} (commit ${readCommit(ROOT)}) `), stdout);
}

/** @param {Packed} packed */
function compileConsumer({ consumer }) {
  writeFileSync(join(consumer, 'consumer.ts'), CONSUMER);
  const config = { compilerOptions: COMPILER_OPTIONS, files: ['consumer.ts'] };
  writeFileSync(join(consumer, 'tsconfig.json'), JSON.stringify(config));
  const compiler = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
  runProgram(process.execPath, [compiler, '--project', consumer], { cwd: consumer });
}

/**
 * @param {Packed} packed
 * @param {number} major
 */
function runConsumer({ consumer }, major) {
  const { stdout } = runProgram(nodeOf(major), ['consumer.js'], { cwd: consumer });
  expect(/^stopped at \d+\n$/.test(stdout), stdout);
}

/**
 * @param {Packed} packed
 * @param {number} major
 */
function requireLibrary({ consumer }, major) {
  const script = "console.log(typeof require('perigee').createNode)";
  const { stdout } = runProgram(nodeOf(major), ['--input-type=commonjs', '-e', script], {
    cwd: consumer,
  });
  expect(stdout.trim() === 'function', stdout);
}

/**
 * @param {Packed} packed
 * @param {number} major
 */
async function startAndAsk(packed, major) {
  const node = await startPacked(packed, nodeOf(major));
  try {
    const status = await (await fetch(`${node.url}/status`)).text();
    expect(JSON.parse(status).chain_id === 'localnet', status);
  } finally {
    await node.stop();
  }
}

/**
 * @param {boolean} isAsExpected
 * @param {string} found
 */
function expect(isAsExpected, found) {
  if (!isAsExpected) throw new Error(`unexpected: ${found}`);
}
