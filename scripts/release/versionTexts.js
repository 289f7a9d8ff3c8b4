// The files that contain the version, with functions that replace it in the text of a file.

/**
 * @type {Readonly<Record<string, (text: string, version: string, date: string) => string>>}
 */
export const VERSION_TEXTS = {
  'package.json': (text, version) => replaceOnce(text, /^ {2}"version": ".*"/m, version),
  // The lock file has it at the top level and in the entry of the package itself.
  'package-lock.json': (text, version) => {
    const lock = JSON.parse(text);
    lock.version = version;
    lock.packages[''].version = version;
    return `${JSON.stringify(lock, null, 2)}\n`;
  },
  'src/base/version.ts': (text, version) => replaceOnce(text, /^export const .*'.*';/m, version),
  'README.md': (text, version) => replaceOnce(text, /^Perigee \S+: chain/m, version),
  'docs/guide/first-steps.md': (text, version) =>
    replaceOnce(text, /^Perigee \S+: chain/m, version),
  'CHANGELOG.md': releaseChanges,
};

const VERSION = /^(\d+)\.(\d+)\.(\d+)(-[0-9A-Za-z.-]+)?$/;

/**
 * Whether a version is well-formed and comes after another one. Between two pre-releases of the
 * same version no order is enforced.
 *
 * @param {string} version
 * @param {string} previous
 */
export function isNextVersion(version, previous) {
  const after = VERSION.exec(version);
  const before = VERSION.exec(previous);
  if (after === null || before === null) return false;
  for (const part of [1, 2, 3]) {
    const difference = Number(after[part]) - Number(before[part]);
    if (difference !== 0) return difference > 0;
  }
  return before[4] !== undefined && version !== previous;
}

/**
 * Moves unreleased changes below the heading of a version, and leaves an empty section for the next
 * ones.
 *
 * @param {string} text of CHANGELOG.md
 * @param {string} version
 * @param {string} date as 2026-01-31
 */
function releaseChanges(text, version, date) {
  const [, before, changes] =
    /^([\s\S]*?\n)## \[?Unreleased\]?\n([\s\S]*?)(?=\n## |$)/.exec(text) ?? [];
  if (before === undefined || changes === undefined || changes.trim() === '') {
    throw new Error('CHANGELOG.md has nothing under "Unreleased".');
  }
  const heading = '## [Unreleased]\n';
  const rest = text.slice(text.indexOf(changes, before.length) + changes.length);
  return `${before}${heading}\n## [${version}] - ${date}\n${changes}${rest}`;
}

/**
 * Replaces the version in the one line that a pattern finds.
 *
 * @param {string} text
 * @param {RegExp} line
 * @param {string} version
 */
function replaceOnce(text, line, version) {
  const found = line.exec(text)?.[0];
  if (found === undefined) throw new Error(`${line} is not found.`);
  return text.replace(found, found.replace(/\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?/, version));
}
