// Folders that are gone when the test file is done.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { releaseAfterTests } from './releases.ts';

/** Programs that were killed may still be writing: as often is a folder found not to be empty. */
const TRIES = 20;

export function createTemporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'perigee-test-'));
  releaseAfterTests(() => rmSync(folder, { recursive: true, force: true, maxRetries: TRIES }));
  return folder;
}
