// Removes the type declarations from `dist/` that no entry point of the package leads to: most
// modules are of no use to programs, and the package should hold nothing else. The explorer is
// compiled against those of `imports`.

import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const DIST = join(ROOT, 'dist');
/** In `import … from './a.ts'`, `export … from` and `import('./a.ts')`. */
const IMPORTED = /(?:from|import)\s*\(?\s*['"](\.[^'"]+)['"]/g;

/** @typedef {Record<string, { types?: string } | string>} Entries */
/** @type {{ exports: Entries, imports: Entries }} */
const { exports, imports } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
/** @type {Set<string>} */
const reached = new Set();
for (const entry of [...Object.values(exports), ...Object.values(imports)]) {
  if (typeof entry === 'object' && entry.types !== undefined) reach(resolve(ROOT, entry.types));
}
for (const path of readdirSync(DIST, { recursive: true, encoding: 'utf8' })) {
  if (path.endsWith('.d.ts') && !reached.has(join(DIST, path))) rmSync(join(DIST, path));
}

/** @param {string} path of declarations */
function reach(path) {
  if (reached.has(path)) return;
  reached.add(path);
  for (const [, imported = ''] of readFileSync(path, 'utf8').matchAll(IMPORTED)) {
    reach(resolve(dirname(path), imported.replace(/\.[jt]s$/, '.d.ts')));
  }
}
