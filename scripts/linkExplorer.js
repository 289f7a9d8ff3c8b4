// Bundles the explorer and the wallet to `dist/explorer`. A browser would load a hundred modules
// and style sheets, each after the one that names it, and each file takes it and the node some
// milliseconds. The explorer is therefore what starts, what several of its pages share, and a file
// for each page, which is loaded when the page is first opened.

import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SOURCE = join(ROOT, 'explorer');
const TARGET = join(ROOT, 'dist', 'explorer');
const MAIN = join(SOURCE, 'main.tsx');
const STYLE_LINK = /\s*<link rel="stylesheet" href="[^"]*?styles\/([^"]+)" \/>/g;

const COMMON = /** @type {const} */ ({
  absWorkingDir: ROOT,
  target: 'es2022',
  format: 'esm',
  logLevel: 'error',
});
const BUNDLED = /** @type {const} */ ({
  ...COMMON,
  bundle: true,
  minify: true,
  jsx: 'automatic',
  jsxImportSource: 'preact',
});

rmSync(TARGET, { recursive: true, force: true });
mkdirSync(join(TARGET, 'wallet'), { recursive: true });
const shared = await linkPages();
await build({
  ...BUNDLED,
  entryPoints: [join(SOURCE, 'wallet', 'main.tsx')],
  outfile: join(TARGET, 'wallet', 'main.js'),
});
// near-connect edits the text of this module, which therefore stays as it is written.
await build({
  ...COMMON,
  entryPoints: [join(SOURCE, 'wallet', 'connect.ts')],
  outfile: join(TARGET, 'wallet', 'connect.js'),
});
await writePage('index', 'explorer/', [shared]);
await writePage('wallet', '/explorer/', []);
for (const name of ['icon.svg', 'icons.svg']) copyFileSync(join(SOURCE, name), join(TARGET, name));

/**
 * Writes the modules of the explorer. Returns the name of the one that pages share.
 *
 * @returns {Promise<string>}
 */
async function linkPages() {
  const { modules, pages, hash } = await readModules();
  const main = closureOf(modules, MAIN);
  const parts = pages.map((page) => closureOf(modules, page, main));
  const all = parts.flatMap((part) => [...part]);
  const common = new Set(all.filter((module, at) => all.indexOf(module) !== at));
  // A page of another build has another name: it never meets modules that it was not built with.
  const nameOf = (/** @type {string} */ module) => `${basename(module, '.tsx')}-${hash}.js`;
  const sharedName = `parts/${nameOf('shared')}`;
  const ofMain = await listExports(main, '../main.js');
  const ofShared = await listExports(common, `./${nameOf('shared')}`);
  const lazy = new Map(pages.map((page) => [page, `./parts/${nameOf(page)}`]));
  await linkGroup(join(TARGET, 'main.js'), { start: MAIN, exported: ofMain, lazy });
  await linkGroup(join(TARGET, sharedName), { exported: ofShared, given: ofMain });
  const given = new Map([...ofMain, ...ofShared]);
  for (const page of pages) {
    await build({
      ...BUNDLED,
      entryPoints: [page],
      outfile: join(TARGET, 'parts', nameOf(page)),
      plugins: [takeFrom(given)],
    });
  }
  return sharedName;
}

/**
 * The modules of the explorer with those that each imports, and the pages, which are loaded later.
 *
 * @returns {Promise<{ modules: Map<string, string[]>, pages: string[], hash: string }>}
 */
async function readModules() {
  const { metafile } = await build({
    ...BUNDLED,
    entryPoints: [MAIN],
    outdir: TARGET,
    splitting: true,
    metafile: true,
    write: false,
  });
  const pages = new Set();
  const modules = new Map();
  const hash = createHash('sha256');
  for (const [path, { imports }] of Object.entries(metafile.inputs)) {
    const read = imports.map((entry) => ({ ...entry, path: resolve(ROOT, entry.path) }));
    for (const { kind, path: page } of read) if (kind === 'dynamic-import') pages.add(page);
    const needed = read.filter(({ kind }) => kind === 'import-statement');
    modules.set(
      resolve(ROOT, path),
      needed.map((entry) => entry.path),
    );
    hash.update(readFileSync(join(ROOT, path)));
  }
  return { modules, pages: [...pages], hash: hash.digest('hex').slice(0, 8) };
}

/**
 * A module, and all that it imports, except some that are there already.
 *
 * @param {Map<string, string[]>} modules
 * @param {string} module
 * @param {ReadonlySet<string>} [present]
 * @param {Set<string>} [found]
 * @returns {Set<string>}
 */
function closureOf(modules, module, present = new Set(), found = new Set()) {
  if (present.has(module) || found.has(module)) return found;
  found.add(module);
  for (const needed of modules.get(module) ?? []) closureOf(modules, needed, present, found);
  return found;
}

/**
 * @typedef {object} Exported
 * @property {string} from the file that has the module, from a page
 * @property {readonly string[]} names
 * @property {string} prefix of the names in that file, which has many modules
 */

/**
 * What modules export, by their paths.
 *
 * @param {ReadonlySet<string>} modules
 * @param {string} from
 * @returns {Promise<Map<string, Exported>>}
 */
async function listExports(modules, from) {
  const paths = [...modules].sort();
  const exported = new Map();
  for (const [at, path] of paths.entries()) {
    const { metafile } = await build({
      ...COMMON,
      entryPoints: [path],
      outdir: TARGET,
      jsx: 'automatic',
      metafile: true,
      write: false,
    });
    const [{ exports: names } = { exports: [] }] = Object.values(metafile.outputs);
    const named = names.filter((name) => name !== 'default');
    exported.set(path, { from, names: named, prefix: `m${at.toString(36)}` });
  }
  return exported;
}

/**
 * Writes a file that has many modules and exports what each of them does.
 *
 * @param {string} outfile
 * @param {object} group
 * @param {string} [group.start] the module that runs first
 * @param {Map<string, Exported>} group.exported
 * @param {Map<string, Exported>} [group.given] modules that another file has
 * @param {Map<string, string>} [group.lazy] files of modules that are loaded later
 */
async function linkGroup(outfile, { start, exported, given = new Map(), lazy = new Map() }) {
  const lines = start === undefined ? [] : [`import ${JSON.stringify(start)};`];
  for (const [path, { names, prefix }] of exported) {
    const list = names.map((name) => `${name} as ${prefix}${name}`).join(', ');
    if (list !== '') lines.push(`export { ${list} } from ${JSON.stringify(path)};`);
  }
  await build({
    ...BUNDLED,
    stdin: { contents: lines.join('\n'), resolveDir: SOURCE, loader: 'js' },
    outfile,
    plugins: [loadLater(lazy), takeFrom(given)],
  });
}

/**
 * Leaves dynamic imports to the browser.
 *
 * @param {Map<string, string>} files by module
 * @returns {import('esbuild').Plugin}
 */
function loadLater(files) {
  return {
    name: 'load later',
    setup: ({ onResolve }) => {
      onResolve({ filter: /./ }, ({ kind, path, resolveDir }) => {
        const file = files.get(resolve(resolveDir, path));
        if (kind !== 'dynamic-import' || file === undefined) return null;
        return { path: file, external: true };
      });
    },
  };
}

/**
 * Takes modules from files that have them.
 *
 * @param {Map<string, Exported>} given
 * @returns {import('esbuild').Plugin}
 */
function takeFrom(given) {
  const files = new Set([...given.values()].map(({ from }) => from));
  return {
    name: 'take from',
    setup: ({ onLoad, onResolve }) => {
      onResolve({ filter: /\.js$/ }, ({ path }) =>
        files.has(path) ? { path, external: true, sideEffects: false } : null,
      );
      onLoad({ filter: /./ }, ({ path }) => {
        const found = given.get(path);
        if (found === undefined) return null;
        const { from, names, prefix } = found;
        const list = names.map((name) => `${prefix}${name} as ${name}`).join(', ');
        return { contents: `export { ${list} } from ${JSON.stringify(from)};`, loader: 'js' };
      });
    },
  };
}

/**
 * Writes a page with one style sheet instead of those that it names, and with the names of the
 * modules that its own will need.
 *
 * @param {string} name
 * @param {string} files their place, as seen from the page's URL
 * @param {readonly string[]} modules
 */
async function writePage(name, files, modules) {
  const html = readFileSync(join(SOURCE, `${name}.html`), 'utf8');
  const sheets = [...html.matchAll(STYLE_LINK)].map(([, sheet]) => `@import "./${sheet}";`);
  await build({
    ...COMMON,
    stdin: { contents: sheets.join('\n'), resolveDir: join(SOURCE, 'styles'), loader: 'css' },
    outfile: join(TARGET, `${name}.css`),
    bundle: true,
    minify: true,
  });
  const links = [
    `<link rel="stylesheet" href="${files}${name}.css" />`,
    ...modules.map((module) => `<link rel="modulepreload" href="${files}${module}" />`),
  ];
  const [first] = html.match(STYLE_LINK) ?? [''];
  const linked = html
    .replace(first, () => links.map((link) => `\n    ${link}`).join(''))
    .replaceAll(STYLE_LINK, '');
  writeFileSync(join(TARGET, `${name}.html`), linked);
}
