// One node at a time for a home folder. The lock is a file with the number of the process that
// holds it; one left by a process that is gone does not count.

import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { resolve } from 'node:path';
import { explainFailure, HomeError } from './homeFolder.ts';

const LOCK_FILE = 'node.lock';

/** The locks of this process. A file that was left behind may carry its number by chance. */
const held = new Set<string>();

/** Takes the lock, in a folder that is made if it is missing, and answers how to give it back. */
export function lockHome(directory: string): () => void {
  const path = resolve(directory, LOCK_FILE);
  explainFailure(directory, () => {
    mkdirSync(directory, { recursive: true });
    takeLock(directory, path);
  });
  held.add(path);
  return () => {
    held.delete(path);
    rmSync(path, { force: true });
  };
}

function takeLock(directory: string, path: string): void {
  try {
    writeLock(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const holder = Number(readFileSync(path, 'utf8'));
    if (holder === process.pid ? held.has(path) : isRunning(holder)) {
      throw new HomeError(
        `another node (process ${holder}) uses ${directory}; stop it or choose another --home`,
        error,
      );
    }
    rmSync(path, { force: true });
    writeLock(path);
  }
}

function writeLock(path: string): void {
  const file = openSync(path, 'wx');
  writeSync(file, String(process.pid));
  closeSync(file);
}

function isRunning(processId: number): boolean {
  if (!Number.isSafeInteger(processId) || processId <= 0) return false;
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    // Somebody else's process may not be signalled, but it runs.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
