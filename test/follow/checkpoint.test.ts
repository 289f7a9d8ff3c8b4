// A follower that starts in the middle of a chain: it gets its checkpoint from the chain's own RPC,
// which is consistent or refused; producers of later epochs are checked; it knows the parts of the
// state that have changed, or everything if it was given a dump.

import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { utf8ToBytes } from '../../src/base/bytes/bytes.ts';
import { formatHash } from '../../src/base/crypto/hash.ts';
import { Column } from '../../src/chain/columns/columns.ts';
import { dumpState, type StateDump } from '../../src/chain/controls/stateDump.ts';
import { createFlatStates } from '../../src/chain/stored/flatState.ts';
import { createTrieStates } from '../../src/chain/stored/trieStates.ts';
import { BlockRefused } from '../../src/follow/blockRefused.ts';
import { askCheckpoint, Checkpoint, parseCheckpoint } from '../../src/follow/checkpoint.ts';
import { FollowedEpochs } from '../../src/follow/epochs/followedEpochs.ts';
import { Follower } from '../../src/follow/follower.ts';
import type { BlockMessage } from '../../src/follow/messages/blockMessage.ts';
import { openFromCheckpoint } from '../../src/follow/openFromCheckpoint.ts';
import type { AskChain } from '../../src/follow/sources/askChain.ts';
import {
  createRpcProducers,
  NO_PRODUCERS,
  type ProducerSource,
} from '../../src/follow/sources/producerSource.ts';
import type { RpcContext } from '../../src/rpc/core/context.ts';
import { MemoryStore } from '../../src/store/memory/memoryStore.ts';
import {
  ALICE,
  BOB,
  CAROL,
  digestRows,
  type LocalChain,
  NEAR,
  signTransaction,
  transfer,
} from '../chain/localChain.ts';
import { ask, request } from '../rpc/support/ask.ts';
import { createFakeContext } from '../rpc/support/fakeContext.ts';
import { assertRowsListed } from '../support/listedRows.ts';
import { createBusyChain, EPOCH_LENGTH, HOST } from './busyChain.ts';
import { createChainAsk, listMessages } from './followedChain.ts';

let local: LocalChain;
let original: RpcContext;
let dump: StateDump;
let messages: readonly BlockMessage[];

/** The chain's own RPC. */
let askOriginal: AskChain;

before(() => {
  local = createBusyChain();
  const { producer, chain } = local;
  dump = dumpState(chain);
  producer.submit(signTransaction(local, ALICE, BOB, [transfer(7n * NEAR)]));
  for (let i = 0; i < EPOCH_LENGTH * 2; i++) producer.produceBlock();
  original = createFakeContext({
    chain: chain.stored,
    epochs: chain.epochs,
    states: createTrieStates(chain.stored, chain.trie),
    genesis: chain.genesis,
  });
  askOriginal = createChainAsk(original);
  messages = [...listMessages(chain)];
});

interface Start {
  readonly height: number;
  readonly source?: ProducerSource;
  readonly dump?: StateDump;
  readonly checkpoint?: Checkpoint;
}

async function startAt(store: MemoryStore, start: Start): Promise<Follower> {
  const checkpoint = start.checkpoint ?? (await askCheckpoint(askOriginal, start.height));
  const source = start.source ?? createRpcProducers(askOriginal);
  const guide = openFromCheckpoint(store, { checkpoint, source, dump: start.dump ?? null });
  const validityPeriod = checkpoint.genesisConfig.transactionValidityPeriod;
  return new Follower({ store, guide, validityPeriod, mayLackApprovals: false });
}

async function takeAll(follower: Follower): Promise<void> {
  const { nextHeight } = follower;
  for (const message of messages) {
    if (message.block.header.height >= nextHeight) await follower.take(message);
  }
}

function contextOf(store: MemoryStore, { chain }: Follower): RpcContext {
  return createFakeContext({
    chain,
    epochs: new FollowedEpochs(store),
    states: createFlatStates(store),
    genesis: local.genesis.config,
  });
}

async function viewAccount(context: RpcContext, accountId: string, height: number) {
  const params = { block_id: height, request_type: 'view_account', account_id: accountId };
  return JSON.parse((await ask(context, '/', request('query', params))).body);
}

