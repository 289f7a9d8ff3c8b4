// NEAR Lake files in a local folder. A block is written to a temporary folder and then renamed, so
// that it appears atomically.

import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BlockSourceError } from './blockSource.ts';
import {
  formatLakeHeight,
  LAKE_FILE_BYTES_MAX,
  type LakeFile,
  type LakeStore,
  parseLakeHeight,
} from './lakeStore.ts';

/** This many heights are probed one by one before the whole folder is listed. */
const PROBED_HEIGHTS = 64;
const UNFINISHED = '.unfinished';

export class LakeFolder implements LakeStore {
  readonly name: string;
  readonly #directory: string;

  constructor(directory: string) {
    this.name = `lake:${directory}`;
    this.#directory = directory;
  }

  async heights(from: number, max: number): Promise<readonly number[]> {
    const probed = this.#probe(from);
    if (probed.length > 0) return probed.slice(0, max);
    const listed = (await this.#list()).filter((height) => height >= from);
    return listed.sort((a, b) => a - b).slice(0, max);
  }

  async lastHeight(): Promise<number | null> {
    const last = (await this.#list()).reduce((a, b) => Math.max(a, b), -1);
    return last === -1 ? null : last;
  }

  async files(height: number): Promise<readonly string[]> {
    return listNames(join(this.#directory, formatLakeHeight(height)));
  }

  async read(height: number, file: string): Promise<Uint8Array | null> {
    const path = join(this.#directory, formatLakeHeight(height), file);
    try {
      const { size } = await stat(path);
      if (size > LAKE_FILE_BYTES_MAX) {
        const text = `${path} is larger than the ${LAKE_FILE_BYTES_MAX} bytes that are read.`;
        throw new BlockSourceError({ code: 'source_content', height }, text);
      }
      return await readFile(path);
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  async write(height: number, files: readonly LakeFile[]): Promise<void> {
    const place = join(this.#directory, formatLakeHeight(height));
    if (existsSync(place)) return;
    const unfinished = join(this.#directory, UNFINISHED);
    await rm(unfinished, { recursive: true, force: true });
    await mkdir(unfinished, { recursive: true });
    for (const { name, content } of files) {
      await writeFile(join(unfinished, name), content, { flush: true });
    }
    await rename(unfinished, place);
  }

  close(): void {}

  #probe(from: number): number[] {
    const heights = Array.from({ length: PROBED_HEIGHTS }, (_, i) => from + i);
    return heights.filter((height) => existsSync(join(this.#directory, formatLakeHeight(height))));
  }

  async #list(): Promise<number[]> {
    const names = await listNames(this.#directory);
    return names.map(parseLakeHeight).filter((height) => height !== null);
  }
}

async function listNames(directory: string): Promise<string[]> {
  try {
    return await readdir(directory);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}
