// Resetting a chain: each commit is bounded, and whichever is the last one before the process
// is killed, the next start finds the old chain or the new one, with nothing of the other.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Column } from '../../../src/chain/columns/columns.ts';
import { openChain } from '../../../src/chain/openChain.ts';
import { createContractRunner } from '../../../src/execution/contractRunner.ts';
import { Batch, type Store } from '../../../src/store/store.ts';
import { numberKey } from '../../../src/store/storeKeys.ts';
import {
  ALICE,
  BOB,
  createLocalChain,
  digestRows,
  type LocalChain,
  signTransaction,
  transfer,
} from '../localChain.ts';

/** More than the rows of one commit should have. */
const COMMIT_BYTES_MAX = 6 * 1024 * 1024;

async function createUsedChain(): Promise<LocalChain> {
  const local = createLocalChain();
  local.producer.submit(signTransaction(local, BOB, ALICE, [transfer(1n)]));
  await local.controls.run({ kind: 'mine', blocks: 4 });
  return local;
}

/** The bytes of the rows that a batch writes or removes. */
function bytesOf(store: Store, { changes }: Batch): number {
  return changes.reduce((sum, { column, key, value }) => {
    return sum + key.length + (value ?? store.get(column, key) ?? []).length;
  }, 0);
}

test('no commit of a reset is larger than a bound', async () => {
  const local = await createUsedChain();
  const { store } = local;
  for (let i = 0; i < 64; i++) {
    const batch = new Batch();
    batch.put(Column.stateNode, numberKey(i), new Uint8Array(256 * 1024));
    store.commit(batch);
  }
  const commit = store.commit.bind(store);
  let largest = 0;
  store.commit = (batch) => {
    largest = Math.max(largest, bytesOf(store, batch));
    commit(batch);
  };
  await local.controls.run({ kind: 'reset' });
  assert.ok(largest > 0 && largest < COMMIT_BYTES_MAX, `${largest} bytes in one commit`);
  assert.deepEqual(digestRows(local), digestRows(createLocalChain()));
});

class Killed extends Error {}

/** Resets a chain whose process is killed after some commits; false if it was not. */
async function resetKilled({ store, chain, genesis }: LocalChain, after: number): Promise<boolean> {
  const commit = store.commit.bind(store);
  let left = after;
  store.commit = (batch) => {
    if (left === 0) throw new Killed();
    left -= 1;
    commit(batch);
  };
  try {
    chain.reset(genesis);
    return false;
  } catch (error) {
    assert.ok(error instanceof Killed, String(error));
    return true;
  } finally {
    store.commit = commit;
  }
}

test('a reset that was killed is finished by the next start', async () => {
  const fresh = digestRows(createLocalChain());
  let kills = 0;
  for (let isKilled = true; isKilled; kills++) {
    const local = await createUsedChain();
    const before = digestRows(local);
    isKilled = await resetKilled(local, kills);
    const { store, genesis } = local;
    const runner = createContractRunner();
    const chain = openChain(store, genesis, runner);
    assert.deepEqual(digestRows(local), kills === 0 ? before : fresh, `after ${kills} commits`);
    assert.equal(chain.head.block.header.lite.height, kills === 0 ? 4 : 0);
  }
  assert.ok(kills > 10, `${kills} commits`);
});
