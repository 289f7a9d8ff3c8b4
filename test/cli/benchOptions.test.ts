// Options of `perigee bench` that cannot work are refused before anything is measured.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseCommandLine } from '../../src/cli/commandLine.ts';
import { bench } from '../../src/cli/commands/bench.ts';
import { isUsageError } from '../../src/cli/usageError.ts';

test('results need a folder that exists', async () => {
  for (const name of ['json', 'svg']) {
    const line = parseCommandLine(['bench', `--${name}`, '/no/such/folder/results']);
    await assert.rejects(bench(line), (error: Error) => {
      assert.ok(isUsageError(error));
      assert.equal(error.message, `--${name}: there is no folder '/no/such/folder'.`);
      return true;
    });
  }
});
