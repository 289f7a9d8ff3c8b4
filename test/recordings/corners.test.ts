// A genesis with every kind of record, shard ids with gaps, and gas key nonces that change without
// their key: this does not mark an account as touched, so a record may omit them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '../../src/base/json/exactJson.ts';
import type { PlacedDifference } from '../../src/replay/compareBlock.ts';
import { replayRecording } from '../../src/replay/replayRecording.ts';
import { MemoryStore } from '../../src/store/memory/memoryStore.ts';
import { contractsFolder, EditedRecording } from '../support/recordings.ts';
import { testReplay } from './replaySuite.ts';

testReplay('corners', '11 blocks, 20 chunks');

/** The block that executes the delegate action. */
const RELAYED = 20;
const RELAYED_NONCE = 100n;

function nonceChange(nonce: bigint): JsonObject {
  return {
    cause: {
      receipt_hash: 'AjjCzBEGLJB2zrjh2KLRKoq9MaaeC2rZdXDDpH4CX6vH',
      type: 'receipt_processing',
    },
    change: {
      account_id: 'ann',
      index: 1,
      nonce,
      public_key: 'ed25519:2XJ7EBCDTndJRynBiVph5BRDq4utxJHfrbUhjbfJFX5v',
    },
    type: 'gas_key_nonce_update',
  };
}

/** The record as it would be if the keys of `ann` had been requested too. */
async function replayWith(nonce: bigint): Promise<PlacedDifference | null> {
  const recording = new EditedRecording('corners', {
    block: (block) =>
      block.height === RELAYED
        ? { ...block, changes: [...block.changes, { changes: [nonceChange(nonce)] }] }
        : block,
  });
  const code = contractsFolder();
  return (await replayRecording({ recording, store: new MemoryStore(), code })).difference;
}

test('a nonce in the record is compared', async () => {
  assert.equal(await replayWith(RELAYED_NONCE), null);
  assert.equal((await replayWith(RELAYED_NONCE + 1n))?.height, RELAYED);
});
