// Which files below a folder were written since the last check. The compiler writes only the
// modules whose text has changed.

import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

export class ModifiedFiles {
  #folder;
  /** @type {Map<string, number>} */
  #times = new Map();

  /** @param {string} folder */
  constructor(folder) {
    this.#folder = folder;
  }

  /** @returns {string[]} modules that are new or were written again; all of them at first */
  take() {
    const times = new Map(this.#list().map((path) => [path, statSync(path).mtimeMs]));
    const modified = [...times.keys()].filter((path) => times.get(path) !== this.#times.get(path));
    this.#times = times;
    return modified;
  }

  #list() {
    return readdirSync(this.#folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.js') && !path.includes('node_modules'))
      .map((path) => join(this.#folder, path));
  }
}
