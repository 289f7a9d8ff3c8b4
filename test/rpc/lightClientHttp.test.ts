// A light client that trusts only hashes and signatures follows a running node over several epochs,
// while the stake of the validator changes, and verifies every block and outcome of the chain.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { keyFromSeed, secretToPublic } from '../../src/base/crypto/keys.ts';
import {
  type BlockProofJson,
  type LightBlockJson,
  LightClient,
  type OutcomeProofJson,
  type ProducerJson,
  Unproven,
} from '../support/lightClient.ts';
import type { RpcClient } from '../support/rpcClient.ts';
import {
  ALICE,
  BOB,
  ROOT,
  startTestNode,
  type TestNode,
  writeGenesis,
} from '../support/runningNode.ts';
import { NEAR, Sender, transfer } from '../support/sender.ts';
import { createTemporaryFolder } from '../support/temporaryFolder.ts';

const EPOCH_LENGTH = 8;
const EPOCHS = 5;
/** The first block after genesis. */
const TRUSTED_HEIGHT = 1;

let node: TestNode;
let rpc: RpcClient;
/** Ids of transactions and receipts, with the account that determines the shard. */
const outcomes: { id: string; accountId: string; isTransaction: boolean }[] = [];

before(async () => {
  const home = createTemporaryFolder();
  writeGenesis(home, { epochLength: EPOCH_LENGTH, transactionValidityPeriod: 2 * EPOCH_LENGTH });
  node = await startTestNode({ home, mining: 'manual' });
  rpc = node.rpc;
  await node.mine();
  for (let epoch = 0; epoch < EPOCHS; epoch++) await passEpoch(epoch);
  await node.mine(3);
});

/** An epoch with a transfer, and in the first one with a new stake. */
async function passEpoch(epoch: number): Promise<void> {
  const alice = new Sender(rpc, ALICE);
  const sent = await alice.sign(BOB, [transfer(NEAR)]);
  await alice.submit(sent, 'NONE');
  if (epoch === 0) {
    const root = new Sender(rpc, ROOT);
    const publicKey = secretToPublic(keyFromSeed('ed25519', ROOT));
    const stake = 60_000_000n * NEAR;
    await root.send(ROOT, [{ kind: 'Stake', value: { stake, publicKey } }], 'NONE');
  }
  await node.mine(EPOCH_LENGTH);
  const { transaction, transaction_outcome, receipts_outcome } = await alice.status(sent, 'FINAL');
  outcomes.push({ id: transaction.hash, accountId: ALICE, isTransaction: true });
  assert.equal(transaction_outcome.id, transaction.hash);
  for (const { id, outcome } of receipts_outcome) {
    outcomes.push({ id, accountId: outcome.executor_id, isTransaction: false });
  }
}

interface HeaderAnswer {
  readonly header: { readonly hash: string; readonly height: number; readonly epoch_id: string };
}

async function hashAt(height: number): Promise<string> {
  return (await rpc.call<HeaderAnswer>('block', { block_id: height })).header.hash;
}

function proveBlock(hash: string, head: string): Promise<BlockProofJson> {
  const params = { block_hash: hash, light_client_head: head };
  return rpc.call('EXPERIMENTAL_light_client_block_proof', params);
}

/** A client that trusts one given block. */
async function trustBlock(height: number): Promise<LightClient> {
  const hash = await hashAt(height);
  const { block_header_lite } = await proveBlock(hash, hash);
  const producers = await rpc.call<ProducerJson[]>('EXPERIMENTAL_validators_ordered', {
    block_id: hash,
  });
  const client = new LightClient(block_header_lite, producers);
  assert.equal(client.hash, hash);
  return client;
}

/** Advances as far as the node's responses allow; returns the epochs that were passed. */
async function followHead(client: LightClient): Promise<string[]> {
  const epochs: string[] = [];
  for (;;) {
    const params = { last_block_hash: client.hash };
    const next = await rpc.call<Partial<LightBlockJson>>('next_light_client_block', params);
    if (next.inner_lite === undefined) return epochs;
    client.advance(next as LightBlockJson);
    epochs.push(next.inner_lite.epoch_id);
  }
}

test('the client follows the chain over all epochs', async () => {
  const client = await trustBlock(TRUSTED_HEIGHT);
  // The validators of the first two epochs are those of genesis.
  const genesis = await rpc.call<ProducerJson[]>('EXPERIMENTAL_validators_ordered', {
    block_id: await hashAt(TRUSTED_HEIGHT),
  });
  client.learnNextProducers(genesis);
  const epochs = await followHead(client);
  const latest = await rpc.call<ProducerJson[]>('EXPERIMENTAL_validators_ordered', {});
  assert.notEqual(latest[0]?.stake, genesis[0]?.stake);
  const { header } = await rpc.call<HeaderAnswer>('block', { finality: 'final' });
  assert.ok(new Set(epochs).size >= EPOCHS - 1, epochs.join(' '));
  assert.equal(client.height, header.height);
  assert.equal(client.hash, header.hash);
});

test('a client with the wrong validators does not move', async () => {
  const hash = await hashAt(TRUSTED_HEIGHT);
  const { block_header_lite } = await proveBlock(hash, hash);
  const stranger = {
    account_id: ROOT,
    public_key: 'ed25519:H9PruqZdR1mp5Vk5pyp7pZyTorF9b7cVaKibYNRkYgCF',
    stake: '1',
  };
  const client = new LightClient(block_header_lite, [stranger]);
  await assert.rejects(() => followHead(client), Unproven);
});

test('every final block is proved to be an ancestor', async () => {
  const { header } = await rpc.call<HeaderAnswer>('block', { finality: 'final' });
  const client = await trustBlock(header.height);
  for (let height = 0; height < header.height; height++) {
    const hash = await hashAt(height);
    assert.equal(client.verifyBlock(await proveBlock(hash, header.hash)), hash);
  }
  const [proof, other] = [await hashAt(3), await hashAt(4)];
  const wrong = await proveBlock(proof, header.hash);
  const right = await proveBlock(other, header.hash);
  const mixed = { ...right, block_proof: wrong.block_proof };
  assert.throws(() => client.verifyBlock(mixed), Unproven);
});

test('every outcome is proved to be committed', async () => {
  const { header } = await rpc.call<HeaderAnswer>('block', { finality: 'final' });
  const client = await trustBlock(header.height);
  assert.ok(outcomes.length >= 3 * EPOCHS);
  for (const { id, accountId, isTransaction } of outcomes) {
    const wish = isTransaction
      ? { type: 'transaction', transaction_hash: id, sender_id: accountId }
      : { type: 'receipt', receipt_id: id, receiver_id: accountId };
    const params = { ...wish, light_client_head: header.hash };
    const proof = await rpc.call<OutcomeProofJson>('light_client_proof', params);
    assert.equal(client.verifyOutcome(proof).id, id);
    const lie = structuredClone(proof) as { outcome_proof: { outcome: { gas_burnt: number } } };
    lie.outcome_proof.outcome.gas_burnt += 1;
    assert.throws(() => client.verifyOutcome(lie as unknown as OutcomeProofJson), Unproven);
  }
});
