// Builds the contracts of the presets: `node contracts/build.js`. It needs AssemblyScript 0.28
// below a folder `node_modules`, whose parent the variable ASSEMBLYSCRIPT names. The modules are in
// the repository, so that neither the program nor its tests need the compiler.

import { execFileSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const source = join(here, 'assembly');
const packages = join(process.env.ASSEMBLYSCRIPT ?? here, 'node_modules');
const compiler = join(packages, 'assemblyscript', 'bin', 'asc.js');

/** The file of each module, without its ending. Those of tests are not in the package. */
const MODULES = {
  fungibleToken: 'fungible-token',
  nonFungibleToken: 'non-fungible-token',
  registrar: 'registrar',
  statusMessage: 'tests/status-message',
  wrappedNear: 'wrapped-near',
};
/** What every version of the protocol accepts. */
const TARGET = ['--disable', 'bulk-memory', '--disable', 'nontrapping-f2i'];
/** The names of functions stay, for the stacks of failed calls. */
const SIZE = ['--runtime', 'stub', '-Oz', '--noAssert', '--debug', '--initialMemory', '4'];
const OPTIONS = [...SIZE, ...TARGET];

for (const [name, module] of Object.entries(MODULES)) {
  const args = [`${name}.ts`, ...OPTIONS, '--use', 'abort=near/abort'];
  const target = join(here, `${module}.wasm`);
  execFileSync(process.execPath, [compiler, ...args, '--outFile', target], {
    cwd: source,
    stdio: 'inherit',
  });
}
