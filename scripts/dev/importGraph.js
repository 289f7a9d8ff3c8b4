// The dependency graph of compiled modules, read from their text: imports, and the URLs of workers
// and programs that a module starts. Type-only imports are gone after compiling, so a change of
// types alone affects nothing here; the compiler has already checked those.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A quoted relative path of a module, as in an import or in `new URL(…)`. */
const REFERENCE = /['"](\.{1,2}\/[^'"\n]+\.js)['"]/g;

/**
 * Reads every module below a folder.
 *
 * @param {string} folder
 * @returns {Map<string, string[]>} from the path of a module to the paths it refers to
 */
export function readImportGraph(folder) {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.js') && !path.includes('node_modules'))
    .map((path) => join(folder, path));
  return new Map(paths.map((path) => [path, readReferences(path)]));
}

/** @param {string} path */
function readReferences(path) {
  return [...readFileSync(path, 'utf8').matchAll(REFERENCE)]
    .map(([, reference = '']) => join(dirname(path), reference))
    .filter((referred) => existsSync(referred));
}

/**
 * Everything that a change of some modules can affect, the modules themselves included, with the
 * number of imports in between.
 *
 * @param {ReadonlyMap<string, readonly string[]>} graph
 * @param {Iterable<string>} changed
 * @returns {Map<string, number>}
 */
export function findDependents(graph, changed) {
  const importers = invert(graph);
  const distances = new Map([...changed].map((path) => [path, 0]));
  // A map is iterated in insertion order, including entries that are added during the iteration.
  for (const [path, distance] of distances) {
    for (const importer of importers.get(path) ?? []) {
      if (!distances.has(importer)) distances.set(importer, distance + 1);
    }
  }
  return distances;
}

/** @param {ReadonlyMap<string, readonly string[]>} graph */
function invert(graph) {
  /** @type {Map<string, string[]>} */
  const importers = new Map();
  for (const [path, imported] of graph) {
    for (const target of imported) {
      const known = importers.get(target);
      if (known === undefined) importers.set(target, [path]);
      else known.push(path);
    }
  }
  return importers;
}
