// What every recording has to show: applied from its genesis, with the keys of its validators, it
// gives the same blocks, chunks, outcomes and receipts, and each block makes the same changes in
// the state.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StoredChain } from '../../src/chain/storedChain.ts';
import type { RecordedBlock } from '../../src/node/replay/recording.ts';
import { describeDifference, replayRecording } from '../../src/node/replay/replayRecording.ts';
import { MemoryStore } from '../../src/store/memoryStore.ts';
import { contractsFolder, EditedRecording, type RecordingName } from '../support/recordings.ts';
import { compareChanges } from './recordedChanges.ts';

export function testReplay(name: RecordingName, expected: string): void {
  test(`${name}: ${expected}, all match`, async () => {
    const store = new MemoryStore();
    const stored = new StoredChain(store);
    // Blocks are read ahead of being applied.
    const waiting = new Map<number, RecordedBlock>();
    const note = (block: RecordedBlock) => {
      waiting.set(block.height, block);
      return block;
    };
    const { blocks, chunks, difference } = await replayRecording({
      recording: new EditedRecording(name, { block: note }),
      store,
      code: contractsFolder(),
      onBlock: (height) => {
        compareChanges(stored, waiting.get(height) as RecordedBlock);
        waiting.delete(height);
      },
    });
    assert.equal(difference === null ? '' : describeDifference(difference), '');
    assert.equal(`${blocks} blocks, ${chunks} chunks`, expected);
    assert.equal(waiting.size, 0);
  });
}
