// Files that other threads and processes read and remove at any time: a file is whole, or there is
// none.

import { renameSync, writeFileSync } from 'node:fs';
import { threadId } from 'node:worker_threads';

/** A process that is killed meanwhile leaves the whole file, or what was there before. */
export function writeWholeFile(path: string, content: Uint8Array | string, mode = 0o666): void {
  const unfinished = `${path}.${process.pid}.${threadId}`;
  writeFileSync(unfinished, content, { mode });
  renameSync(unfinished, path);
}
