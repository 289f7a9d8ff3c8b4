// Bundles the explorer and the wallet to `dist/explorer`. A browser would load a hundred modules
// and style sheets, each after the one that names it. Pages that are opened later have files of
// their own, which are loaded then.

import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SOURCE = join(ROOT, 'explorer');
const TARGET = join(ROOT, 'dist', 'explorer');
/** The pages, each with its module and the place of its files, as seen from its URL. */
const PAGES = [
  { name: 'index', entry: 'main', files: 'explorer/' },
  { name: 'wallet', entry: 'wallet/main', files: '/explorer/' },
];
const STYLE_LINK = /\s*<link rel="stylesheet" href="[^"]*?styles\/([^"]+)" \/>/g;

const COMMON = /** @type {const} */ ({
  absWorkingDir: ROOT,
  target: 'es2022',
  format: 'esm',
  logLevel: 'error',
});

rmSync(TARGET, { recursive: true, force: true });
mkdirSync(TARGET, { recursive: true });
const { metafile } = await build({
  ...COMMON,
  entryPoints: Object.fromEntries(PAGES.map(({ entry }) => [entry, join(SOURCE, `${entry}.tsx`)])),
  outdir: TARGET,
  bundle: true,
  splitting: true,
  chunkNames: 'parts/[name]-[hash]',
  minify: true,
  jsx: 'automatic',
  jsxImportSource: 'preact',
  metafile: true,
});
// near-connect edits the text of this module, which therefore stays as it is written.
await build({
  ...COMMON,
  entryPoints: [join(SOURCE, 'wallet', 'connect.ts')],
  outfile: join(TARGET, 'wallet', 'connect.js'),
});
for (const page of PAGES) await writePage(page);
for (const name of ['icon.svg', 'icons.svg']) copyFileSync(join(SOURCE, name), join(TARGET, name));

/**
 * Writes a page with one style sheet instead of those that it names, and with the names of the
 * modules that its own will ask for.
 *
 * @param {(typeof PAGES)[number]} page
 */
async function writePage({ name, entry, files }) {
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
    ...listImports(`${entry}.js`).map(
      (module) => `<link rel="modulepreload" href="${files}${module}" />`,
    ),
  ];
  const [first] = html.match(STYLE_LINK) ?? [''];
  const linked = html
    .replace(first, () => links.map((link) => `\n    ${link}`).join(''))
    .replaceAll(STYLE_LINK, '');
  writeFileSync(join(TARGET, `${name}.html`), linked);
}

/**
 * The modules that a module imports when it is loaded, and those that they import.
 *
 * @param {string} module
 * @param {Set<string>} [found]
 * @returns {string[]}
 */
function listImports(module, found = new Set()) {
  const folder = 'dist/explorer';
  for (const { path, kind } of metafile.outputs[posix.join(folder, module)]?.imports ?? []) {
    const name = posix.relative(folder, path);
    if (kind !== 'import-statement' || found.has(name)) continue;
    found.add(name);
    listImports(name, found);
  }
  return [...found];
}
