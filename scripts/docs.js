// Writes the generated pages of docs/reference/, the generated part of ARCHITECTURE.md, the
// documents in schema/ and the generated files of the client. Tests check that they are up to date.
// Examples are recorded first, on chains that this script runs (scripts/examples).

import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { formatLlmsText } from './llmsText.js';
import { ROOT, setUp } from './setup.js';

setUp();
const { formatReferencePage } = await importCompiled('cli/referencePage.js');
writePage('cli.md', formatReferencePage());
writeFileSync(join(ROOT, 'schema', 'examples.json'), recordExamples());
const { readExamples } = await importCompiled('rpc/description/examples.js');
const examples = readExamples(readFileSync(join(ROOT, 'schema', 'examples.json'), 'utf8'));
const { formatOpenApi } = await importCompiled('rpc/description/openApi.js');
writeFileSync(join(ROOT, 'schema', 'openapi.json'), formatOpenApi(examples));
const { formatOpenRpc } = await importCompiled('rpc/description/openRpc.js');
writeFileSync(join(ROOT, 'schema', 'openrpc.json'), formatOpenRpc(examples));
const { formatRpcReference } = await importCompiled('rpc/description/referencePage.js');
writePage('rpc.md', formatRpcReference());
const { formatMethodPages } = await importCompiled('rpc/description/methodPages.js');
const { formatTypesPage } = await importCompiled('rpc/description/typesPage.js');
writeFolder('rpc', new Map([...formatMethodPages(examples), ['types', formatTypesPage()]]));
const { formatErrorPages } = await importCompiled('rpc/description/errorPages.js');
writeFolder('errors', formatErrorPages(examples));
const { formatMetricsPage } = await importCompiled('telemetry/metricsPage.js');
writePage('metrics.md', formatMetricsPage());
const { formatErrorsPage } = await importCompiled('base/errorsPage.js');
writePage('errors.md', formatErrorsPage());
const { formatCachesPage } = await importCompiled('telemetry/cachesPage.js');
writePage('caches.md', formatCachesPage());
const { formatToolsPage } = await importCompiled('mcp/toolsPage.js');
writePage('mcp.md', formatToolsPage());
const { formatSchemaPage } = await importCompiled('sql/schemaPage.js');
writePage('sql.md', formatSchemaPage());
const { formatMethodEffects } = await importCompiled('rpc/description/methodEffects.js');
writeGenerated('effects.ts', formatMethodEffects());
const { formatWireTypes } = await importCompiled('rpc/description/wireTypes.js');
writeGenerated('wire.ts', formatWireTypes());
const { formatWireShapes } = await importCompiled('rpc/description/wireShapes.js');
writeGenerated('shapes.ts', formatWireShapes());
const { formatColumnTable } = await importCompiled('chain/columns/columnTable.js');
writePart('ARCHITECTURE.md', 'columns', formatColumnTable());
// After the pages that it lists.
writeFileSync(join(ROOT, 'docs', 'llms.txt'), formatLlmsText(join(ROOT, 'docs')));

/** What the recorder prints. */
function recordExamples() {
  const folder = join(ROOT, 'scripts', 'examples');
  const preload = pathToFileURL(join(folder, 'fixedTime.js')).href;
  const { status, stdout } = spawnSync(process.execPath, [join(folder, 'recordExamples.js')], {
    env: { ...process.env, NODE_OPTIONS: `--import ${preload}` },
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) process.exit(1);
  return stdout;
}

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
 * Writes all pages of a folder; other files in it are removed.
 *
 * @param {string} name
 * @param {ReadonlyMap<string, string>} pages
 */
function writeFolder(name, pages) {
  const folder = join(ROOT, 'docs', 'reference', name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  for (const [page, text] of pages) writeFileSync(join(folder, `${page}.md`), text);
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
