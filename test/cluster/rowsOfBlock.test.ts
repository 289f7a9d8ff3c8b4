// The rows of all blocks of a recorded chain, found by following each block, are all rows of its
// store: a cluster that gets them lacks nothing. Rows of followers are tested in test/follow.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { replayRecording } from '../../src/replay/replayRecording.ts';
import { MemoryStore } from '../../src/store/memory/memoryStore.ts';
import { assertRowsListed } from '../support/listedRows.ts';
import { contractsFolder, KeylessRecording } from '../support/recordings.ts';

const UNTIL = 120;

test('every row of a store belongs to a block', async () => {
  const store = new MemoryStore();
  const recording = new KeylessRecording('crowd');
  const { difference } = await replayRecording({
    recording,
    store,
    code: contractsFolder(),
    until: UNTIL,
  });
  assert.equal(difference, null);
  assertRowsListed(store, 'trie');
});
