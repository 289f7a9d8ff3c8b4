// What every recording must show: applied from its genesis, with the keys of its validators, it
// produces the same blocks and chunks with their signatures, outcomes, receipts, state changes, and
// epochs.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Recording } from '../../src/replay/recording.ts';
import { describeDifference, replayRecording } from '../../src/replay/replayRecording.ts';
import { ReplayStore } from '../../src/replay/replayStore.ts';
import { contractsFolder, type RecordingName, recordingFolder } from '../support/recordings.ts';

export function testReplay(name: RecordingName, expected: string): void {
  test(`${name}: ${expected}, all match`, async () => {
    const { blocks, chunks, difference } = await replayRecording({
      recording: new Recording(recordingFolder(name)),
      store: new ReplayStore(),
      code: contractsFolder(),
    });
    assert.equal(difference === null ? '' : describeDifference(difference), '');
    assert.equal(`${blocks} blocks, ${chunks} chunks`, expected);
  });
}
