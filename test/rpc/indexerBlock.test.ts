// EXPERIMENTAL_indexer_block: what it returns about every block of three chains (contracts and
// yielded promises, shards that split, gaps and failed transactions) equals what other methods
// return, and a client that follows the chain as indexers do gets every block once.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytesToUtf8 } from '../../src/base/bytes/bytes.ts';
import { formatHash } from '../../src/base/crypto/hash.ts';
import { Epochs } from '../../src/chain/stored/epochs.ts';
import { createFlatStates } from '../../src/chain/stored/flatState.ts';
import { createEpochStore } from '../../src/chain/stored/storedEpochs.ts';
import { createTrieStates } from '../../src/chain/stored/trieStates.ts';
import type { RpcContext } from '../../src/rpc/core/context.ts';
import { PendingWaits } from '../../src/rpc/core/pendingWaits.ts';
import { UNVERIFIED_HEADER } from '../../src/rpc/core/unverifiedKind.ts';
import { NeardataRoutes } from '../../src/rpc/neardata/neardataRoutes.ts';
import { MemoryStore } from '../../src/store/memory/memoryStore.ts';
import { plainNonce } from '../../src/types/signTransaction.ts';
import { createBusyChain } from '../follow/busyChain.ts';
import { createFollower, listMessages } from '../follow/followedChain.ts';
import { createSplittableLayout } from '../support/staticSplit.ts';
import { FORGIVING, NEAR, TestNetwork, transfer } from '../support/testNetwork.ts';
import { ask, request } from './support/ask.ts';
import { createDistantChain } from './support/distantChain.ts';
import { createFakeContext } from './support/fakeContext.ts';
import { LoggingChain } from './support/loggingChain.ts';

type Json = ReturnType<typeof JSON.parse>;

const busy = createBusyChain();
const busyContext = createFakeContext({
  chain: busy.chain.stored,
  epochs: busy.chain.epochs,
  states: createTrieStates(busy.chain.stored, busy.chain.trie),
  genesis: busy.chain.genesis,
});

async function call(context: RpcContext, method: string, params: unknown): Promise<Json> {
  const { status, body } = await ask(context, '/', request(method, params));
  const answer = JSON.parse(body);
  assert.equal(status, 200, `${method} ${JSON.stringify(params)}: ${body.slice(0, 300)}`);
  assert.ok(answer.result !== undefined, `${method}: ${body.slice(0, 300)}`);
  return answer.result;
}

function indexerBlock(context: RpcContext, blockHash: string): Promise<Json> {
  return call(context, 'EXPERIMENTAL_indexer_block', { block_hash: blockHash });
}

async function* listBlocks(context: RpcContext): AsyncGenerator<Json> {
  const { chain } = context;
  for (let hash = chain.genesis().hash as Uint8Array | null; hash !== null; ) {
    yield indexerBlock(context, formatHash(hash));
    hash = chain.nextHash(hash);
  }
}

/** What a chain contains altogether, to see that the checks have something to check. */
interface Seen {
  blocks: number;
  transactions: number;
  executed: number;
  local: number;
  instant: number;
  changes: number;
  withoutChunk: number;
  failedLocal: number;
}

/** Compares a block with what other methods say about it. */
async function verifyBlock(context: RpcContext, message: Json, seen: Seen): Promise<void> {
  const { block, shards, tracked_shards } = message;
  assert.deepEqual(Object.keys(message), ['block', 'shards', 'tracked_shards']);
  const { hash, height } = block.header;
  assert.deepEqual(block, await call(context, 'block', { block_id: hash }));
  const ids = block.chunks.map((header: Json) => header.shard_id);
  assert.deepEqual(tracked_shards, ids);
  assert.deepEqual(
    shards.map((shard: Json) => shard.shard_id),
    ids,
  );
  for (const [index, shard] of shards.entries()) {
    const isNew = block.chunks[index].height_included === height;
    assert.equal(shard.chunk !== null, isNew, `${height}`);
    if (isNew) await verifyChunk(context, message, shard, seen);
    else assert.deepEqual(shard.receipt_execution_outcomes, []);
    seen.withoutChunk += isNew ? 0 : 1;
    await verifyChanges(context, hash, shard);
    seen.changes += shard.state_changes.length;
  }
  seen.blocks++;
}

