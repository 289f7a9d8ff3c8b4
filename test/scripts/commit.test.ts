// The commit that set-up records, in folders that are a checkout, inside one, or none.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readCommit } from '../../scripts/commit.js';
import { createTemporaryFolder } from '../support/temporaryFolder.ts';

function git(folder: string, ...args: string[]): string {
  const author = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com'];
  const { status, stdout, stderr } = spawnSync('git', [...author, ...args], {
    cwd: folder,
    encoding: 'utf8',
  });
  assert.equal(status, 0, stderr);
  return stdout.trim();
}

test('a checkout has a commit, and says whether files were changed since', () => {
  const folder = createTemporaryFolder();
  git(folder, 'init', '--quiet');
  writeFileSync(join(folder, 'file'), 'one');
  git(folder, 'add', 'file');
  git(folder, 'commit', '--quiet', '--message', 'first');
  const commit = git(folder, 'rev-parse', 'HEAD');
  assert.match(commit, /^[0-9a-f]{40}$/);
  assert.equal(readCommit(folder), commit);
  git(folder, 'tag', '--annotate', 'v1', '--message', 'one');
  assert.equal(readCommit(folder), commit, 'a tag does not replace it');
  writeFileSync(join(folder, 'file'), 'two');
  assert.equal(readCommit(folder), `${commit}-modified`);
});

test('a folder without a checkout of its own has no commit', () => {
  const folder = createTemporaryFolder();
  assert.equal(readCommit(folder), 'unknown');
  git(folder, 'init', '--quiet');
  assert.equal(readCommit(folder), 'unknown', 'nothing is committed');
  git(folder, 'commit', '--quiet', '--allow-empty', '--message', 'of another project');
  const inside = join(folder, 'vendored');
  mkdirSync(inside);
  assert.equal(readCommit(inside), 'unknown');
});
