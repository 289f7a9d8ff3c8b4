// What RPC says about the blocks around a split: the old shards up to the last block before it, the
// new ones from the first block after it on. An independent light client verifies the proofs.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatHash } from '../../src/base/crypto/hash.ts';
import { createTrieStates } from '../../src/chain/stored/trieStates.ts';
import type { HashedTransaction } from '../../src/types/transaction.ts';
import { LightHeaderView, lightHeaderToView } from '../../src/types/views/blockView.ts';
import { LightClient, Unproven } from '../support/lightClient.ts';
import { createSplittableLayout } from '../support/staticSplit.ts';
import { NEAR, TestNetwork, transfer } from '../support/testNetwork.ts';
import { ask, request } from './support/ask.ts';
import { createFakeContext } from './support/fakeContext.ts';

const EPOCH_LENGTH = 10;
/** It ends the first epoch, and announces the split. */
const DECIDED = EPOCH_LENGTH;
/** The last block with the old shards. */
const LAST = 2 * EPOCH_LENGTH;

/** Shards 0 and 1, of which 0 becomes 2 and 3, so that 1 is the third and no longer the second. */
const network = new TestNetwork({
  config: {
    epochLength: EPOCH_LENGTH,
    shardLayout: createSplittableLayout(['kate'], [0, 1]),
  },
});
const splitWish = { shardId: 0, boundaryAccount: 'bob' };
const sent = new Map<string, HashedTransaction>();

function pay(name: string, signer: string, receiver: string): HashedTransaction {
  const transaction = network.sign(signer, receiver, [transfer(NEAR)]);
  sent.set(name, transaction);
  return transaction;
}

while (network.height < LAST - 2) network.extend({ splitWish });
network.extend({ transactions: [pay('alice before', 'alice', 'zoe')] });
network.extend({ transactions: [pay('alice at', 'alice', 'bob'), pay('zoe at', 'zoe', 'kate')] });
assert.equal(network.height, LAST);
network.extend({ transactions: [pay('bob after', 'bob', 'zoe'), pay('zoe after', 'zoe', 'kate')] });
network.extendTo(LAST + EPOCH_LENGTH);

const { stored, epochs, trie } = network.chain;
/** Proofs are about final blocks. */
const trusted = stored.finalHead().hash;
const context = createFakeContext({
  chain: stored,
  epochs,
  states: createTrieStates(stored, trie),
  genesis: network.genesis.config,
});

async function call(method: string, params: unknown) {
  return JSON.parse((await ask(context, '/', request(method, params))).body);
}

test('the last block of an epoch announces the split, and no other block', async () => {
  for (let height = 1; height <= network.height; height++) {
    const { result } = await call('block', { block_id: height });
    const expected = height === DECIDED ? [0, 'bob'] : null;
    assert.deepEqual(result.header.shard_split, expected, `${height}`);
    const ids = result.chunks.map(({ shard_id }: { shard_id: number }) => shard_id);
    assert.deepEqual(ids, height <= LAST ? [0, 1] : [2, 3, 1], `${height}`);
  }
});

test('a chunk is found by the shards of its block', async () => {
  for (const [height, known, unknown] of [
    [LAST, [0, 1], [2, 3]],
    [LAST + 1, [2, 3, 1], [0]],
  ] as const) {
    for (const shard_id of known) {
      const { result } = await call('chunk', { block_id: height, shard_id });
      assert.equal(result.header.shard_id, shard_id);
      const level = await call('EXPERIMENTAL_congestion_level', { block_id: height, shard_id });
      assert.equal(level.result.congestion_level, 0);
    }
    for (const shard_id of unknown) {
      const { error } = await call('chunk', { block_id: height, shard_id });
      assert.deepEqual(error.cause, { name: 'INVALID_SHARD_ID', info: { shard_id } });
      assert.equal(error.data, `Shard id ${shard_id} does not exist`);
    }
  }
});

test('what the split shard sent is in the chunk of its left child', async () => {
  const carried = async (shard_id: number) =>
    (await call('chunk', { block_id: LAST + 1, shard_id })).result.receipts.length;
  assert.ok((await carried(2)) > 0);
  assert.equal(await carried(3), 0);
});

test('queries and the configuration follow the shards of the block', async () => {
  for (const block_id of [LAST, LAST + 1]) {
    for (const account_id of ['alice', 'bob', 'zoe']) {
      const params = { request_type: 'view_account', block_id, account_id };
      assert.ok(BigInt((await call('query', params)).result.amount) > 0n, account_id);
    }
  }
  const layoutAt = async (block_id: number) =>
    Object.keys((await call('EXPERIMENTAL_protocol_config', { block_id })).result.shard_layout);
  assert.deepEqual(await layoutAt(LAST), ['V2']);
  assert.deepEqual(await layoutAt(LAST + 1), ['V3']);
});

async function prove(name: string) {
  const { hash, transaction } = sent.get(name)!;
  return call('light_client_proof', {
    type: 'transaction',
    transaction_hash: formatHash(hash),
    sender_id: transaction.signerId,
    light_client_head: formatHash(trusted),
  });
}

const header = JSON.parse(LightHeaderView.json(lightHeaderToView(stored.block(trusted)!.header)));
const client = new LightClient(header, []);

test('outcomes before, at and after the split are proven', async () => {
  for (const name of ['alice before', 'alice at', 'bob after', 'zoe after']) {
    const { result } = await prove(name);
    assert.equal(client.verifyOutcome(result).id, formatHash(sent.get(name)!.hash), name);
  }
});

test('as in the reference, those of the last block behind the split shard are not', async () => {
  const { result } = await prove('zoe at');
  assert.equal(result.outcome_proof.id, formatHash(sent.get('zoe at')!.hash));
  assert.throws(() => client.verifyOutcome(result), Unproven);
});