async function verifyChunk(
  context: RpcContext,
  { block }: Json,
  { chunk, receipt_execution_outcomes, shard_id }: Json,
  seen: Seen,
): Promise<void> {
  const header = block.chunks.find((one: Json) => one.shard_id === shard_id);
  const plain = await call(context, 'chunk', { chunk_id: header.chunk_hash });
  const { author, transactions, receipts, local_receipts, instant_receipts } = chunk;
  const shown = { author, header: chunk.header, transactions: [] as Json[], receipts };
  for (const { transaction, outcome } of transactions) {
    shown.transactions.push(transaction);
    const { hash: tx_hash, signer_id: sender_account_id } = transaction;
    const status = await call(context, 'tx_status', {
      tx_hash,
      sender_account_id,
      wait_until: 'NONE',
    });
    assert.deepEqual(outcome, {
      execution_outcome: status.transaction_outcome,
      receipt: null,
    });
  }
  assert.deepEqual(shown, plain);
  assert.deepEqual(local_receipts, await findLocalReceipts(context, block, transactions, seen));
  for (const { execution_outcome, receipt, ...rest } of receipt_execution_outcomes) {
    assert.deepEqual(rest, {}, 'neardata adds the transaction, this method does not');
    assert.equal(execution_outcome.block_hash, block.header.hash);
    assert.equal(receipt.receipt_id, execution_outcome.id);
    const { transaction_hash: tx_hash, sender_account_id } = await call(
      context,
      'EXPERIMENTAL_receipt_to_tx',
      { receipt_id: receipt.receipt_id },
    );
    const status = await call(context, 'tx_status', {
      tx_hash,
      sender_account_id,
      wait_until: 'NONE',
    });
    const outcome = status.receipts_outcome.find(({ id }: Json) => id === execution_outcome.id);
    assert.deepEqual(execution_outcome, outcome);
    const { receipt_id } = receipt;
    assert.deepEqual(receipt, await call(context, 'EXPERIMENTAL_receipt', { receipt_id }));
  }
  for (const { receipt_id, receipt } of instant_receipts) {
    assert.equal(receipt.Action.is_promise_yield, true);
    const created = receipt_execution_outcomes.flatMap(
      ({ execution_outcome }: Json) => execution_outcome.outcome.receipt_ids,
    );
    assert.ok(created.includes(receipt_id));
  }
  seen.transactions += transactions.length;
  seen.executed += receipt_execution_outcomes.length;
  seen.local += local_receipts.length;
  seen.instant += instant_receipts.length;
}

const GAS_PURCHASE_PRICE_MIN = 1_000_000_000;

/** Their gas was bought at the price of the block before. */
async function findLocalReceipts(
  context: RpcContext,
  block: Json,
  transactions: readonly Json[],
  seen: Seen,
): Promise<Json[]> {
  const found: Json[] = [];
  for (const { transaction, outcome } of transactions) {
    if (transaction.signer_id !== transaction.receiver_id) continue;
    const { SuccessReceiptId: receipt_id } = outcome.execution_outcome.outcome.status;
    seen.failedLocal += receipt_id === undefined ? 1 : 0;
    if (receipt_id === undefined) continue;
    const receipt = await call(context, 'EXPERIMENTAL_receipt', { receipt_id });
    assert.deepEqual(receipt.receipt.Action.actions, transaction.actions);
    const parent = await call(context, 'block', { block_id: block.header.prev_hash });
    const price = Math.max(Number(parent.header.gas_price), GAS_PURCHASE_PRICE_MIN);
    assert.equal(receipt.receipt.Action.gas_price, `${price}`);
    found.push(receipt);
  }
  return found;
}

const CHANGE_TYPES = [
  'account_changes',
  'contract_code_changes',
  'all_access_key_changes',
  'data_changes',
];

