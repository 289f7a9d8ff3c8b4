// The links of an outcome's record, which are read without the rest of it, are those of the whole
// record, for every outcome of a recorded chain.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Column } from '../../../src/chain/columns/columns.ts';
import { readOutcomeLinks } from '../../../src/chain/records/storedRecords.ts';
import { replayRecording } from '../../../src/replay/replayRecording.ts';
import { MemoryStore } from '../../../src/store/memory/memoryStore.ts';
import { contractsFolder, KeylessRecording } from '../../support/recordings.ts';

const UNTIL = 120;

test('links are those of the decoded outcome', async () => {
  const store = new MemoryStore();
  const recording = new KeylessRecording('crowd');
  await replayRecording({ recording, store, code: contractsFolder(), until: UNTIL });
  const rows = [...store.range(Column.outcome)];
  assert.ok(rows.length > 0);
  for (const [, value] of rows) {
    const { blockHash, shardId, path, outcome } = Column.outcome.value.decode(value);
    const { logs, receiptIds, executorId } = outcome;
    const links = readOutcomeLinks(value);
    assert.deepEqual(
      { ...links, amounts: null },
      { blockHash, shardId, path, logs, receiptIds, amounts: null, executorId },
    );
  }
});
