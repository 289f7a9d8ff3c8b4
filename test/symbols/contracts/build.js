// Builds the contracts of these tests: `node test/symbols/contracts/build.js`. It needs Rust with
// the target wasm32-unknown-unknown, and below folders `node_modules` AssemblyScript 0.28 and, with
// an AssemblyScript of its own, near-sdk-as 3.2: the variables ASSEMBLYSCRIPT and NEAR_SDK_AS name
// their parents. The results are in the repository, so that tests need none of them. Paths of this
// machine are left out of them.

import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const here = dirname(fileURLToPath(import.meta.url));
const work = process.env.BUILD_FOLDER ?? mkdtempSync(join(tmpdir(), 'contracts-'));
const data = join(here, '..', 'data');
const TARGET = 'wasm32-unknown-unknown';
/** Every 61st address is compared with addr2line. */
const SAMPLE = '61';

/** @type {(crate: string) => string[]} */
const remapped = (crate) => [
  `--remap-path-prefix=${join(here, crate)}=/${crate}`,
  `--remap-path-prefix=${process.env.CARGO_HOME ?? join(homedir(), '.cargo')}=/cargo`,
];

const lines = ['-Cdebuginfo=line-tables-only', '-Cstrip=none'];
/**
 * The crate of each build, and its flags.
 * @type {Record<string, [crate: string, flags: string[]]>}
 */
const builds = {
  ledger: ['ledger', []],
  'ledger.lines': ['ledger', lines],
  'ledger.lines5': ['ledger', [...lines, '-Cdwarf-version=5']],
  gateway: ['gateway', []],
  'gateway.lines': ['gateway', lines],
};

mkdirSync(data, { recursive: true });
/** @type {(program: string, args: string[], cwd: string, env?: NodeJS.ProcessEnv) => Buffer} */
const run = (program, args, cwd, env = process.env) =>
  execFileSync(program, args, {
    cwd,
    env,
    maxBuffer: 2 ** 30,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
/** @type {(name: string, bytes: Uint8Array) => void} */
const write = (name, bytes) =>
  writeFileSync(join(data, `${name}.gz`), gzipSync(bytes, { level: 9 }));

/**
 * The last of the options is followed by the name of the module.
 * @type {(name: string, parent: string | undefined, program: string, options: string[]) => void}
 */
function buildAssemblyScript(name, parent = here, program, options) {
  const folder = join(work, name);
  mkdirSync(folder);
  symlinkSync(join(parent, 'node_modules'), join(folder, 'node_modules'));
  copyFileSync(join(here, `${name}.as`), join(folder, `${name}.ts`));
  const compiler = join(folder, 'node_modules', 'assemblyscript', 'bin', program);
  const args = [`${name}.ts`, '--sourceMap', ...options, `${name}.wasm`];
  run(process.execPath, [compiler, ...args], folder);
  write(`${name}.wasm`, readFileSync(join(folder, `${name}.wasm`)));
  // The sources of libraries would be most of it.
  const { sourcesContent: _, ...map } = JSON.parse(
    readFileSync(join(folder, `${name}.wasm.map`), 'utf8'),
  );
  write(`${name}.wasm.map`, Buffer.from(JSON.stringify(map)));
}

const oracle = join(work, 'oracle');
run('cargo', ['build', '--release', '--target-dir', oracle], join(here, 'oracle'));
for (const [name, [crate, flags]] of Object.entries(builds)) {
  const folder = join(work, name);
  const args = ['build', '--release', '--target', TARGET, '--target-dir', folder];
  const rustFlags = ['--cfg', 'near', ...remapped(crate), ...flags];
  run('cargo', args, join(here, crate), {
    ...process.env,
    CARGO_ENCODED_RUSTFLAGS: rustFlags.join('\x1f'),
  });
  const file = join(folder, TARGET, 'release', `${crate}.wasm`);
  write(`${name}.wasm`, readFileSync(file));
  if (name !== 'ledger.lines') continue;
  write(`${name}.tsv`, run(join(oracle, 'release', 'oracle'), [file, SAMPLE], work));
}

const plain = ['--runtime', 'stub', '-O1', '--outFile'];
buildAssemblyScript('counter', process.env.ASSEMBLYSCRIPT, 'asc.js', plain);
// The settings of near-sdk-as generate code. Names of functions are part of `--debug`.
const withSdk = ['--config', 'node_modules/near-sdk-as/asconfig.json', '-O1', '--debug'];
buildAssemblyScript('bank', process.env.NEAR_SDK_AS, 'asc', [...withSdk, '--binaryFile']);
if (process.env.BUILD_FOLDER === undefined) rmSync(work, { recursive: true });
