// Answers of other networks in a folder, one file each, named by what was asked. A file begins with
// the hash of the rest: a damaged one counts as absent. Bounds: 1 GiB and 200,000 files; what would
// exceed them is an error.

import { mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bytesToHex, concatBytes, equalBytes, utf8ToBytes } from '../base/bytes/bytes.ts';
import { HASH_LENGTH, sha256 } from '../base/crypto/hash.ts';
import { MIB } from '../base/units.ts';
import { RemoteError } from './remoteError.ts';

const BYTES_MAX = 1024 * MIB;
const FILES_MAX = 200_000;

export class KeptAnswers {
  readonly #folder: string;
  readonly #bytesMax: number;
  #bytes = 0;
  #files = 0;

  constructor(folder: string, bytesMax = BYTES_MAX) {
    this.#folder = folder;
    this.#bytesMax = bytesMax;
    try {
      mkdirSync(folder, { recursive: true });
      for (const name of readdirSync(folder)) {
        this.#bytes += statSync(join(folder, name)).size;
        this.#files += 1;
      }
    } catch (error) {
      throw this.#cannot('read', error);
    }
  }

  /** Null if it was not kept. */
  read(question: string): Uint8Array | null {
    let file: Uint8Array;
    try {
      file = readFileSync(this.#pathOf(question));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw this.#cannot('read', error);
    }
    const body = file.subarray(HASH_LENGTH);
    return equalBytes(sha256(body), file.subarray(0, HASH_LENGTH)) ? body : null;
  }

  keep(question: string, answer: Uint8Array): void {
    const file = concatBytes(sha256(answer), answer);
    if (this.#bytes + file.length > this.#bytesMax || this.#files >= FILES_MAX) {
      const size = `${Math.floor(this.#bytesMax / MIB)} MiB or ${FILES_MAX} files`;
      throw new RemoteError(
        'remote_cache_full',
        `${this.#folder} has no room for more answers (${size}); delete it, or name another ` +
          'folder with --cache.',
      );
    }
    const path = this.#pathOf(question);
    try {
      writeFileSync(`${path}.new`, file);
      renameSync(`${path}.new`, path);
    } catch (error) {
      throw this.#cannot('written', error);
    }
    this.#bytes += file.length;
    this.#files += 1;
  }

  #pathOf(question: string): string {
    return join(this.#folder, bytesToHex(sha256(utf8ToBytes(question))));
  }

  #cannot(what: string, error: unknown): RemoteError {
    const reason = (error as Error).message;
    return new RemoteError('remote_source', `${this.#folder} cannot be ${what}: ${reason}`, error);
  }
}
