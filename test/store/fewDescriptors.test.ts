// A store in a process without free file descriptors: a checkpoint waits until there is one, and
// nothing fails.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createTemporaryFolder } from '../support/temporaryFolder.ts';

test('a checkpoint waits for a file descriptor', () => {
  const program = fileURLToPath(new URL('./fewDescriptors.js', import.meta.url));
  const said = execFileSync('sh', [
    '-c',
    'ulimit -n 100; exec "$0" "$@"',
    process.execPath,
    program,
    createTemporaryFolder(),
  ]);
  // Descriptors were used up, the checkpoint stayed unchanged, and was written with the next flush.
  assert.equal(said.toString(), 'true true true');
});
