// A follower of a local chain: every block passes, responses from the follower's store equal those
// of the chain itself, and stopping anywhere changes nothing.

import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { bytesToBase64 } from '../../src/base/bytes/bytes.ts';
import { formatHash } from '../../src/base/crypto/hash.ts';
import { Column } from '../../src/chain/columns/columns.ts';
import { Epochs } from '../../src/chain/stored/epochs.ts';
import { createFlatStates } from '../../src/chain/stored/flatState.ts';
import { createEpochStore } from '../../src/chain/stored/storedEpochs.ts';
import { createTrieStates } from '../../src/chain/stored/trieStates.ts';
import { ViewCaller } from '../../src/execution/views/viewCaller.ts';
import type { BlockMessage } from '../../src/follow/messages/blockMessage.ts';
import type { RpcContext } from '../../src/rpc/core/context.ts';
import { MemoryStore } from '../../src/store/memory/memoryStore.ts';
import { ALICE, BOB, CAROL, digestRows, type LocalChain } from '../chain/localChain.ts';
import { ask, request } from '../rpc/support/ask.ts';
import { createFakeContext } from '../rpc/support/fakeContext.ts';
import { assertRowsListed } from '../support/listedRows.ts';
import { hostCalls } from '../support/recordedContracts.ts';
import { createBusyChain, GONE, HOST, KEY_PREFIX } from './busyChain.ts';
import { createFollower, listMessages } from './followedChain.ts';

let local: LocalChain;
let messages: readonly BlockMessage[];

before(() => {
  local = createBusyChain();
  messages = [...listMessages(local.chain)];
});

async function followAll(store = new MemoryStore()): Promise<MemoryStore> {
  const follower = createFollower(local.genesis, store);
  for (const message of messages) await follower.take(message);
  assert.equal(follower.heldCount, 1);
  return store;
}

function describeContext(store: MemoryStore, isFlat: boolean): RpcContext {
  const { config } = local.genesis;
  const { stored, trie } = local.chain;
  const follower = createFollower(local.genesis, store);
  const viewer = new ViewCaller(store, { ...config, isFlat });
  return createFakeContext({
    chain: isFlat ? follower.chain : stored,
    epochs: new Epochs(createEpochStore(store), config),
    states: isFlat ? createFlatStates(store) : createTrieStates(stored, trie),
    genesis: config,
    callFunction: async (call) => viewer.call(call),
  });
}

const reading = bytesToBase64(
  hostCalls(['storage_read', 'key', 0], ['value_return', 2n ** 64n - 1n, 0]),
);

/** Requests about one block. */
function listQuestions(height: number): [string, unknown][] {
  const accounts = [ALICE, BOB, CAROL, HOST, GONE, `nobody.${ALICE}`];
  const at = { block_id: height };
  const query = (type: string, rest: object): [string, unknown] => [
    'query',
    { ...at, request_type: type, ...rest },
  ];
  return [
    ['block', at],
    ['gas_price', [height]],
    ['EXPERIMENTAL_changes_in_block', at],
    ...[0, 1, 2].map((shard): [string, unknown] => ['chunk', { ...at, shard_id: shard }]),
    ...['account_changes', 'contract_code_changes', 'data_changes'].map(
      (type): [string, unknown] => [
        'EXPERIMENTAL_changes',
        { ...at, changes_type: type, account_ids: accounts, key_prefix_base64: '' },
      ],
    ),
    ...accounts.flatMap((account_id) => [
      query('view_account', { account_id }),
      query('view_access_key_list', { account_id }),
      query('view_state', { account_id, prefix_base64: bytesToBase64(KEY_PREFIX) }),
    ]),
    query('view_code', { account_id: BOB }),
    query('call_function', { account_id: HOST, method_name: 'run', args_base64: reading }),
  ];
}

describe('a follower from genesis', () => {
  it('gives the same responses about its blocks as the chain', async () => {
    const original = describeContext(local.store, false);
    const followed = describeContext(await followAll(), true);
    const last = messages.at(-2)?.block.header.height ?? 0;
    let asked = 0;
    for (let height = 1; height <= last; height += 4) {
      for (const [method, params] of listQuestions(height)) {
        const body = request(method, params);
        const expected = await ask(original, '/', body);
        const found = await ask(followed, '/', body);
        assert.equal(found.body, expected.body, body);
        asked += 1;
      }
    }
    assert.ok(asked > 300);
  });

  it('knows every transaction, its receipts and its proofs', async () => {
    const original = describeContext(local.store, false);
    const followed = describeContext(await followAll(), true);
    const head = messages.at(-6)?.block.header.hash as Uint8Array;
    const transactions = messages.flatMap(({ shards }) =>
      shards.flatMap(
        ({ chunk }) => chunk?.transactions.map(({ transaction }) => transaction) ?? [],
      ),
    );
    assert.ok(transactions.length > 10);
    for (const { hash, signerId } of transactions) {
      const tx_hash = formatHash(hash);
      const proof = {
        type: 'transaction',
        transaction_hash: tx_hash,
        sender_id: signerId,
        light_client_head: formatHash(head),
      };
      const questions: [string, unknown][] = [
        ['EXPERIMENTAL_tx_status', { tx_hash, sender_account_id: signerId, wait_until: 'NONE' }],
        ['light_client_proof', proof],
      ];
      for (const [method, params] of questions) {
        const body = request(method, params);
        assert.equal((await ask(followed, '/', body)).body, (await ask(original, '/', body)).body);
      }
    }
  });

  it('has no row that a cluster would not get', async () => {
    assertRowsListed(await followAll(), 'flat');
  });

  it('keeps no copy of a receipt that its block binds', async () => {
    const store = await followAll();
    const shown = [...store.range(Column.shown)].filter(
      ([key]) => store.get(Column.receipt, key) !== undefined,
    );
    assert.deepEqual(shown, []);
  });

  it('continues exactly where it stopped', async () => {
    const whole = await followAll();
    const store = new MemoryStore();
    for (let taken = 0; taken < messages.length; ) {
      const follower = createFollower(local.genesis, store);
      const height = follower.nextHeight;
      taken = messages.findIndex(({ block }) => block.header.height === height);
      // Three at a time; one of them is stored when it stops.
      for (const message of messages.slice(taken, taken + 3)) await follower.take(message);
      if (taken + 3 >= messages.length) break;
    }
    assert.deepEqual(digestRows({ ...local, store }), digestRows({ ...local, store: whole }));
  });

  it('stores nothing of a block that fails, and can continue with the right one', async () => {
    const store = new MemoryStore();
    const follower = createFollower(local.genesis, store);
    const [first, second, third] = messages as [BlockMessage, BlockMessage, BlockMessage];
    await follower.take(first);
    const before = digestRows({ ...local, store });
    await assert.rejects(follower.take(third), {
      info: { code: 'block_refused', check: 'chain', height: 3, shardId: null },
    });
    assert.deepEqual(digestRows({ ...local, store }), before);
    await follower.take(second);
    assert.equal(follower.chain.head().height, 1);
  });
});
