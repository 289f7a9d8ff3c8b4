// The changes of the state that a recording shows for a block, against those that a stored chain
// keeps. The reference was asked kind by kind and account by account, so the order of the whole is
// not part of the comparison.

import assert from 'node:assert/strict';
import { formatJsonValue, type JsonObject, type JsonValue } from '../../src/base/exactJson.ts';
import type { StoredChain } from '../../src/chain/storedChain.ts';
import type { RecordedBlock } from '../../src/node/replay/recording.ts';
import { changesToViews, keyToTouched } from '../../src/rpc/stateChanges.ts';
import { StateChangeWithCauseView, Touched } from '../../src/types/views/stateChangeView.ts';

const EVERY_KEY = new Uint8Array();

export function compareChanges(stored: StoredChain, recorded: RecordedBlock): void {
  const hash = stored.hashAt(recorded.height);
  assert.ok(hash !== null);
  const changes = stored.stateChanges(hash, EVERY_KEY);
  const shown = changes.flatMap(changesToViews).map(StateChangeWithCauseView.json);
  const where = `height ${recorded.height}`;
  assert.deepEqual(shown.sort(), texts(recorded.changes.flatMap(listOf)), `changes, ${where}`);
  const touched = changes.map(({ key }) => keyToTouched(key)).filter((item) => item !== null);
  const names = touched.map(Touched.json).sort();
  assert.deepEqual(names, texts(listOf(recorded.changesInBlock)), `changes in block, ${where}`);
}

function listOf(answer: JsonObject): readonly JsonValue[] {
  return answer.changes as JsonValue[];
}

function texts(values: readonly JsonValue[]): string[] {
  return values.map(formatJsonValue).sort();
}
