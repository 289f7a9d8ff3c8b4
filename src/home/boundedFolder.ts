// A folder of files that can be recreated, bounded in bytes: the oldest files are removed first.
// Several threads and processes may use it. A failure only means that a file has to be recreated,
// so nothing here throws once the folder exists.

import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { writeWholeFile } from './wholeFile.ts';

/** A file takes at least one disk block, however short it is: this bounds their number too. */
const FILE_BYTES_MIN = 4_096;
/**
 * The share of the bound that is written before the folder is listed again: listing thousands of
 * files at every write would cost more than writing them. Each thread may exceed the bound by it.
 */
const UNLISTED_SHARE = 1 / 16;

export class BoundedFolder {
  readonly #path: string;
  readonly #bytesMax: number;
  /** Written by this thread since the folder was listed; infinite before the first listing. */
  #unlistedBytes = Number.POSITIVE_INFINITY;

  constructor(path: string, bytesMax: number) {
    this.#path = path;
    this.#bytesMax = bytesMax;
    mkdirSync(path, { recursive: true });
  }

  /** Null if there is no such file, or if it cannot be read. */
  read(name: string): Uint8Array | null {
    try {
      const { buffer, byteOffset, length } = readFileSync(join(this.#path, name));
      return new Uint8Array(buffer, byteOffset, length);
    } catch {
      return null;
    }
  }

  /** Does nothing if there is no room for the file, or it cannot be written. */
  write(name: string, content: Uint8Array): void {
    const bytes = bytesOf(content.length);
    if (bytes > this.#bytesMax) return;
    this.#unlistedBytes += bytes;
    try {
      if (this.#unlistedBytes > this.#bytesMax * UNLISTED_SHARE) this.#makeRoom(bytes);
      writeWholeFile(join(this.#path, name), content);
    } catch {}
  }

  #makeRoom(newBytes: number): void {
    const files = readdirSync(this.#path).map((name) => describeFile(join(this.#path, name)));
    files.sort((a, b) => a.changedMs - b.changedMs);
    let bytes = files.reduce((sum, file) => sum + file.bytes, newBytes);
    for (const file of files) {
      if (bytes <= this.#bytesMax) break;
      rmSync(file.path, { force: true });
      bytes -= file.bytes;
    }
    this.#unlistedBytes = 0;
  }
}

function bytesOf(length: number): number {
  return Math.max(length, FILE_BYTES_MIN);
}

/** Another thread may have removed the file in the meantime. */
function describeFile(path: string): { path: string; bytes: number; changedMs: number } {
  const found = statSync(path, { throwIfNoEntry: false });
  return { path, bytes: bytesOf(found?.size ?? 0), changedMs: found?.mtimeMs ?? 0 };
}
