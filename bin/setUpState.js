// Whether a clone is set up: everything in the lock file is installed, and `dist/` was built from
// the current sources. An installed package has no sources and needs nothing. Stamps: the hash of
// the lock file, and the newest change.

const { createHash } = require('node:crypto');
const { existsSync, lstatSync, readdirSync, readFileSync, statSync } = require('node:fs');
const { dirname, join } = require('node:path');

const ROOT = dirname(__dirname);
const SOURCES = ['src', 'explorer', 'tsconfig.json'];

/** @typedef {{ path: string, value: string }} Stamp */

function isClone() {
  return existsSync(join(ROOT, 'src'));
}

function isSetUp() {
  return !isClone() || (isInstalled(ROOT) && isFresh(buildStamp()));
}

/**
 * A folder that is a symbolic link is not ours to empty, and counts as installed.
 *
 * @param {string} folder holds package-lock.json
 */
function isInstalled(folder) {
  const modules = lstatSync(join(folder, 'node_modules'), { throwIfNoEntry: false });
  return modules?.isSymbolicLink() === true || isFresh(installStamp(folder));
}

/**
 * @param {string} folder
 * @returns {Stamp}
 */
function installStamp(folder) {
  const hash = createHash('sha256').update(readFileSync(join(folder, 'package-lock.json')));
  return { path: join(folder, 'node_modules', '.perigee'), value: hash.digest('hex') };
}

/** @returns {Stamp} */
function buildStamp() {
  const newest = Math.max(...SOURCES.map((name) => newestChangeMs(`${ROOT}/${name}`)));
  return { path: join(ROOT, 'dist', '.perigee'), value: String(newest) };
}

/** @param {Stamp} stamp */
function isFresh({ path, value }) {
  return existsSync(path) && readFileSync(path, 'utf8') === value;
}

/**
 * Includes the times of folders, which change when a file is removed.
 *
 * @param {string} path
 * @returns {number}
 */
function newestChangeMs(path) {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return readdirSync(path).reduce(
    (newest, name) => Math.max(newest, newestChangeMs(`${path}/${name}`)),
    stat.mtimeMs,
  );
}

module.exports = { ROOT, buildStamp, installStamp, isClone, isFresh, isInstalled, isSetUp };
