// Folders that are gone when the test file is done.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';

export function createTemporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'perigee-store-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
