// Bundles the compiled program into one file, `dist/linked/program.js`. Node takes about a
// millisecond to find, read and link a module, and each thread would load hundreds of them.
// `bin/program.js` loads the part that a thread may need, because it keeps the text in memory, with
// the compiled code that `compileAhead.js` keeps of it.
//
// Modules that are loaded on demand stay so. Each worker has a small file next to the program,
// because a worker is started by its URL. The library, `dist/index.js`, is part of the bundle, and
// the client for browsers becomes a single module, so that a package needs no other modules.

import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { NODE_COMMANDS } from '../bin/program.js';
import { splitProgram } from './splitProgram.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const DIST = join(ROOT, 'dist');
const TARGET = join(DIST, 'linked');

/** The modules that `compileAhead.js` and `bin/perigee.js` load. */
const ENTRIES = [
  'benchmark/benchAccount.js',
  'cli/commandLine.js',
  'cli/commands/start.js',
  'cli/main.js',
  'node/startNode.js',
];
/** The module that programs import. */
const LIBRARY = join(DIST, 'index.js');
const CLIENT = join(DIST, 'client', 'index.js');
/** Packages that are not needed at startup. */
const LOADED_PACKAGES = ['jiti', 'prom-client', 'ws'];
/** Modules of Node that many threads never use; each is loaded on first use. */
const LATE_MODULES = ['assert', 'child_process', 'fs/promises', 'zlib'];
/** Processes that serve requests resemble the main thread. */
const RPC_WORKER = 'node/workers/rpcWorker.js';

const workers = readdirSync(DIST, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('Worker.js'))
  .map((path) => path.replaceAll('\\', '/'));

const libraryNames = Object.keys(await import(pathToFileURL(LIBRARY).href));
rmSync(TARGET, { recursive: true, force: true });
mkdirSync(TARGET, { recursive: true });
const { metafile, outputFiles } = await build({
  stdin: { contents: formatTable([...ENTRIES, ...workers]), resolveDir: DIST },
  outfile: join(TARGET, 'program.js'),
  write: false,
  metafile: true,
  bundle: true,
  platform: 'node',
  target: 'node20',
  // A script, unlike a module, can be compiled ahead.
  format: 'cjs',
  define: { 'import.meta.url': 'programUrl' },
  external: LOADED_PACKAGES,
  plugins: [
    { name: 'lmdb', setup: linkLmdb },
    { name: 'late', setup: linkLate },
  ],
  // A script that was compiled ahead cannot import; packages that are loaded late are required.
  supported: { 'dynamic-import': false },
  logLevel: 'error',
});
const { text, parts } = await splitProgram(outputFiles[0]?.text ?? '', metafile, nameParts());
writeFileSync(join(TARGET, 'program.js'), text);
writeFileSync(join(TARGET, 'parts.json'), JSON.stringify(parts));
writeFileSync(join(TARGET, 'package.json'), '{ "type": "commonjs" }\n');
for (const id of workers) {
  const name = id.slice(id.lastIndexOf('/') + 1);
  writeFileSync(
    join(TARGET, name),
    `require('../../bin/program.js').openProgram('${partOf(id)}')('${id}');\n`,
  );
}
await build({
  entryPoints: [CLIENT],
  outfile: CLIENT,
  allowOverwrite: true,
  bundle: true,
  format: 'esm',
  target: 'es2022',
  logLevel: 'error',
});
writeFileSync(LIBRARY, formatLibrary(libraryNames));
await import('./compileAhead.js');

/** @returns {import('./splitProgram.js').Part[]} */
function nameParts() {
  const commands = readdirSync(join(DIST, 'cli', 'commands')).map((name) => `cli/commands/${name}`);
  const ofNodes = NODE_COMMANDS.map((name) => `cli/commands/${toCamelCase(name)}.js`);
  return [
    {
      name: 'main',
      entries: [...ENTRIES, 'index.js', RPC_WORKER].map(inDist),
      without: commands.filter((id) => !ofNodes.includes(id)).map(inDist),
    },
    { name: 'tools', entries: [inDist('cli/main.js')] },
    ...workers
      .filter((id) => id !== RPC_WORKER)
      .map((id) => ({ name: partOf(id), entries: [inDist(id)] })),
  ];
}

/** @param {string} id a worker */
function partOf(id) {
  return id === RPC_WORKER ? 'main' : id.slice(id.lastIndexOf('/') + 1, -'Worker.js'.length);
}

/** @param {string} id */
function inDist(id) {
  return `dist/${id}`;
}

/** @param {string} name */
function toCamelCase(name) {
  return name.replace(/-(.)/g, (_, letter) => letter.toUpperCase());
}

/** @param {string[]} ids modules below `dist` */
function formatTable(ids) {
  const rows = ids.map((id) => `'${id}': () => import('./${id}'),`);
  return `export const library = () => require('./index.js');
export const modules = {\n${rows.join('\n')}\n};\n`;
}

/** @param {string[]} names what the library exports */
function formatLibrary(names) {
  return `import { createRequire } from 'node:module';
const { openLibrary } = createRequire(import.meta.url)('../bin/program.js');
export const { ${names.join(', ')} } = openLibrary();
`;
}

/**
 * The package finds its native part from its own place, which only the running program knows. It
 * also brings an encoder of values along, which a store of plain bytes does not use.
 *
 * @param {import('esbuild').PluginBuild} build
 */
function linkLmdb(build) {
  const lmdb = createRequire(import.meta.url).resolve('lmdb');
  build.onResolve({ filter: /^lmdb$/ }, ({ path }) => ({ path, namespace: 'lmdb' }));
  build.onLoad({ filter: /.*/, namespace: 'lmdb' }, () => ({
    contents: `const __filename = require.resolve('lmdb');\n${readFileSync(lmdb, 'utf8')}`,
    resolveDir: dirname(lmdb),
  }));
  build.onResolve({ filter: /^msgpackr$/ }, ({ path }) => ({ path, namespace: 'unused' }));
  build.onLoad({ filter: /.*/, namespace: 'unused' }, () => ({ contents: '' }));
}

/** @param {import('esbuild').PluginBuild} build */
function linkLate(build) {
  const filter = new RegExp(`^(node:)?(${LATE_MODULES.join('|')})$`);
  build.onResolve({ filter }, ({ path, namespace }) => {
    const id = path.replace('node:', '');
    return namespace === 'late' ? { path, external: true } : { path: id, namespace: 'late' };
  });
  build.onLoad({ filter: /.*/, namespace: 'late' }, ({ path }) => ({
    contents: formatLateModule(path),
  }));
}

/**
 * A module that only names what the real one has. Some modules are functions themselves.
 *
 * @param {string} id
 */
function formatLateModule(id) {
  const names = Object.keys(createRequire(import.meta.url)(id));
  return `
    let loaded;
    const load = () => loaded ??= require('node:${id}');
    module.exports = (...args) => load()(...args);
    for (const name of ${JSON.stringify(names)}) {
      Object.defineProperty(module.exports, name, { get: () => load()[name] });
    }`;
}
