// The steps of a release, with the folder and programs passed in: an invalid version changes
// nothing, and files are restored if a check fails.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isNextVersion, VERSION_TEXTS } from './versionTexts.js';

/**
 * @typedef {object} Release
 * @property {string} root the folder of the repository
 * @property {string} version
 * @property {string} date as 2026-01-31
 * @property {boolean} isDryRun
 * @property {(...args: string[]) => string} git runs git in the folder and returns its output
 * @property {() => void} check throws if the folder must not be released
 * @property {() => void} pack makes the package of the committed folder, which names its commit
 * @property {(text: string) => void} say
 */

/** @param {Release} release */
export function release({ root, version, date, isDryRun, git, check, pack, say }) {
  const before = readTexts(root);
  const previous = JSON.parse(before['package.json'] ?? '').version;
  if (!isNextVersion(version, previous)) {
    throw new Error(`${version} is not a version after ${previous}.`);
  }
  const tag = `v${version}`;
  if (git('status', '--porcelain') !== '') throw new Error('There are uncommitted changes.');
  if (git('tag', '--list', tag) !== '') throw new Error(`The tag ${tag} exists.`);

  /** @type {Record<string, string>} */
  const after = {};
  for (const [path, change] of Object.entries(VERSION_TEXTS)) {
    after[path] = change(before[path] ?? '', version, date);
    say(`${path}: ${previous} becomes ${version}`);
  }
  try {
    writeTexts(root, after);
    check();
  } catch (error) {
    writeTexts(root, before);
    throw error;
  }
  if (isDryRun) return writeTexts(root, before);
  git('add', ...Object.keys(after));
  git('commit', '--message', `release: ${version}`);
  pack();
  git('tag', '--annotate', tag, '--message', `Perigee ${version}`);
}

/**
 * @param {string} root
 * @returns {Record<string, string>}
 */
function readTexts(root) {
  const paths = Object.keys(VERSION_TEXTS);
  return Object.fromEntries(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
}

/**
 * @param {string} root
 * @param {Record<string, string>} texts
 */
function writeTexts(root, texts) {
  for (const [path, text] of Object.entries(texts)) writeFileSync(join(root, path), text);
}
