// The rows of all blocks of a recorded chain, found by following each block, are all rows of its
// store: a ring that is given them lacks nothing.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytesKey, equalBytes } from '../../src/base/bytes.ts';
import type { Hash } from '../../src/base/hash.ts';
import { StoredChain } from '../../src/chain/storedChain.ts';
import { replayRecording } from '../../src/node/replay/replayRecording.ts';
import { readBlockRows, stateRootsAfter } from '../../src/node/ringBlock.ts';
import { Column } from '../../src/store/columns.ts';
import { MemoryStore } from '../../src/store/memoryStore.ts';
import { newStateRows } from '../../src/store/ringNodes.ts';
import { UNSHARED_COLUMNS } from '../../src/store/ringTables.ts';
import { StoreNodeReader } from '../../src/store/storeNodeReader.ts';
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
  const chain = new StoredChain(store);
  const nodes = new StoreNodeReader(store);
  const found = new Set<string>();
  const take = (column: Column, key: Uint8Array) =>
    found.add(`${String.fromCharCode(column)}${bytesKey(key)}`);
  let former: ReadonlyMap<number, Hash> = new Map();
  for (let hash: Hash | null = chain.genesis().hash; hash !== null; hash = chain.nextHash(hash)) {
    const { own, placed, stateRoots } = readBlockRows(store, hash);
    for (const { column, key, value } of [...own, ...placed]) {
      assert.ok(equalBytes(store.get(column, key) as Uint8Array, value));
      take(column, key);
    }
    for (const [shardId, root] of stateRoots) {
      const rows = newStateRows(nodes, root, former.get(shardId) ?? null);
      for (const row of rows) take(Column.stateNode, row.hash);
    }
    assert.deepEqual(stateRootsAfter(store, hash), stateRoots);
    former = stateRoots;
  }
  for (const [name, column] of Object.entries(Column)) {
    if (UNSHARED_COLUMNS.has(column)) continue;
    const lacking = [...store.range(column)].filter(
      ([key]) => !found.has(`${String.fromCharCode(column)}${bytesKey(key)}`),
    );
    assert.equal(lacking.length, 0, `${lacking.length} rows of ${name}`);
  }
});
