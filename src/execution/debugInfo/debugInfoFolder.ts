// The folder of `--debug-info`: Wasm files with names and debug information, and the source maps
// beside them. In a Cargo project these are below `target/`, which is searched first. Only files
// that end in `.wasm` or `.wasm.map` are opened, never those that debug information names, nor
// anything else than plain files, which could block for ever.
// Bounds: depth, entries, files, and bytes that are read. It is searched again after a second.

import { type Dirent, opendirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { bytesToUtf8 } from '../../base/bytes/bytes.ts';
import type { Twin } from '../../symbols/contractSymbols.ts';
import { SourceMap } from '../../symbols/sourceMap.ts';
import { compareDegrees, degreeOf, type TwinKeys, twinKeysOf } from '../../symbols/twins.ts';
import { orElse, WasmLayout } from '../../symbols/wasmLayout.ts';

const DEPTH_MAX = 8;
const ENTRIES_MAX = 50_000;
const FILES_MAX = 256;
const FILE_BYTES_MAX = 64 * 1024 * 1024;
const TOTAL_BYTES_MAX = 512 * 1024 * 1024;
/** What is read from a map takes many times as much memory. */
const MAP_BYTES_MAX = 16 * 1024 * 1024;
/** Twins of one contract that are tried. */
const TWINS_MAX = 4;
const LOOK_AGAIN_MS = 1_000;
const WASM = '.wasm';
const MAP = '.map';
/** Where Cargo puts what it builds. */
const BUILT = 'target';
/** Folders with many files, and no modules that are deployed. */
const SKIPPED = new Set(['node_modules', '.git', '.fingerprint', 'incremental', 'build', 'doc']);

interface FoundFile {
  readonly path: string;
  readonly bytes: number;
  readonly changedMs: number;
}

export class DebugInfoFolder {
  readonly #path: string;
  readonly #now: () => number;
  #files: readonly FoundFile[] = [];
  #lookedMs = Number.NEGATIVE_INFINITY;
  /** By path and time of change. */
  #keys = new Map<string, TwinKeys | null>();
  /** Changes with the files. */
  #version = 0;

  constructor(path: string, now: () => number) {
    this.#path = path;
    this.#now = now;
  }

  /** What was found before is of no use once this has changed. */
  get version(): number {
    this.#look();
    return this.#version;
  }

  /** The files of the same program, the best first. */
  twinsOf(keys: TwinKeys): Twin[] {
    this.#look();
    const matching = this.#files.flatMap((file) => {
      const found = this.#keysOf(file);
      const degree = found && degreeOf(keys, found);
      return degree === null ? [] : [{ file, degree }];
    });
    matching.sort(
      (a, b) => compareDegrees(a.degree, b.degree) || b.file.changedMs - a.file.changedMs,
    );
    return matching.slice(0, TWINS_MAX).flatMap(({ file, degree }) => {
      const bytes = readFile(file.path);
      if (bytes === null) return [];
      return [{ degree, layout: new WasmLayout(bytes), sourceMap: readSourceMap(file.path) }];
    });
  }

  #look(): void {
    const nowMs = this.#now();
    if (nowMs - this.#lookedMs < LOOK_AGAIN_MS) return;
    this.#lookedMs = nowMs;
    const files = findFiles(this.#path);
    if (describe(files) === describe(this.#files)) return;
    this.#files = files;
    this.#version++;
    const current = new Set(files.map(nameOf));
    for (const name of this.#keys.keys()) if (!current.has(name)) this.#keys.delete(name);
  }

  /** Null for a file that cannot be read. */
  #keysOf(file: FoundFile): TwinKeys | null {
    const known = this.#keys.get(nameOf(file));
    if (known !== undefined) return known;
    const bytes = readFile(file.path);
    const keys = bytes === null ? null : twinKeysOf(new WasmLayout(bytes));
    this.#keys.set(nameOf(file), keys);
    return keys;
  }
}

function nameOf({ path, bytes, changedMs }: FoundFile): string {
  return `${path} ${bytes} ${changedMs}`;
}

function describe(files: readonly FoundFile[]): string {
  return files.map(nameOf).join('\n');
}

/** Breadth first, and what Cargo has built before anything else. */
function findFiles(root: string): FoundFile[] {
  const found: FoundFile[] = [];
  const folders = [{ path: root, depth: 0 }];
  let [entriesLeft, bytesLeft] = [ENTRIES_MAX, TOTAL_BYTES_MAX];
  for (let folder = folders.shift(); folder !== undefined; folder = folders.shift()) {
    for (const entry of listFolder(folder.path)) {
      if (entriesLeft-- <= 0 || found.length >= FILES_MAX) return found;
      const path = join(folder.path, entry.name);
      if (entry.isDirectory() && folder.depth < DEPTH_MAX && !SKIPPED.has(entry.name)) {
        const below = { path, depth: folder.depth + 1 };
        if (entry.name === BUILT) folders.unshift(below);
        else folders.push(below);
      }
      const file = entry.isFile() && entry.name.endsWith(WASM) ? findFile(path) : null;
      if (file === null || file.bytes > bytesLeft) continue;
      bytesLeft -= file.bytes;
      found.push(file);
    }
  }
  return found;
}

/** Files come and go while a project is built, so any of them may be missing. */
function ifThere<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof Error && 'code' in error) return null;
    throw error;
  }
}

/** One entry after the other: a folder may have any number of them. */
function* listFolder(path: string): Generator<Dirent> {
  const folder = ifThere(() => opendirSync(path));
  if (folder === null) return;
  try {
    const next = () => ifThere(() => folder.readSync());
    for (let entry = next(); entry !== null; entry = next()) yield entry;
  } finally {
    folder.closeSync();
  }
}

/** With the source map beside it, so that a new one is noticed as well. */
function findFile(path: string): FoundFile | null {
  const stats = ifThere(() => statSync(path));
  if (stats === null || stats.size > FILE_BYTES_MAX) return null;
  const mapMs = ifThere(() => statSync(path + MAP))?.mtimeMs ?? 0;
  return { path, bytes: stats.size, changedMs: Math.max(stats.mtimeMs, mapMs) };
}

function readFile(path: string, bytesMax = FILE_BYTES_MAX): Uint8Array | null {
  const stats = ifThere(() => statSync(path));
  if (stats === null || !stats.isFile() || stats.size > bytesMax) return null;
  return ifThere(() => readFileSync(path));
}

function readSourceMap(path: string): SourceMap | null {
  const bytes = readFile(path + MAP, MAP_BYTES_MAX);
  return bytes === null ? null : orElse(null, () => SourceMap.parse(bytesToUtf8(bytes)));
}
