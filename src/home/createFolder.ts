// Creates a folder and its missing parents. With `recursive`, Node's own `mkdir` may never return
// where the system refuses a folder below one that exists with "no such file", as in Linux's /proc.

import { mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** Does nothing if the folder exists. */
export function createFolder(path: string): void {
  if (isFolder(path)) return;
  const parent = dirname(resolve(path));
  if (parent !== resolve(path)) createFolder(parent);
  try {
    mkdirSync(path);
  } catch (error) {
    // Another process may have created it in the meantime.
    if (!isFolder(path)) throw error;
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
