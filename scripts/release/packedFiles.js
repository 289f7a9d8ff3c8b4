// Checks what a packed package must and must not contain, on the list from `npm pack`.

/** Files that npm always packs. */
const ALWAYS = ['package.json', 'README.md', 'LICENSE'];
/** Sources and build leftovers, except for type declarations. */
const UNWANTED = /(?<!\.d)\.tsx?$|\.test\.|\.tsbuildinfo$|node_modules\//;
/** Unpacked. Well above the actual size, well below what a stray folder would add. */
const BYTES_MAX = 32 * 1024 * 1024;

/**
 * @typedef {object} Manifest the parts of package.json that name files
 * @property {string[]} files
 * @property {Record<string, string>} bin
 * @property {string} types
 * @property {Record<string, unknown>} exports
 */

/**
 * @param {Manifest} manifest
 * @param {readonly { path: string, size: number }[]} packed
 * @returns {string[]} what is wrong
 */
export function checkPackedFiles(manifest, packed) {
  const paths = new Set(packed.map(({ path }) => path));
  const allowed = [...ALWAYS, ...manifest.files];
  const isAllowed = (/** @type {string} */ path) =>
    allowed.some((place) => path === place || path.startsWith(`${place}/`));
  const bytes = packed.reduce((sum, { size }) => sum + size, 0);
  return [
    ...requiredPaths(manifest).flatMap((path) => (paths.has(path) ? [] : [`${path} is missing`])),
    ...[...paths].flatMap((path) => (isAllowed(path) ? [] : [`${path} does not belong there`])),
    ...[...paths].flatMap((path) => (UNWANTED.test(path) ? [`${path} is not for users`] : [])),
    ...(bytes > BYTES_MAX ? [`${bytes} bytes are more than ${BYTES_MAX}`] : []),
  ];
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
