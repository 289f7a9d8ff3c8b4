// Bundles the compiled program into one file, `dist/linked/program.js`. Node needs a millisecond to
// find, read and link a module, and each thread of a node would load hundreds of them: most of the
// time of a start. `bin/program.js` loads the file, with what `compileAhead.js` keeps of it.
//
// Modules that are loaded on demand stay so. Every worker has a small file of its own beside the
// program, because a worker is started by an address.

import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const DIST = join(ROOT, 'dist');
const TARGET = join(DIST, 'linked');

/** What `compileAhead.js` and `bin/perigee.js` ask for. */
const ENTRIES = ['cli/main.js', 'cli/commandLine.js', 'cli/commands/start.js', 'node/startNode.js'];
/** Packages with native parts, and those that a start does not need. */
const LOADED_PACKAGES = ['lmdb', 'pino', 'prom-client', 'ws'];

const workers = readdirSync(join(DIST, 'node'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('Worker.js'))
  .map((path) => `node/${path.replaceAll('\\', '/')}`);

rmSync(TARGET, { recursive: true, force: true });
mkdirSync(TARGET, { recursive: true });
await build({
  stdin: { contents: formatTable([...ENTRIES, ...workers]), resolveDir: DIST },
  outfile: join(TARGET, 'program.js'),
  bundle: true,
  platform: 'node',
  target: 'node20',
  // A script, unlike a module, can be compiled ahead.
  format: 'cjs',
  banner: { js: '(function (require, module, programUrl) {' },
  footer: { js: '})' },
  define: { 'import.meta.url': 'programUrl' },
  external: LOADED_PACKAGES,
  // A script that was compiled ahead cannot import; packages that are loaded late are required.
  supported: { 'dynamic-import': false },
  logLevel: 'error',
});
for (const id of workers) {
  writeFileSync(
    join(TARGET, id.slice(id.lastIndexOf('/') + 1)),
    `import { openProgram } from '../../bin/program.js';\nawait openProgram()('${id}');\n`,
  );
}
await import('./compileAhead.js');

/** @param {string[]} ids modules below `dist` */
function formatTable(ids) {
  const rows = ids.map((id) => `'${id}': () => import('./${id}'),`);
  return `export const modules = {\n${rows.join('\n')}\n};\n`;
}
