// Checks what a packed package must and must not contain, on the list from `npm pack`.

/** Files that npm always packs. */
const ALWAYS = ['package.json', 'README.md', 'LICENSE'];
/** Sources, build leftovers, and code that only one version of Node can load. */
const UNWANTED = /(?<!\.d)\.tsx?$|\.test\.|\.tsbuildinfo$|\.map$|\.bin$|node_modules\//;
/** Of the packed file, which every `npx perigee` downloads. */
const BYTES_MAX = 2_000_000;

/**
 * @typedef {object} Manifest the parts of package.json that name files
 * @property {string[]} files
 * @property {Record<string, string>} bin
 * @property {string} types
 * @property {Record<string, unknown>} exports
 */

/**
 * @typedef {object} Packed what `npm pack --json` says of a package
 * @property {number} size
 * @property {readonly { path: string }[]} files
 */

/**
 * @param {Manifest} manifest
 * @param {Packed} packed
 * @returns {string[]} what is wrong
 */
export function checkPackedFiles(manifest, { files, size }) {
  const paths = new Set(files.map(({ path }) => path));
  const roots = new Set([...ALWAYS, ...manifest.files].map(rootOf));
  return [
    ...requiredPaths(manifest).flatMap((path) => (paths.has(path) ? [] : [`${path} is missing`])),
    ...[...paths].flatMap((path) =>
      roots.has(rootOf(path)) ? [] : [`${path} does not belong there`],
    ),
    ...[...paths].flatMap((path) => (UNWANTED.test(path) ? [`${path} is not for users`] : [])),
    ...(size > BYTES_MAX ? [`${size} bytes are more than ${BYTES_MAX}`] : []),
  ];
}

/** @param {string} path */
function rootOf(path) {
  return path.split('/')[0];
}

/** @param {Manifest} manifest */
function requiredPaths({ bin, types, exports: entries }) {
  const named = [types, ...Object.values(bin), ...listTexts(entries)];
  const files = named.map((path) => path.replace(/^\.\//, ''));
  return [...new Set([...ALWAYS, 'CHANGELOG.md', 'dist/explorer/index.html', ...files])];
}

/**
 * @param {unknown} value
 * @returns {string[]}
 */
function listTexts(value) {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listTexts) : [];
}
