// Runs third-party libraries and test suites against the packed program, as users get it from npm:
// packs it, installs it into an empty folder, and runs them. It ends with a table of passed, failed
// and skipped tests, and fails if any test failed.
//
//   npm run test:suites                        the package, libraries from npm, near-workspaces-rs
//   npm run test:suites -- --from DIR          also the suites of the checkouts in DIR
//   npm run test:suites -- --only near-kit     only what has this name
//
// npm packages contain no tests: with these libraries, programs of ours run. Their own suites come
// from local checkouts, in folders named like their repositories, and are copied before anything is
// installed next to them. Without cargo, near-workspaces-rs is skipped.

import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT, setUp } from './setup.js';
import { CHECKOUTS, runCheckout } from './suites/checkouts.js';
import { runNearCli } from './suites/nearCli.js';
import { runNearcore } from './suites/nearcore.js';
import { runNearWorkspacesRs } from './suites/nearWorkspacesRs.js';
import { runPackage } from './suites/package.js';
import { install, runProgram } from './suites/programs.js';
import { failures, formatReport } from './suites/report.js';
import { runScenario, SCENARIOS } from './suites/scenarios.js';

/** @typedef {import('./suites/report.js').Report} Report */

const { values: options } = parseArgs({
  options: { from: { type: 'string' }, only: { type: 'string' } },
});

setUp();
const folder = mkdtempSync(join(tmpdir(), 'perigee-suites-'));
try {
  const packed = installPacked();
  /** @type {Report[]} */
  const reports = [];
  for (const { name, run } of listSuites(packed)) {
    if (options.only !== undefined && options.only !== name) continue;
    process.stderr.write(`perigee: ${name} ...\n`);
    const startMs = Date.now();
    const report = await attempt(run);
    reports.push({ name, seconds: (Date.now() - startMs) / 1000, ...report });
  }
  process.stdout.write(formatReport(reports));
  process.exitCode = reports.length > 0 && failures(reports) === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/**
 * The program in an empty folder that installed it, and a folder that names it as harnesses do.
 *
 * @returns {import('./suites/programs.js').Packed}
 */
function installPacked() {
  process.stderr.write('perigee: packing and installing ...\n');
  const consumer = join(folder, 'consumer');
  mkdirSync(consumer);
  runProgram('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: ROOT });
  const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz'));
  if (tarball === undefined) throw new Error('npm pack has created no package.');
  writeFileSync(join(consumer, 'package.json'), '{ "private": true, "type": "module" }\n');
  install(consumer, [join(folder, tarball)]);
  const program = join(consumer, 'node_modules', 'perigee', 'bin', 'perigee.js');
  const binaries = join(folder, 'binaries');
  mkdirSync(binaries);
  symlinkSync(program, join(binaries, 'near-sandbox'));
  return { folder, consumer, program, binaries };
}

/**
 * @param {import('./suites/programs.js').Packed} packed
 * @returns {{ name: string, run: () => Promise<import('./suites/report.js').Results> }[]}
 */
function listSuites(packed) {
  const from = options.from === undefined ? undefined : resolve(options.from);
  return [
    { name: 'package', run: () => runPackage(packed) },
    { name: 'near-cli', run: () => runNearCli(packed) },
    ...SCENARIOS.map((scenario) => ({
      name: scenario.name,
      run: () => runScenario(scenario, packed),
    })),
    { name: 'near-workspaces-rs', run: async () => runNearWorkspacesRs(packed, from) },
    ...(from === undefined ? [] : listCheckouts(packed, from)),
  ];
}

/**
 * @param {import('./suites/programs.js').Packed} packed
 * @param {string} from
 */
function listCheckouts(packed, from) {
  return [
    ...CHECKOUTS.map((checkout) => ({
      name: checkout.name,
      run: async () => runCheckout(checkout, packed, from),
    })),
    { name: 'nearcore', run: async () => runNearcore(packed, from) },
  ];
}

/**
 * A suite that fails before its tests can be counted is one failure.
 *
 * @param {() => Promise<import('./suites/report.js').Results>} run
 */
async function attempt(run) {
  try {
    return await run();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { passed: 0, failed: [message.trim().slice(-2_000)], skipped: [] };
  }
}
