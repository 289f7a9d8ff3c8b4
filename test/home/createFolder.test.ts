// Folders that can be created, and paths where the system refuses one: those must fail at once.

import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { createFolder } from '../../src/home/createFolder.ts';

const folder = mkdtempSync(join(tmpdir(), 'perigee-test-'));
after(() => rmSync(folder, { recursive: true }));

test('a folder is created with its parents, and may exist', () => {
  const path = join(folder, 'a', 'b', 'c');
  for (let i = 0; i < 2; i++) {
    createFolder(path);
    assert.ok(existsSync(path));
  }
});

test('a folder that the system refuses is an error', () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  // Node's own recursive mkdir does not return from the last one.
  const refused = [file, join(file, 'a'), ...(process.platform === 'linux' ? ['/proc/nope'] : [])];
  for (const path of refused) {
    assert.throws(() => createFolder(path), /ENOTDIR|EEXIST|ENOENT|EACCES/, path);
  }
});