describe('a follower from a checkpoint', () => {
  it('passes all later blocks, over several epochs', async () => {
    const store = new MemoryStore();
    const follower = await startAt(store, { height: 20 });
    await takeAll(follower);
    // The last blocks wait: Bob produces no chunks although he has become a validator.
    const last = follower.chain.head().height;
    assert.ok(follower.heldCount < EPOCH_LENGTH);
    assert.equal(last, messages.at(-1 - follower.heldCount)?.block.header.height);
    const followed = contextOf(store, follower);
    for (const height of [20, 21, 50, last]) {
      const body = request('block', { block_id: height });
      assert.equal((await ask(followed, '/', body)).body, (await ask(original, '/', body)).body);
    }
    const chunk = request('chunk', { block_id: 50, shard_id: 1 });
    assert.equal((await ask(followed, '/', chunk)).body, (await ask(original, '/', chunk)).body);
  });

  /** Every block in every later one, if both are final. */
  const listProofs = ({ chain }: Follower) => {
    const { height: first } = chain.genesis();
    const hashes = Array.from({ length: chain.finalHead().height - first + 1 }, (_, i) =>
      chain.hashAt(first + i),
    ).filter((hash) => hash !== null);
    return hashes.flatMap((block, i) =>
      [i, i + 1, i + 6, hashes.length - 1].flatMap((at) => {
        const head = hashes[at];
        if (head === undefined) return [];
        return [{ block_hash: formatHash(block), light_client_head: formatHash(head) }];
      }),
    );
  };

  it('proves every block since its start, wherever that was', async () => {
    for (const height of [20, 31, 32]) {
      const store = new MemoryStore();
      const follower = await startAt(store, { height });
      await takeAll(follower);
      const followed = contextOf(store, follower);
      const proofs = listProofs(follower);
      assert.ok(proofs.length > 100);
      for (const proof of proofs) {
        const body = request('EXPERIMENTAL_light_client_block_proof', proof);
        const found = (await ask(followed, '/', body)).body;
        assert.equal(found, (await ask(original, '/', body)).body);
        assert.match(found, /"block_proof":/);
      }
    }
  });

  it('without the subtrees before its block reports that it cannot prove', async () => {
    const store = new MemoryStore();
    const checkpoint = { ...(await askCheckpoint(askOriginal, 20)), ancestors: null };
    const follower = await startAt(store, { height: 20, checkpoint });
    await takeAll(follower);
    const [proof] = listProofs(follower).slice(30);
    const body = request('EXPERIMENTAL_light_client_block_proof', proof);
    const refused = (await ask(contextOf(store, follower), '/', body)).body;
    assert.match(refused, /does not have all earlier blocks/);
  });

  it('serves the light-client blocks of epochs that it has seen completely', async () => {
    const store = new MemoryStore();
    const follower = await startAt(store, { height: 20 });
    await takeAll(follower);
    const followed = contextOf(store, follower);
    const { chain } = follower;
    const epochs = new Set<string>();
    for (let height = 20; height < chain.head().height; height++) {
      const block = chain.block(chain.hashAt(height) as Uint8Array);
      const isOfEarlierEpoch =
        chain.lightClientBlock(block?.header.lite.nextEpochId as Uint8Array) !== null;
      if (!isOfEarlierEpoch) continue;
      const last_block_hash = formatHash(chain.hashAt(height) as Uint8Array);
      const body = request('next_light_client_block', { last_block_hash });
      const found = (await ask(followed, '/', body)).body;
      assert.equal(found, (await ask(original, '/', body)).body, String(height));
      epochs.add(found);
    }
    assert.ok(epochs.size > 1);
  });

  it('knows what has changed, and reports the rest as unknown', async () => {
    const store = new MemoryStore();
    const { height } = dump;
    const follower = await startAt(store, { height });
    await takeAll(follower);
    const followed = contextOf(store, follower);
    const last = follower.chain.head().height;
    const paid = await viewAccount(followed, BOB, last);
    assert.deepEqual(paid.result, (await viewAccount(original, BOB, last)).result);
    for (const accountId of [CAROL, HOST, 'nobody.near']) {
      const { error } = await viewAccount(followed, accountId, last);
      assert.equal(error.cause.name, 'UNAVAILABLE_SHARD', accountId);
      assert.match(error.data, new RegExp(`has not seen the state of ${accountId} in full`));
    }
    const early = await viewAccount(followed, BOB, height);
    assert.equal(early.error.cause.name, 'UNAVAILABLE_SHARD');
  });

  it('knows everything with a dump of the state', async () => {
    const store = new MemoryStore();
    const follower = await startAt(store, { height: dump.height, dump });
    await takeAll(follower);
    const followed = contextOf(store, follower);
    const last = follower.chain.head().height;
    const accounts = [ALICE, BOB, CAROL, HOST, 'nobody.near'];
    for (const [accountId, height] of accounts.flatMap((id) =>
      [dump.height, last].map((at) => [id, at] as const),
    )) {
      const expected = await viewAccount(original, accountId, height);
      assert.deepEqual(await viewAccount(followed, accountId, height), expected, accountId);
    }
  });

  it('has no row that a cluster would not get, with a dump and without', async () => {
    const starts: Start[] = [{ height: 20 }, { height: dump.height, dump }];
    for (const start of starts) {
      const store = new MemoryStore();
      await takeAll(await startAt(store, start));
      assertRowsListed(store, 'flat');
    }
  });

  it('refuses a dump of another block', async () => {
    const start = startAt(new MemoryStore(), { height: dump.height + 1, dump });
    await assert.rejects(start, { info: { code: 'unusable_checkpoint' } });
  });

  it('continues exactly where it stopped', async () => {
    const whole = new MemoryStore();
    await takeAll(await startAt(whole, { height: 40 }));
    const store = new MemoryStore();
    for (let taken = 0; taken < messages.length; taken += 7) {
      const follower = await startAt(store, { height: 40 });
      const { nextHeight } = follower;
      const rest = messages.filter(({ block }) => block.header.height >= nextHeight);
      for (const message of rest.slice(0, 7)) await follower.take(message);
    }
    await takeAll(await startAt(store, { height: 40 }));
    assert.deepEqual(digestRows({ ...local, store }), digestRows({ ...local, store: whole }));
  });
});

