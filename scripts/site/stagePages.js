// Prepares the pages of a version for the site: docs/ as it is, the README and its neighbours, and
// the examples. Links lead to the pages' places on the site; those to source files become text.

import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, posix } from 'node:path';

/** Pages outside docs/, and their places on the site. */
const PROJECT_PAGES = {
  'README.md': 'guide/overview.md',
  'CHANGELOG.md': 'guide/changes.md',
  'ARCHITECTURE.md': 'internals/architecture.md',
  'CONTRIBUTING.md': 'internals/contributing.md',
  'SECURITY.md': 'operations/security.md',
};
/** Copied for the browser as they are. */
const FILES = { 'docs/llms.txt': 'llms.txt', 'explorer/icon.svg': 'icon.svg' };

/**
 * Returns the places of the pages, such as `guide/first-steps.md`.
 *
 * @param {string} root the repository at this version
 * @param {string} home the page at the root of the site
 * @param {string} target a folder, which is replaced
 * @returns {string[]}
 */
export function stagePages(root, home, target) {
  rmSync(target, { recursive: true, force: true });
  const places = listPlaces(root);
  for (const [path, place] of places) {
    const file = join(target, place);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, adaptPage(readFileSync(join(root, path), 'utf8'), path, places));
  }
  cpSync(home, join(target, 'index.md'));
  const images = join(root, 'docs', 'images');
  if (existsSync(images)) cpSync(images, join(target, 'images'), { recursive: true });
  for (const [path, name] of Object.entries(FILES)) {
    if (existsSync(join(root, path))) cpSync(join(root, path), join(target, 'public', name));
  }
  return ['index.md', ...places.values()];
}

/**
 * The place on the site of each page of the repository.
 *
 * @param {string} root
 * @returns {Map<string, string>}
 */
function listPlaces(root) {
  const project = Object.entries(PROJECT_PAGES).filter(([path]) => existsSync(join(root, path)));
  const docs = listPages(root, 'docs')
    .filter((path) => path !== 'docs/README.md')
    .map((path) => [path, toIndex(path.slice('docs/'.length))]);
  const examples = listPages(root, 'examples').map((path) => [
    path,
    // examples/token/README.md is examples/token.md
    path === 'examples/README.md' ? 'examples/index.md' : path.replace('/README.md', '.md'),
  ]);
  return new Map(/** @type {[string, string][]} */ ([...project, ...docs, ...examples]));
}

/** @param {string} path */
function toIndex(path) {
  return path.replace(/(^|\/)README\.md$/, '$1index.md');
}

/**
 * @param {string} root
 * @param {string} folder
 * @returns {string[]}
 */
function listPages(root, folder) {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : listPages(root, path);
    return entry.name.endsWith('.md') ? [path] : [];
  });
}

/**
 * Outside of code blocks, comments are left out and links changed.
 *
 * @param {string} page
 * @param {string} path
 * @param {ReadonlyMap<string, string>} places
 */
function adaptPage(page, path, places) {
  const parts = page.split(/^(```[\s\S]*?^```)$/m);
  const adapt = (/** @type {string} */ part) =>
    part.replaceAll(/^<!--[\s\S]*?-->\n/gm, '').replaceAll(LINK, (all, mark, text, link) => {
      if (/^[a-z]+:|^#/.test(link)) return all;
      const target = adaptLink(link, path, places);
      return target === null ? text : `${mark}[${text}](${target})`;
    });
  // The generator does not know our name for what a program prints.
  const rename = (/** @type {string} */ block) => block.replace(/^```output$/m, '```txt');
  return parts.map((part, index) => (index % 2 === 1 ? rename(part) : adapt(part))).join('');
}

/** An image or a link. Its text may contain brackets. */
const LINK = /(!?)\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)/g;

/**
 * From the place of a page; null if the site does not have the target.
 *
 * @param {string} link
 * @param {string} path
 * @param {ReadonlyMap<string, string>} places
 */
function adaptLink(link, path, places) {
  const [file = '', anchor] = link.split('#');
  const target = posix.join(posix.dirname(path), file);
  const place = target.startsWith('docs/images/')
    ? target.slice('docs/'.length)
    : (places.get(target) ?? places.get(posix.join(target, 'README.md')));
  if (place === undefined) return null;
  const from = posix.relative(posix.dirname(places.get(path) ?? ''), place);
  const relative = from.startsWith('.') ? from : `./${from}`;
  return anchor === undefined ? relative : `${relative}#${anchor}`;
}
