// The rows of all blocks of a recorded chain, found by following each block, are all rows of its
// store: a cluster that gets them lacks nothing. Rows of followers are tested in test/follow.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytesKey } from '../../src/base/bytes/bytes.ts';
import type { Hash } from '../../src/base/crypto/hash.ts';
import { Column } from '../../src/chain/columns/columns.ts';
import { StoredChain } from '../../src/chain/stored/storedChain.ts';
import { RING_ROWS } from '../../src/cluster/rowsOfBlock.ts';
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
  assertKeysListedOnce(store);
});

/** Nothing in this part of the recording removes a key and adds it again. */
function assertKeysListedOnce(store: MemoryStore): void {
  const chain = new StoredChain(store);
  const listed = new Set<string>();
  let hash: Hash | null = chain.genesis().hash;
  for (; hash !== null; hash = chain.nextHash(hash)) {
    for (const { column, key } of RING_ROWS.trie(store, hash)) {
      if (column !== Column.keyAccount) continue;
      const name = bytesKey(key);
      assert.ok(!listed.has(name), `${Buffer.from(key).toString('latin1')} is listed once`);
      listed.add(name);
    }
  }
  assert.ok(listed.size > 0);
}
