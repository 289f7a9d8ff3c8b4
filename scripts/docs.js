// Writes the generated pages of docs/reference/, the generated part of ARCHITECTURE.md, and the
// generated files of the client. Tests check that they are up to date.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, setUp } from './setup.js';

setUp();
const { formatReferencePage } = await importCompiled('cli/referencePage.js');
writePage('cli.md', formatReferencePage());
const { formatRpcReference } = await importCompiled('rpc/description/referencePage.js');
writePage('rpc.md', formatRpcReference());
const { formatMetricsPage } = await importCompiled('telemetry/metricsPage.js');
writePage('metrics.md', formatMetricsPage());
const { formatErrorsPage } = await importCompiled('base/errorsPage.js');
writePage('errors.md', formatErrorsPage());
const { formatCachesPage } = await importCompiled('telemetry/cachesPage.js');
writePage('caches.md', formatCachesPage());
const { formatMethodEffects } = await importCompiled('rpc/description/methodEffects.js');
writeGenerated('effects.ts', formatMethodEffects());
const { formatWireTypes } = await importCompiled('rpc/description/wireTypes.js');
writeGenerated('wire.ts', formatWireTypes());
const { formatColumnTable } = await importCompiled('chain/columns/columnTable.js');
writePart('ARCHITECTURE.md', 'columns', formatColumnTable());

/** @param {string} path from the folder of compiled sources */
function importCompiled(path) {
  return import(new URL(`../dist/${path}`, import.meta.url).href);
}

/**
 * @param {string} name
 * @param {string} page
 */
function writePage(name, page) {
  writeFileSync(join(ROOT, 'docs', 'reference', name), page);
}

/**
 * @param {string} name
 * @param {string} source
 */
function writeGenerated(name, source) {
  writeFileSync(join(ROOT, 'src', 'client', 'generated', name), source);
}

/**
 * Replaces what is between two comments of a page.
 *
 * @param {string} page
 * @param {string} name
 * @param {string} text
 */
function writePart(page, name, text) {
  const path = join(ROOT, page);
  const part = new RegExp(`(<!-- ${name}: [^\\n]*-->\\n)[^]*?(<!-- end of ${name} -->)`);
  writeFileSync(
    path,
    readFileSync(path, 'utf8').replace(part, (_all, start, end) => start + text + end),
  );
}
