/**
 * The number of the newest commit of any process. It is read from LMDB's lock file, where the views
 * of readers take it from, so that it never names a commit that a new view would not show yet: what
 * the library itself reports is ahead of them until a commit has ended.
 */

import { closeSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';

const MAGIC = 0xbeefc0de;
/** The file begins with this, a number of its format, and the number of the commit. */
const HEAD_BYTES = 16;
const NUMBER_AT = 8;

export class CommitNumber {
  readonly #head = Buffer.alloc(HEAD_BYTES);
  /** Null where the file cannot be read. */
  #file: number | null = null;

  /** `path` is the folder of the store, which is open. */
  constructor(path: string) {
    try {
      this.#file = openSync(join(path, 'lock.mdb'), 'r');
    } catch {
      // Then nothing is known of commits.
    }
  }

  /** Null if it is not known. */
  read(): number | null {
    if (this.#file === null) return null;
    try {
      readSync(this.#file, this.#head, 0, HEAD_BYTES, 0);
    } catch {
      return null;
    }
    if (this.#head.readUInt32LE(0) !== MAGIC) return null;
    return this.#head.readUInt32LE(NUMBER_AT) + 2 ** 32 * this.#head.readUInt32LE(NUMBER_AT + 4);
  }

  close(): void {
    if (this.#file !== null) closeSync(this.#file);
    this.#file = null;
  }
}
