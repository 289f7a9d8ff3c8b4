// Bundles the program: `dist/bundle/main.js`, and next to it one file per worker, since a worker is
// started by its URL. Node takes about a millisecond to find, read and link a module, and each
// thread of a node would load hundreds of them.
//
// The output is CommonJS, because setting up the ES module loader takes nearly as long as starting
// Node.

import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SOURCES = join(ROOT, 'src');
const TARGET = join(ROOT, 'dist', 'bundle');
/** `lmdb` finds its native part from its own folder; the others are not needed at startup. */
const EXTERNAL_PACKAGES = ['lmdb', 'prom-client', 'ws'];

const workers = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((path) =>
  path.endsWith('Worker.ts'),
);

await build({
  entryPoints: ['cli/main.ts', ...workers].map((path) => join(SOURCES, path)),
  entryNames: '[name]',
  outdir: TARGET,
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  banner: { js: "const bundleUrl = require('node:url').pathToFileURL(__filename).href;" },
  define: { 'import.meta.url': 'bundleUrl' },
  external: EXTERNAL_PACKAGES,
  logLevel: 'error',
});
writeFileSync(join(TARGET, 'package.json'), '{ "type": "commonjs" }\n');
