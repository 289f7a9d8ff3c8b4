// Writes the generated pages of docs/reference/. Tests hold the pages equal to what this makes.

import { writeFileSync } from 'node:fs';
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
