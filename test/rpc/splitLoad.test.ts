// Goal: contract calls between shards complete while the shards split from one to five, and a
// light client can verify what they did. Method: seeded random calls on a chain in memory whose
// blocks are all checked; then every transaction is followed through its receipts, and outcomes
// are proven through RPC.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { equalBytes } from '../../src/base/bytes/bytes.ts';
import { formatHash, type Hash } from '../../src/base/crypto/hash.ts';
import { createTrieStates } from '../../src/chain/stored/trieStates.ts';
import { MemoryStore } from '../../src/store/memory/memoryStore.ts';
import type { Block } from '../../src/types/block.ts';
import { shardIds } from '../../src/types/shardLayout.ts';
import { childShards } from '../../src/types/shardSplits.ts';
import type { HashedTransaction } from '../../src/types/transaction.ts';
import { LightHeaderView, lightHeaderToView } from '../../src/types/views/blockView.ts';
import { checkReferences } from '../../src/verify/checkReferences.ts';
import { StoreFaults } from '../../src/verify/storeFaults.ts';
import { CallWork } from '../chain/callWork.ts';
import { verifyStateRoots } from '../chain/ledger.ts';
import { SplittableNetwork } from '../chain/splittableNetwork.ts';
import { LightClient, Unproven } from '../support/lightClient.ts';
import { createSplittableLayout } from '../support/staticSplit.ts';
import { ask, request } from './support/ask.ts';
import { createFakeContext } from './support/fakeContext.ts';

const SHARDS = 5;
/** Yields that nobody resumes end after that many blocks. */
const YIELD_BLOCKS = 200;
/** Around a split, everything is proven; elsewhere one outcome in `PROOF_STEP`. */
const NEAR_SPLIT = 2;
const PROOF_STEP = 20;

const store = new MemoryStore();
const network = new SplittableNetwork(createSplittableLayout([], [0]), {}, store);
const work = new CallWork(network, 17);
const sent: HashedTransaction[] = [];
/** The last blocks with the old shards. */
const splitAfter: number[] = [];

function send(transactions: readonly HashedTransaction[]): readonly HashedTransaction[] {
  sent.push(...transactions);
  return transactions;
}

network.extend();
network.extend({ transactions: send(work.prepare()) });
while (network.shards.length < SHARDS) {
  const { shards } = network;
  network.extend({
    transactions: send(Array.from({ length: 1 + work.below(4) }, () => work.next())),
    missing: shards.filter(() => work.below(12) === 0),
    splitWish: { shardId: shards[work.below(shards.length)]!, boundaryAccount: null },
  });
  if (network.shards.length === shards.length) continue;
  splitAfter.push(network.height);
  verifyStateRoots(network.chain);
}
for (let i = 0; i < 5; i++) network.extend({ transactions: send([work.next(), work.next()]) });
network.extendTo(network.height + YIELD_BLOCKS);
network.settle();
// Until the last outcomes are final.
network.extendTo(network.height + 5);

const { stored, epochs, trie } = network.chain;

test('every transaction completes, and nothing else is executed', () => {
  verifyStateRoots(network.chain);
  assert.equal(splitAfter.length, SHARDS - 1);
  const kinds = new Map<string, number>();
  let executed = 0;
  const pending: Hash[] = sent.map(({ hash }) => hash);
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    const record = stored.outcome(id);
    assert.ok(record !== null, `${formatHash(id)} has an outcome`);
    const { height } = stored.block(record.blockHash)!.header.lite;
    assert.ok(height <= stored.finalHead().height, 'it is final');
    const { status, receiptIds } = record.outcome;
    kinds.set(status.kind, (kinds.get(status.kind) ?? 0) + 1);
    pending.push(...receiptIds);
    executed += 1;
  }
  assert.equal(executed, network.ledger.executed);
  assert.ok(sent.length > 200 && executed > 5 * sent.length, `${sent.length}, ${executed}`);
  assert.ok((kinds.get('SuccessValue') ?? 0) > executed / 3, JSON.stringify([...kinds]));
});

test('the store is complete', () => {
  const faults = new StoreFaults();
  checkReferences(store, faults, { kind: 'trie', deep: true, onStep: () => {} });
  assert.deepEqual(faults.shown, []);
});

/** Proofs are about final blocks. */
const trusted = stored.finalHead().hash;
const header = JSON.parse(LightHeaderView.json(lightHeaderToView(stored.block(trusted)!.header)));
const client = new LightClient(header, []);
const context = createFakeContext({
  chain: stored,
  epochs,
  states: createTrieStates(stored, trie),
  genesis: network.genesis.config,
});

const blockAt = (height: number): Block => stored.block(stored.hashAt(height)!)!;
const shardsOf = ({ header }: Block): readonly number[] =>
  shardIds(epochs.epoch(header.lite.epochId).shardLayout);

/**
 * Whether the reference can prove the outcomes of a shard in a block. The next new chunk of the
 * shard or of one of its children commits to them, but the reference takes the chunk that is in the
 * same place then: after a split to the left that is another shard's.
 */
function isProvable(height: number, shardId: number): boolean {
  const shardIndex = shardsOf(blockAt(height)).indexOf(shardId);
  for (let next = height + 1; ; next++) {
    const block = blockAt(next);
    const ids = shardsOf(block);
    const { shardLayout } = epochs.epoch(block.header.lite.epochId);
    const heirs = ids.includes(shardId) ? [shardId] : childShards(shardLayout, shardId)!;
    const isNew = (id: number) => block.header.rest.chunkMask[ids.indexOf(id)];
    if (heirs.some(isNew)) return heirs.some((id) => ids[shardIndex] === id && isNew(id));
  }
}

async function prove(id: Hash): Promise<boolean> {
  const transaction = sent.find(({ hash }) => equalBytes(hash, id));
  const account = stored.outcome(id)!.outcome.executorId;
  const params =
    transaction === undefined
      ? { type: 'receipt', receipt_id: formatHash(id), receiver_id: account }
      : { type: 'transaction', transaction_hash: formatHash(id), sender_id: account };
  const body = { ...params, light_client_head: formatHash(trusted) };
  const answer = await ask(context, '/', request('EXPERIMENTAL_light_client_proof', body));
  const { result } = JSON.parse(answer.body);
  assert.equal(result.outcome_proof.id, formatHash(id));
  try {
    return client.verifyOutcome(result).id === formatHash(id);
  } catch (error) {
    assert.ok(error instanceof Unproven);
    return false;
  }
}

test('outcomes before, at and after each split are proven where the reference can', async () => {
  let count = 0;
  const proven = { before: 0, at: 0, after: 0 };
  const unproven: number[] = [];
  for (let height = 1; height < stored.finalHead().height; height++) {
    const [distance] = splitAfter.map((last) => height - last).filter(isClose);
    for (const shardId of shardsOf(blockAt(height))) {
      for (const id of stored.outcomeIds(stored.hashAt(height)!, shardId)) {
        count += 1;
        if (distance === undefined && count % PROOF_STEP > 0) continue;
        const isProven = await prove(id);
        assert.equal(isProven, isProvable(height, shardId), `height ${height}, shard ${shardId}`);
        if (!isProven) unproven.push(height);
        else if (distance !== undefined) {
          proven[distance < 0 ? 'before' : distance === 0 ? 'at' : 'after'] += 1;
        }
      }
    }
  }
  for (const [where, number] of Object.entries(proven)) assert.ok(number > 10, where);
  assert.ok(unproven.length > 0, 'some are to the right of a split');
});

function isClose(distance: number): boolean {
  return Math.abs(distance) <= NEAR_SPLIT;
}
