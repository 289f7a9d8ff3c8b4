// Requests to a chain that has only its genesis block, as a client may send right after the start.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ask, request } from './support/ask.ts';
import { createGenesisContext, OWNER } from './support/genesisContext.ts';

const context = createGenesisContext();

async function answer(method: string, params: unknown) {
  const { status, body } = await ask(context, '/', request(method, params));
  return { status, ...JSON.parse(body) };
}

test('status, blocks and chunks', async () => {
  const { result: status } = await answer('status', null);
  assert.equal(status.sync_info.latest_block_height, 0);
  const { result: block } = await answer('block', { finality: 'final' });
  assert.equal(block.header.hash, status.genesis_hash);
  for (const { shard_id, chunk_hash } of block.chunks) {
    const { result: chunk } = await answer('chunk', { block_id: 0, shard_id });
    assert.equal(chunk.header.chunk_hash, chunk_hash);
    const { result: byHash } = await answer('chunk', [chunk_hash]);
    assert.deepEqual(byHash.transactions, []);
  }
  const { error } = await answer('chunk', { block_id: 0, shard_id: 99 });
  assert.equal(error.data, 'Shard id 99 does not exist');
});

test('nothing is near-final yet', async () => {
  const { status, error } = await answer('block', { finality: 'near-final' });
  assert.equal(status, 200);
  assert.equal(error.cause.name, 'UNKNOWN_BLOCK');
});

test('a proof needs a final block', async () => {
  const { result: status } = await answer('status', null);
  const hash = status.genesis_hash;
  const proof = await answer('EXPERIMENTAL_light_client_block_proof', [hash, hash]);
  assert.equal(proof.error.cause.name, 'UNKNOWN_BLOCK');
  assert.equal(
    proof.error.data,
    'DB Not Found Error: BLOCK HEADER: 11111111111111111111111111111111',
  );
});

test('validators, the gas price and windows', async () => {
  const { result: validators } = await answer('validators', 'latest');
  assert.equal(validators.current_validators[0].account_id, 'test.near');
  const { result: ordered } = await answer('EXPERIMENTAL_validators_ordered', [null]);
  assert.equal(ordered.length, 1);
  const { result: price } = await answer('gas_price', [null]);
  assert.equal(price.gas_price, '100000000');
  const { result: busy } = await answer('maintenance_windows', ['test.near']);
  assert.deepEqual(busy, []);
  const { result: free } = await answer('maintenance_windows', [OWNER]);
  assert.equal(free.length, 1);
});

test('changes, receipts and light-client blocks', async () => {
  const { result: status } = await answer('status', null);
  const { result: changes } = await answer('block_effects', { block_id: 0 });
  assert.deepEqual(changes, { block_hash: status.genesis_hash, changes: [] });
  const { result: next } = await answer('next_light_client_block', [status.genesis_hash]);
  assert.deepEqual(next, {});
});

test('certificates of a later protocol', async () => {
  const { result: status } = await answer('status', null);
  const chunkId = { block_hash: status.genesis_hash, shard_id: 0 };
  const head = { light_client_head: status.genesis_hash };
  const asked: [string, object][] = [
    ['EXPERIMENTAL_light_client_chunk_execution_proof', { chunk_id: chunkId, ...head }],
    [
      'EXPERIMENTAL_light_client_state_proof',
      { chunk_id: chunkId, target: { target_type: 'account', account_id: OWNER }, ...head },
    ],
  ];
  for (const [method, params] of asked) {
    const { error } = await answer(method, params);
    assert.equal(error.cause.name, 'CHUNK_NOT_CERTIFIED');
    assert.deepEqual(error.cause.info, { chunk_id: chunkId });
    assert.equal(
      error.data,
      `Chunk SpiceChunkId { block_hash: ${status.genesis_hash}, shard_id: 0 } is not yet certified`,
    );
  }
  const outcome = await answer('EXPERIMENTAL_light_client_execution_outcome_proof', {
    type: 'receipt',
    receipt_id: status.genesis_hash,
    receiver_id: OWNER,
    ...head,
  });
  assert.equal(outcome.error.cause.name, 'UNKNOWN_TRANSACTION_OR_RECEIPT');
});

test('hints about the origin of a receipt', async () => {
  const { result: status } = await answer('status', null);
  const receipt = { receipt_id: status.genesis_hash };
  const cases: [object, string][] = [
    [receipt, 'UNKNOWN_RECEIPT'],
    [{ ...receipt, shard_id: 0 }, 'MALFORMED_HINT'],
    [{ ...receipt, window: 1 }, 'MALFORMED_HINT'],
    [{ ...receipt, block_height: 1, window: 21 }, 'WINDOW_TOO_LARGE'],
    [{ ...receipt, block_height: 1, window: 20 }, 'UNKNOWN_RECEIPT'],
  ];
  for (const [params, name] of cases) {
    const { error } = await answer('EXPERIMENTAL_receipt_to_tx', params);
    assert.equal(error.cause.name, name);
    assert.deepEqual(error.data, error.cause);
  }
});
