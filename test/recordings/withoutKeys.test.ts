// Without the keys of the validators signatures and randomness are taken from the record, and
// everything else must still come out the same.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RecordingName } from '../support/recordings.ts';
import { openReplayedChain } from '../support/replayedChain.ts';

/** Up to where, and how many blocks that is: heights are left out in `stakes`. */
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
