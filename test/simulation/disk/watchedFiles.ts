// Puts a simulated disk under the node:fs calls that the store uses to write and sync. They stay
// real, but each becomes a step of the disk, and asynchronous calls complete in order.

import fs from 'node:fs';
import fsPromises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import type { TornDisk } from './tornDisk.ts';

let disk: TornDisk | null = null;
/** The files of the disk that are open for asynchronous calls. */
const paths = new Map<number, string>();

/** From now on, calls in the folder of a disk are steps of it. */
export function watchFiles(watched: TornDisk): void {
  disk = watched;
}

const real = { ...fs };
const realPromises = { ...fsPromises };

class WatchedFile {
  readonly #disk: TornDisk;
  readonly #path: string;
  readonly #file: number;

  constructor(watched: TornDisk, path: string, mode: string) {
    this.#disk = watched;
    this.#path = path;
    this.#file = real.openSync(path, mode);
  }

  async writeFile(bytes: Uint8Array): Promise<void> {
    this.#disk.step('a write');
    real.writeFileSync(this.#file, bytes);
  }

  async datasync(): Promise<void> {
    this.#disk.step('a sync');
    this.#disk.onSync(this.#path);
  }

  sync(): Promise<void> {
    return this.datasync();
  }

  async close(): Promise<void> {
    real.closeSync(this.#file);
  }
}

Object.assign(fsPromises, {
  open: async (path: string, mode: string) => {
    if (!disk?.owns(path)) return realPromises.open(path, mode);
    disk.step('an opening');
    return new WatchedFile(disk, path, mode);
  },
  rename: async (from: string, to: string) => {
    if (!disk?.owns(from)) return realPromises.rename(from, to);
    disk.step('a renaming');
    real.renameSync(from, to);
    disk.onRename(from, to);
  },
  rm: async (path: string) => {
    if (!disk?.owns(path)) return realPromises.rm(path);
    disk.step('a removal');
    real.rmSync(path);
    disk.observe();
  },
});

Object.assign(fs, {
  openSync: (path: string, mode: string) => {
    const file = real.openSync(path, mode);
    if (disk?.owns(path)) paths.set(file, path);
    return file;
  },
  closeSync: (file: number) => {
    paths.delete(file);
    real.closeSync(file);
  },
  writeSync: (file: number, ...rest: [Uint8Array, number, number, number]) => {
    if (paths.has(file)) disk?.step('a write');
    return real.writeSync(file, ...rest);
  },
  fsyncSync: (file: number) => {
    const path = paths.get(file);
    if (path === undefined) return real.fsyncSync(file);
    disk?.step('a sync');
    disk?.onSync(path);
  },
  writeFileSync: (path: string, ...rest: [string]) => {
    if (disk?.owns(path)) disk.step('a write');
    real.writeFileSync(path, ...rest);
  },
});
syncBuiltinESMExports();