describe('producers from a source', () => {
  const isAboutProducers = (error: unknown) =>
    error instanceof BlockRefused && error.info.check === 'epoch';

  it('are needed when an epoch starts', async () => {
    const follower = await startAt(new MemoryStore(), { height: 20, source: NO_PRODUCERS });
    await assert.rejects(takeAll(follower), isAboutProducers);
    assert.ok(follower.chain.head().height > 20);
  });

  it('are refused unless the chain commits to them', async () => {
    const right = createRpcProducers(askOriginal);
    const wrong: ProducerSource = {
      ...right,
      ofBlock: async (hash) => {
        const producers = await right.ofBlock(hash);
        return producers?.map((producer) => ({ ...producer, stake: producer.stake + 1n })) ?? null;
      },
    };
    const follower = await startAt(new MemoryStore(), { height: 20, source: wrong });
    await assert.rejects(takeAll(follower), isAboutProducers);
  });
});

describe('a checkpoint', () => {
  it('survives being written to a file', async () => {
    const checkpoint = await askCheckpoint(askOriginal, 33);
    const text = Checkpoint.json(checkpoint);
    assert.equal(Checkpoint.json(parseCheckpoint(utf8ToBytes(text))), text);
    assert.equal(checkpoint.block.header.height, 33);
  });

  const change = (edit: (checkpoint: Checkpoint) => Checkpoint) => async () => {
    const right = await askCheckpoint(askOriginal, 33);
    const store = new MemoryStore();
    await assert.rejects(
      startAt(store, { height: 33, checkpoint: edit(right) }),
      (error: Error & { code?: string }) =>
        error.code === 'unusable_checkpoint' || error.code === 'block_refused',
    );
    assert.deepEqual([...store.range(Column.meta)], []);
  };

  it(
    'with other producers is refused',
    change((right) => ({
      ...right,
      producers: right.producers.map((producer) => ({ ...producer, accountId: 'thief.near' })),
    })),
  );

  it(
    'with another previous block is refused',
    change((right) => ({ ...right, lastOfPrevEpoch: right.block.header })),
  );

  it(
    'with other earlier blocks is refused',
    change((right) => ({ ...right, ancestors: right.ancestors?.toReversed() ?? [] })),
  );

  it(
    'with a changed header is refused',
    change((right) => {
      const header = { ...right.block.header, gasPrice: right.block.header.gasPrice + 1n };
      return { ...right, block: { ...right.block, header } };
    }),
  );
});
