/**
 * What makes a store survive a power cut although its commits are not flushed one by one.
 *
 * An unflushed commit is whole for every process of this machine, but after a power cut the disk
 * may have its meta page without its other pages. A checkpoint is a copy of the meta pages, made
 * durable after everything they lead to; as long as it is the newest one, a read transaction
 * keeps LMDB from reusing those pages. When the machine has restarted, the copy is put back, and
 * the file is what it was when the checkpoint was taken.
 */

import { existsSync, readFileSync, rmSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { concatBytes, equalBytes, utf8ToBytes } from '../../base/bytes/bytes.ts';
import { flushDataFile, META_BYTES, readMetaPages, writeMetaPages } from './dataFile.ts';

/** The meta pages, then the boot id of the machine at the time they were copied. */
function checkpointPath(folder: string): string {
  return join(folder, 'checkpoint');
}

export async function writeCheckpoint(
  folder: string,
  bootId: string,
  pages: Uint8Array,
): Promise<void> {
  await flushDataFile(folder);
  await replaceCheckpoint(folder, concatBytes(pages, utf8ToBytes(bootId)));
}

/**
 * For a writer that flushes each commit itself. A power cut can bring a removed file back, and the
 * checkpoint would then undo what was committed since: an empty file takes its place first.
 */
export async function removeCheckpoint(folder: string): Promise<void> {
  // Also if there is none: the removal of an earlier run may not have reached the disk.
  await syncFolder(folder);
  if (!existsSync(checkpointPath(folder))) return;
  await flushDataFile(folder);
  await replaceCheckpoint(folder, new Uint8Array());
  await rm(checkpointPath(folder));
}

/** A power cut leaves the old file or the new one: writing in place would leave a mixture. */
async function replaceCheckpoint(folder: string, bytes: Uint8Array): Promise<void> {
  const path = checkpointPath(folder);
  await writeDurably(`${path}.new`, bytes);
  await rename(`${path}.new`, path);
  await syncFolder(folder);
}

/** Restores the data file to the checkpoint, before it is opened. */
export function restoreCheckpoint(folder: string, bootId: string | null): void {
  const pages = findPagesToRestore(folder, bootId);
  if (pages !== null) writeMetaPages(folder, pages);
}

/** Without its data file a checkpoint must not meet the next one. */
export function forgetCheckpoint(folder: string): void {
  rmSync(checkpointPath(folder), { force: true });
}

/** The copied pages, if there are any. */
export function readCheckpointPages(folder: string): Uint8Array | null {
  const path = checkpointPath(folder);
  if (!existsSync(path)) return null;
  const pages = readFileSync(path).subarray(0, META_BYTES);
  return pages.length === META_BYTES ? pages : null;
}

/** The copied pages if the machine has restarted and the file has others, else null. */
export function findPagesToRestore(folder: string, bootId: string | null): Uint8Array | null {
  const pages = readCheckpointPages(folder);
  if (pages === null) return null;
  const ofBoot = readFileSync(checkpointPath(folder)).subarray(META_BYTES);
  if (bootId !== null && equalBytes(ofBoot, utf8ToBytes(bootId))) return null;
  return equalBytes(pages, readMetaPages(folder)) ? null : pages;
}

/** Null where the system does not provide one. */
export function readBootId(): string | null {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return null;
  }
}

async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'w');
  try {
    await file.writeFile(bytes);
    await file.datasync();
  } finally {
    await file.close();
  }
}

/** Makes durable which files a folder has. Windows has no such call and needs none. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
