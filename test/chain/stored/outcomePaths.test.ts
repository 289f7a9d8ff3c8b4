// The paths of outcomes: whatever the number of outcomes, each is read with its whole path; chunks
// with few outcomes have no shared rows, and others take a fraction of the bytes.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { u32Le } from '../../../src/base/bytes/bytes.ts';
import { type Hash, sha256 } from '../../../src/base/crypto/hash.ts';
import { merkleRootAndPaths } from '../../../src/base/merkle/merkle.ts';
import { Column } from '../../../src/chain/columns/columns.ts';
import { writeOutcomes } from '../../../src/chain/stored/outcomePaths.ts';
import { StoredChain } from '../../../src/chain/stored/storedChain.ts';
import { MemoryStore } from '../../../src/store/memory/memoryStore.ts';
import { Batch } from '../../../src/store/store.ts';
import type { ExecutionOutcome } from '../../../src/types/outcome.ts';

const BLOCK = sha256(u32Le(1));
const SHARD = 7;
const OUTCOME: ExecutionOutcome = {
  logs: [],
  receiptIds: [],
  gasBurnt: 1n,
  tokensBurnt: 1n,
  executorId: 'alice.near',
  status: { kind: 'SuccessValue', value: new Uint8Array() },
  metadata: { kind: 'V1' },
};

function idAt(index: number): Hash {
  return sha256(u32Le(index));
}

function writeChunk(count: number) {
  const outcomes = Array.from({ length: count }, (_, i) => ({ id: idAt(i), outcome: OUTCOME }));
  const { paths } = merkleRootAndPaths(outcomes.map(({ id }) => sha256(id)));
  const batch = new Batch();
  writeOutcomes(batch, { blockHash: BLOCK, shardId: SHARD, outcomes, paths });
  const store = new MemoryStore();
  store.commit(batch);
  return { store, paths, chain: new StoredChain(store), changes: batch.changes };
}

test('every outcome is read with its whole path', () => {
  for (let count = 0; count < 140; count++) {
    const { chain, paths } = writeChunk(count);
    for (let i = 0; i < count; i++) {
      assert.deepEqual(chain.outcome(idAt(i))?.proof, paths[i], `${i} of ${count}`);
    }
    assert.equal(chain.outcomeIds(BLOCK, SHARD).length, count);
  }
});

test('few outcomes share no rows, and many take a fraction of the bytes of whole paths', () => {
  const ofColumn = (count: number, wanted: Column) =>
    writeChunk(count).changes.filter(({ column }) => column === wanted);
  assert.equal(ofColumn(16, Column.outcomePath).length, 0);
  assert.equal(ofColumn(17, Column.outcomePath).length, 3);
  const count = 800;
  const { changes, paths } = writeChunk(count);
  const stored = changes.reduce((sum, { value }) => sum + (value?.length ?? 0), 0);
  const whole = paths.reduce((sum, path) => sum + 33 * path.length, 0);
  const others = (ofColumn(1, Column.outcome)[0]?.value?.length ?? 0) + 32;
  assert.ok(stored - count * others < 0.45 * whole, `${stored} bytes, paths of ${whole}`);
});

test('a shared part that is lost is an error, and no shorter path', () => {
  const { store, chain } = writeChunk(20);
  const batch = new Batch();
  for (const [key] of store.range(Column.outcomePath)) batch.delete(Column.outcomePath, key);
  store.commit(batch);
  assert.throws(() => chain.outcome(idAt(3)), { code: 'row_missing' });
});
