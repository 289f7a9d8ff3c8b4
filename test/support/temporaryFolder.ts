// Folders that are removed when the test file is done.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { releaseAfterTests } from './releases.ts';

/** Killed programs may still be writing, so removing a non-empty folder is retried this often. */
const TRIES = 20;

export function createTemporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'perigee-test-'));
  releaseAfterTests(() => rmSync(folder, { recursive: true, force: true, maxRetries: TRIES }));
  return folder;
}