async function verifyChanges(context: RpcContext, block_id: string, shard: Json): Promise<void> {
  const shown: Json[] = shard.state_changes;
  const account_ids = [...new Set(shown.map(({ change }) => change.account_id as string))].sort();
  const found: Json[] = [];
  for (const changes_type of CHANGE_TYPES) {
    const params = { changes_type, block_id, account_ids, key_prefix_base64: '' };
    found.push(...(await call(context, 'EXPERIMENTAL_changes', params)).changes);
  }
  const sorted = (changes: Json[]) => changes.map((change) => JSON.stringify(change)).sort();
  assert.deepEqual(sorted(shown), sorted(found));
}

async function verifyAll(context: RpcContext): Promise<Seen> {
  const seen: Seen = {
    blocks: 0,
    transactions: 0,
    executed: 0,
    local: 0,
    instant: 0,
    changes: 0,
    withoutChunk: 0,
    failedLocal: 0,
  };
  for await (const message of listBlocks(context)) await verifyBlock(context, message, seen);
  return seen;
}

test('every block of a busy chain is what other methods say about it', async () => {
  const { failedLocal, withoutChunk, ...seen } = await verifyAll(busyContext);
  for (const [name, count] of Object.entries(seen)) assert.ok(count > 0, name);
  assert.equal(failedLocal, 0);
  assert.equal(withoutChunk, 3, 'the first block has no new chunks');
});

const EPOCH_LENGTH = 10;

/** Shard 0 becomes 2 and 3; heights are skipped and chunks missing before and after that. */
function createSplitNetwork(): TestNetwork {
  const network = new TestNetwork({
    config: {
      ...FORGIVING,
      epochLength: EPOCH_LENGTH,
      minGasPrice: 2n * BigInt(GAS_PURCHASE_PRICE_MIN),
      shardLayout: createSplittableLayout(['kate'], [0, 1]),
    },
  });
  const splitWish = { shardId: 0, boundaryAccount: 'bob' };
  const pay = (signer: string, receiver: string) =>
    network.sign(signer, receiver, [transfer(NEAR)]);
  while (network.height < 2 * EPOCH_LENGTH) {
    const skip = network.height === 3 ? 2 : 0;
    const missing = network.height % 4 === 1 ? [0] : [];
    network.extend({ splitWish, skip, missing, transactions: [pay('alice', 'zoe')] });
  }
  const repeated = { nonce: plainNonce(1n) };
  for (const missing of [[], [2], [2, 3, 1], [], [1], []]) {
    const own = network.sign('zoe', 'zoe', [transfer(NEAR)]);
    const failed = network.sign('zoe', 'zoe', [transfer(1n)], repeated);
    network.extend({ missing, transactions: [pay('bob', 'zoe'), own, failed] });
  }
  while (network.hasWaiting) network.extend();
  network.extendTo(3 * EPOCH_LENGTH + 3);
  return network;
}

function contextOfNetwork({ chain, genesis }: TestNetwork): RpcContext {
  const { stored, epochs, trie } = chain;
  const states = createTrieStates(stored, trie);
  return createFakeContext({ chain: stored, epochs, states, genesis: genesis.config });
}

test('gaps, failed transactions and the blocks around a split are shown as they are', async () => {
  const network = createSplitNetwork();
  const context = contextOfNetwork(network);
  const seen = await verifyAll(context);
  assert.ok(seen.withoutChunk > 3);
  assert.ok(seen.failedLocal > 3);
  assert.ok(seen.local > 3);
  const shardsOf = async (height: number) =>
    (await indexerBlock(context, formatHash(network.hashAt(height)))).tracked_shards;
  assert.deepEqual(await shardsOf(EPOCH_LENGTH), [0, 1]);
  assert.deepEqual(await shardsOf(3 * EPOCH_LENGTH), [2, 3, 1]);
});

