// Atomic writes of files that other threads and processes may read and remove at any time: a file
// is complete or does not exist.

import { renameSync, writeFileSync } from 'node:fs';
import { threadId } from 'node:worker_threads';

/** A process that is killed meanwhile leaves either the complete file or the previous one. */
export function writeWholeFile(path: string, content: Uint8Array | string, mode = 0o666): void {
  const unfinished = `${path}.${process.pid}.${threadId}`;
  writeFileSync(unfinished, content, { mode });
  renameSync(unfinished, path);
}
