// Bits of a data file are flipped at random, and everything is read from it: a row is unchanged, or
// an error; never a different one, and never absent. A broken file could crash its reader, so that
// is another process.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createTemporaryFolder } from '../support/temporaryFolder.ts';
import { countRounds } from '../support/testForm.ts';
import type { FlipReport } from './flippingProcess.ts';

const READER = fileURLToPath(new URL('./flippingProcess.js', import.meta.url));
/** Rounds per process. */
const AT_ONCE = 20;

for (const bits of [1, 20]) {
  test(`no wrong row is read from a file with ${bits} flipped bits`, (context) => {
    const total = { refused: 0, errors: 0, right: 0 };
    for (const round of countRounds(context, 'flipped bits', { short: 2, long: 60 })) {
      const args = [createTemporaryFolder(), round, AT_ONCE, bits].map(String);
      const { status, signal, stdout, stderr } = spawnSync(process.execPath, [READER, ...args]);
      assert.deepEqual([status, signal], [0, null], `round ${round}: ${stdout}${stderr}`);
      const report: FlipReport = JSON.parse(String(stdout));
      assert.deepEqual(report.wrong, [], `round ${round}`);
      for (const name of ['refused', 'errors', 'right'] as const) total[name] += report[name];
    }
    context.diagnostic(JSON.stringify(total));
    // A flipped bit is detected, and affects only what it hits.
    assert.ok(total.refused + total.errors > 0);
    assert.ok(total.right > 100 * total.errors, JSON.stringify(total));
  });
}
