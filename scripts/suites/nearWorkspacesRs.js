// near-workspaces for Rust: the library and its tests as crates.io has them, unchanged, with the
// packed program as their node. Its contracts are only in its repository: with a checkout in the
// folder of --from they are used, and all tests run; without one, a contract of ours with the
// methods of status_message.wasm, and the tests that need no other. It needs a Rust compiler and
// compiles 450 crates, three minutes on two cores; CARGO_TARGET_DIR keeps them for the next run.

import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from '../setup.js';
import { runProgram } from './programs.js';
import { countResults } from './report.js';

const NAME = 'near-workspaces-rs';
const VERSION = '0.24.0';
/** What the crate says that it needs. */
const RUST = { major: 1, minor: 95 };
/** Of the checkout, next to the folder of the crate. */
const CONTRACTS = join('examples', 'res');
const STATUS_CONTRACT = join(ROOT, 'contracts', 'tests', 'status-message.wasm');
/** Two nodes at a time. */
const THREADS = '2';

/** Its own list names near-sdk too, which no test uses and which takes as long as all others. */
const MANIFEST = `[package]
name = "near-workspaces-suite"
version = "0.0.0"
edition = "2024"
publish = false

[features]
interop_sdk = []

[dev-dependencies]
anyhow = "1.0"
bs58 = "0.5"
futures = "0.3"
near-gas = "0.3"
near-primitives = "0.38.0"
near-sandbox = "0.4.0"
near-token = "0.3"
near-workspaces = "=${VERSION}"
serde = { version = "1.0", features = ["derive"] }
serde_json = "1.0"
test-log = { version = "0.2.8", default-features = false }
tokio = { version = "1", features = ["full"] }

[profile.dev]
debug = 0
incremental = false
`;

/** Tests with this in their names use a public network. */
const PUBLIC = 'testnet';
/** It compiles a contract, for which it needs another crate and the target wasm32. */
const OMITTED = 'deploy_project.rs';

/**
 * @param {import('./programs.js').Packed} packed
 * @param {string | undefined} from the folder with the checkouts
 * @returns {import('./report.js').Results}
 */
export function runNearWorkspacesRs(packed, from) {
  const missing = findMissing();
  if (missing !== null) {
    return { passed: 0, failed: [], skipped: [{ what: 'the whole suite', why: missing }] };
  }
  const root = join(packed.folder, NAME);
  const cwd = join(root, 'workspaces');
  mkdirSync(join(cwd, 'src'), { recursive: true });
  writeFileSync(join(cwd, 'src', 'lib.rs'), '');
  writeFileSync(join(cwd, 'Cargo.toml'), MANIFEST);
  const contracts = join(root, CONTRACTS);
  const theirs = join(from ?? '', NAME, CONTRACTS);
  if (from && existsSync(theirs)) cpSync(theirs, contracts, { recursive: true });
  else cpSync(STATUS_CONTRACT, join(contracts, 'status_message.wasm'));
  const left = copyTests(findCrate(cwd), cwd, contracts);
  const env = {
    CARGO_TARGET_DIR: process.env.CARGO_TARGET_DIR ?? join(packed.folder, 'cargo'),
    NEAR_SANDBOX_BIN_PATH: join(packed.binaries, 'near-sandbox'),
    NEAR_RPC_TIMEOUT_SECS: '60',
  };
  runProgram('cargo', ['test', '--quiet', '--no-run'], { cwd, env });
  const startMs = Date.now();
  const args = ['test', '--no-fail-fast', '--', '--test-threads', THREADS, '--skip', PUBLIC];
  const { stdout, stderr } = runProgram('cargo', args, { cwd, env, anyStatus: true });
  const tests = readTests(stdout);
  if (tests.length === 0) throw new Error(`${stdout}${stderr}`);
  const { skipped, ...results } = countResults(tests, []);
  const reasons = [...skipped, ...left, { what: `tests of ${PUBLIC}`, why: 'no public network' }];
  return { ...results, skipped: reasons, seconds: (Date.now() - startMs) / 1000 };
}

/** What prevents the suite, as a sentence; null if nothing does. */
function findMissing() {
  const { stdout, status } = spawnSync('cargo', ['--version'], { encoding: 'utf8' });
  const needed = `Rust ${RUST.major}.${RUST.minor}`;
  if (status !== 0) return `cargo is not installed; it needs ${needed}`;
  const [, major, minor] = (/(\d+)\.(\d+)/.exec(stdout) ?? []).map(Number);
  if (major === RUST.major && minor !== undefined && minor >= RUST.minor) return null;
  return `it needs ${needed}, this is ${stdout.trim()}`;
}

/**
 * The folder where cargo has unpacked the crate.
 *
 * @param {string} cwd
 */
function findCrate(cwd) {
  const { stdout } = runProgram('cargo', ['metadata', '--quiet', '--format-version', '1'], { cwd });
  /** @type {{ packages: { name: string, manifest_path: string }[] }} */
  const { packages } = JSON.parse(stdout);
  const found = packages.find(({ name }) => name === 'near-workspaces');
  if (found === undefined) throw new Error('cargo has not found near-workspaces.');
  return dirname(found.manifest_path);
}

/**
 * Returns the files that cannot run.
 *
 * @param {string} crate
 * @param {string} cwd
 * @param {string} contracts the folder
 * @returns {import('./report.js').Skipped[]}
 */
function copyTests(crate, cwd, contracts) {
  const source = join(crate, 'tests');
  /** @type {import('./report.js').Skipped[]} */
  const left = [];
  for (const name of readdirSync(source)) {
    const text = readFileSync(join(source, name), 'utf8');
    const wanted = [...text.matchAll(/examples\/res\/(\w+\.wasm)/g)].map(([, file = '']) => file);
    const missing = wanted.find((file) => !existsSync(join(contracts, file)));
    if (name === OMITTED) left.push({ what: name, why: 'compiles a contract for wasm32' });
    else if (missing) left.push({ what: name, why: `needs ${missing} of a checkout (--from)` });
    else cpSync(join(source, name), join(cwd, 'tests', name));
  }
  return left;
}

/**
 * @param {string} text
 * @returns {import('./report.js').TestResult[]}
 */
function readTests(text) {
  const lines = text.matchAll(/^test (\S+)(?: - should panic)? \.\.\. (ok|FAILED|ignored)/gm);
  return [...lines].map(([, name = '', word]) => ({
    name,
    status: word === 'ok' ? 'passed' : word === 'FAILED' ? 'failed' : 'skipped',
    message: messageOf(text, name),
  }));
}

/**
 * What a failed test has printed.
 *
 * @param {string} text
 * @param {string} name
 */
function messageOf(text, name) {
  const at = text.indexOf(`---- ${name} stdout ----`);
  return at === -1 ? '' : text.slice(at, at + 2_000);
}
