// Recorded chains, applied again, for tests that query them. Applying takes seconds, so each is
// built once per process.

import assert from 'node:assert/strict';
import { type ReplayResult, replayRecording } from '../../src/replay/replayRecording.ts';
import { MemoryStore } from '../../src/store/memory/memoryStore.ts';
import { contractsFolder, KeylessRecording, type RecordingName } from './recordings.ts';

const replays = new Map<string, Promise<ReplayResult>>();

/**
 * The chain of a recording up to a height, its blocks as they were recorded. Signatures are taken
 * from the record: computing them takes most of the time of a quiet block.
 */
export function openReplayedChain(name: RecordingName, untilHeight: number): Promise<ReplayResult> {
  const key = `${name} ${untilHeight}`;
  let result = replays.get(key);
  if (result === undefined) {
    result = replay(name, untilHeight);
    replays.set(key, result);
  }
  return result;
}

async function replay(name: RecordingName, until: number): Promise<ReplayResult> {
  const recording = new KeylessRecording(name);
  const store = new MemoryStore();
  const result = await replayRecording({ recording, store, code: contractsFolder(), until });
  assert.equal(result.difference, null);
  return result;
}
