// Builds the contracts of these tests: `node test/symbols/contracts/build.js`. It needs Rust with
// the target wasm32-unknown-unknown, and AssemblyScript 0.28 below a folder `node_modules`, whose
// parent the variable ASSEMBLYSCRIPT names. The results are in the repository, so that tests need
// neither. Paths of this machine are left out of them.

import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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

copyFileSync(join(here, 'counter.as'), join(work, 'counter.ts'));
const compiler = join(process.env.ASSEMBLYSCRIPT ?? here, 'node_modules', 'assemblyscript');
const options = ['--runtime', 'stub', '-O1', '--sourceMap', '--outFile', 'counter.wasm'];
run(process.execPath, [join(compiler, 'bin', 'asc.js'), 'counter.ts', ...options], work);
write('counter.wasm', readFileSync(join(work, 'counter.wasm')));
write('counter.wasm.map', readFileSync(join(work, 'counter.wasm.map')));
if (process.env.BUILD_FOLDER === undefined) rmSync(work, { recursive: true });
