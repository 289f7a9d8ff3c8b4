// Without the validators' keys, signatures and randomness are taken from the record, and everything
// else must still be the same.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RecordingName } from '../support/recordings.ts';
import { openReplayedChain } from '../support/replayedChain.ts';

/** The last height, and the number of blocks: `stakes` has skipped heights. */
const UNTIL: readonly [RecordingName, height: number, blocks: number][] = [
  ['stakes', 440, 399],
  ['tour', 130, 131],
  ['crowd', 40, 41],
  ['extras', 70, 71],
  ['edges', 10, 11],
  ['flood', 10, 11],
];

for (const [name, height, blocks] of UNTIL) {
  test(`${name} up to height ${height}`, async () => {
    const result = await openReplayedChain(name, height);
    assert.equal(result.blocks, blocks);
  });
}