test('the message of neardata differs by the transactions of receipts only', async () => {
  const routes = new NeardataRoutes(busyContext, new PendingWaits(busyContext));
  const { height: final } = busyContext.chain.finalHead();
  let named = 0;
  for (let height = 0; height <= final; height++) {
    const hash = busyContext.chain.hashAt(height);
    if (hash === null) continue;
    const answer = await routes.answer(`/v0/block/${height}`, '');
    const whole = JSON.parse(bytesToUtf8(answer!.body));
    for (const outcome of whole.shards.flatMap((shard: Json) => shard.receipt_execution_outcomes)) {
      assert.ok(outcome.tx_hash !== undefined);
      delete outcome.tx_hash;
      named++;
    }
    const { tracked_shards, ...message } = await indexerBlock(busyContext, formatHash(hash));
    assert.deepEqual(message, whole, `${height}`);
  }
  assert.ok(named > 0);
});

test('a block is the same at a follower, and if its rows are on another machine', async () => {
  const store = new MemoryStore();
  const follower = createFollower(busy.genesis, store);
  for (const message of listMessages(busy.chain)) await follower.take(message);
  const { config: genesis } = busy.genesis;
  const epochs = new Epochs(createEpochStore(store), genesis);
  const followed = createFakeContext({
    chain: follower.chain,
    epochs,
    states: createFlatStates(store),
    genesis,
    verification: { isRequired: false, computesEpochs: true },
  });
  const distant = { ...busyContext, ...createDistantChain(busy.store) };
  let compared = 0;
  for await (const message of listBlocks(followed)) {
    const { hash } = message.block.header;
    assert.deepEqual(message, await indexerBlock(busyContext, hash));
    assert.deepEqual(message, await indexerBlock(distant, hash));
    compared++;
  }
  assert.ok(compared > 20);
});

test('what a follower cannot verify is marked, or refused', async () => {
  const store = new MemoryStore();
  const follower = createFollower(busy.genesis, store);
  for (const message of listMessages(busy.chain)) await follower.take(message);
  const parts = {
    chain: follower.chain,
    epochs: new Epochs(createEpochStore(store), busy.genesis.config),
    states: createFlatStates(store),
    genesis: busy.genesis.config,
  };
  const body = request('EXPERIMENTAL_indexer_block', {
    block_hash: formatHash(follower.chain.finalHead().hash),
  });
  const marked = createFakeContext({
    ...parts,
    verification: { isRequired: false, computesEpochs: true },
  });
  const { headers } = await ask(marked, '/', body);
  assert.match(new Map(headers).get(UNVERIFIED_HEADER) ?? '', /state-changes/);
  const strict = createFakeContext({
    ...parts,
    verification: { isRequired: true, computesEpochs: true },
  });
  assert.equal(JSON.parse((await ask(strict, '/', body)).body).error.cause.name, 'NOT_VERIFIED');
});

/** Polls the head, follows parent hashes back to the last block seen, and gets each of them. */
async function poll(context: RpcContext, last: string, finality: string): Promise<Json[]> {
  let { header } = await call(context, 'block', { finality });
  const hashes: string[] = [];
  while (header.hash !== last) {
    hashes.unshift(header.hash);
    const child = header;
    ({ header } = await call(context, 'block', { block_id: child.prev_hash }));
    assert.ok(header.hash === child.prev_hash && header.height < child.height);
  }
  const messages: Json[] = [];
  for (const hash of hashes) {
    const message = await indexerBlock(context, hash);
    assert.equal(message.block.header.hash, hash);
    messages.push(message);
  }
  return messages;
}

for (const finality of ['final', 'optimistic']) {
  test(`an indexer that polls the ${finality} head gets each block once, in order`, async () => {
    const growing = new LoggingChain();
    const { context } = growing;
    growing.deploy();
    let last = formatHash(context.chain.genesis().hash);
    const heights: number[] = [];
    for (const count of [1, 0, 5, 1, 17]) {
      growing.say(`block ${growing.height}`);
      growing.mine(count);
      for (const { block } of await poll(context, last, finality)) {
        assert.equal(block.header.prev_hash, last);
        heights.push(block.header.height);
        last = block.header.hash;
      }
    }
    const { height } = finality === 'final' ? context.chain.finalHead() : context.chain.head();
    assert.deepEqual(
      heights,
      Array.from({ length: height }, (_, index) => index + 1),
    );
  });
}
