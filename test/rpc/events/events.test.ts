// What a listener receives, without a network: the events of a chain with contract calls across
// shards are compared with its outcomes; a connection that the test drains shows that nothing is
// sent ahead and nothing is lost, wherever a stream is cut.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatHash, type Hash } from '../../../src/base/crypto/hash.ts';
import type { RpcChain } from '../../../src/rpc/core/context.ts';
import { formatPlace } from '../../../src/rpc/events/chainEvent.ts';
import { ALICE, BOB, CAROL, NEAR, transfer } from '../../chain/localChain.ts';
import { createDistantChain } from '../support/distantChain.ts';
import {
  createTalkativeChain,
  HandSink,
  type Heard,
  listen,
  readAll,
  settle,
} from '../support/eventListener.ts';

test('every block, transaction, receipt and log of a chain is an event', () => {
  const chain = createTalkativeChain();
  const { chain: stored } = chain.context;
  const heard = readAll(chain);
  const ofKind = (kind: string) => heard.filter((event) => event.kind === kind);

  const heights = ofKind('block').map(({ data }) => data.height);
  assert.deepEqual(
    heights,
    Array.from({ length: chain.height + 1 }, (_, height) => height),
  );
  assert.equal(ofKind('transaction').length, 4);
  for (const { data } of [...ofKind('transaction'), ...ofKind('receipt')]) {
    const block = ofKind('block').find((event) => event.data.height === data.block_height);
    assert.equal(block?.data.hash, data.block_hash);
    assert.equal(block?.data.timestamp_nanosec, data.timestamp_nanosec);
  }
  for (const { data } of ofKind('receipt')) {
    const included = ofKind('transaction').find(
      (event) => event.data.transaction.hash === data.transaction_hash,
    );
    assert.ok(included !== undefined && included.data.block_height <= data.block_height);
  }
  for (const { data } of ofKind('block')) {
    for (const chunk of data.chunks) {
      const inChunk = (event: Heard) =>
        event.data.block_height === data.height && event.data.shard_id === chunk.shard_id;
      assert.equal(ofKind('transaction').filter(inChunk).length, chunk.transactions);
      assert.equal(ofKind('receipt').filter(inChunk).length, chunk.receipts);
      const gas = heard
        .filter((event) => event.kind !== 'block' && event.kind !== 'log' && inChunk(event))
        .reduce((sum, event) => sum + event.data.outcome.gas_burnt, 0);
      assert.equal(gas, chunk.gas_used);
    }
  }
  const logs = ofKind('log').map(({ data }) => [data.account_id, data.index, data.event?.event]);
  assert.deepEqual(logs, [
    [BOB, 0, undefined],
    [BOB, 1, 'ft_transfer'],
    [BOB, 0, 'nft_mint'],
  ]);
  assert.equal(ofKind('log')[0]?.data.log, 'plain');
  assert.equal(formatHash(stored.head().hash), ofKind('block').at(-1)?.data.hash);
});

test('the events of a block are numbered from its own, and logs follow their receipt', () => {
  const heard = readAll(createTalkativeChain());
  let expected = { height: -1, index: 0 };
  for (const { id, kind } of heard) {
    expected =
      kind === 'block'
        ? { height: expected.height + 1, index: 0 }
        : { ...expected, index: expected.index + 1 };
    assert.equal(id, formatPlace(expected));
  }
  for (const [at, { kind, data }] of heard.entries()) {
    if (kind !== 'log') continue;
    const before = heard.slice(0, at).findLast((event) => event.kind === 'receipt');
    assert.equal(before?.data.receipt.receipt_id, data.receipt_id);
  }
});

test('a listener gets new blocks, and nothing earlier', async () => {
  const chain = createTalkativeChain();
  const sink = new HandSink();
  listen(chain, 'kinds=block', sink);
  await settle();
  assert.deepEqual(sink.ids, []);
  const { height } = chain;
  chain.mine(2);
  await settle();
  assert.deepEqual(sink.ids, [`${height + 1}.0`, `${height + 2}.0`]);
});

test('a stream that is cut anywhere resumes there', async () => {
  const chain = createTalkativeChain();
  const whole = new HandSink();
  await listen(chain, `from=0&to=${chain.height}`, whole).ended;
  assert.deepEqual(
    whole.ids,
    readAll(chain).map(({ id }) => id),
  );
  for (const [at, id] of whole.ids.entries()) {
    const rest = new HandSink();
    await listen(chain, `after=${id}&to=${chain.height}`, rest).ended;
    assert.deepEqual(rest.ids, whole.ids.slice(at + 1), id);
  }
  assert.ok(whole.isEnded);
});

test('rows that come from another machine give the same events, each once', async () => {
  const chain = createTalkativeChain();
  const ids = readAll(chain).map(({ id }) => id);
  for (const at of [0, 7]) {
    const context = { ...chain.context, ...createDistantChain(chain.local.store) };
    const sink = new HandSink();
    await listen({ context }, `after=${ids[at]}&to=${chain.height}`, sink).ended;
    assert.deepEqual(sink.ids, ids.slice(at + 1));
  }
});

test('filters', async () => {
  const chain = createTalkativeChain();
  const heard = readAll(chain);
  const concerns = (account: string, { kind, data }: Heard) => {
    const { transaction, receipt } = data;
    if (kind === 'transaction') {
      return [transaction.signer_id, transaction.receiver_id].includes(account);
    }
    if (kind === 'receipt') return [receipt.predecessor_id, receipt.receiver_id].includes(account);
    return kind === 'log' && data.account_id === account;
  };
  const cases: [query: string, passes: (event: Heard) => boolean][] = [
    ['kinds=log', ({ kind }) => kind === 'log'],
    ['kinds=transaction,receipt', ({ kind }) => kind === 'transaction' || kind === 'receipt'],
    [`account=${CAROL}`, (event) => concerns(CAROL, event)],
    [`account=${CAROL},${BOB}`, (event) => concerns(CAROL, event) || concerns(BOB, event)],
    ['account=nobody', () => false],
    ['event=nep141', ({ data }) => data.event?.standard === 'nep141'],
    ['event=nep171:nft_mint', ({ data }) => data.event?.event === 'nft_mint'],
    ['event=*:ft_transfer', ({ data }) => data.event?.event === 'ft_transfer'],
    ['event=nep141:nft_mint', () => false],
    [`event=nep141&account=${ALICE}`, () => false],
    [
      'event=nep141&kinds=block,log',
      ({ kind, data }) => kind === 'block' || data.event?.standard === 'nep141',
    ],
  ];
  for (const [query, passes] of cases) {
    const sink = new HandSink();
    await listen(chain, `${query}&from=0&to=${chain.height}`, sink).ended;
    const wanted = heard.filter(passes).map(({ id }) => id);
    assert.deepEqual(sink.ids, wanted, query);
  }
});

test('nothing is sent to a connection that is full', async () => {
  const chain = createTalkativeChain();
  const sink = new HandSink(3);
  listen(chain, 'from=0', sink);
  await settle();
  assert.equal(sink.sent.length, 3);
  chain.mine(5);
  await settle();
  assert.equal(sink.sent.length, 3);
  await sink.take(2);
  assert.equal(sink.sent.length, 5);
  await sink.take(Number.POSITIVE_INFINITY);
  assert.deepEqual(
    sink.ids,
    readAll(chain).map(({ id }) => id),
  );
});

test('heartbeats report the position of an idle stream, and drop one that is stuck', async () => {
  const chain = createTalkativeChain();
  const silent = new HandSink();
  const stuck = new HandSink(1);
  const streams = [
    listen(chain, 'account=nobody', silent).stream,
    listen(chain, 'from=0', stuck).stream,
  ];
  const beat = () => {
    for (const stream of streams) stream.beat();
  };
  await settle();
  beat();
  assert.deepEqual(silent.beats, [chain.height]);
  chain.mine(3);
  await settle();
  beat();
  assert.deepEqual(silent.beats, [chain.height - 3, chain.height]);
  assert.equal(stuck.isDropped, false);
  beat();
  beat();
  assert.ok(stuck.isDropped);
  assert.deepEqual(stuck.beats, []);
  assert.equal(silent.isDropped, false);
  const talking = new HandSink();
  const { stream } = listen(chain, '', talking);
  chain.mine();
  await settle();
  stream.beat();
  assert.deepEqual(talking.beats, [], 'a listener that got an event needs no heartbeat');
  stream.beat();
  assert.deepEqual(talking.beats, [chain.height]);
});

test('reverted blocks are announced', async () => {
  const chain = createTalkativeChain();
  const id = await chain.snapshot();
  const { height } = chain;
  const [ahead, behind, unaware] = [new HandSink(), new HandSink(1), new HandSink()];
  listen(chain, 'kinds=block', ahead);
  listen(chain, `kinds=block&from=${height - 1}`, behind);
  chain.mine(4);
  await settle();
  listen(chain, 'kinds=block', unaware);
  await chain.revert(id);
  await settle();
  const told = { id: `${height}`, kind: 'revert', json: `{"height":${height}}` } as const;
  assert.deepEqual(ahead.sent.at(-1), told);
  assert.deepEqual(unaware.sent, [told]);
  chain.mine();
  await settle();
  assert.deepEqual(ahead.ids.slice(-2), [`${height}`, `${height + 1}.0`]);
  await behind.take(Number.POSITIVE_INFINITY);
  assert.deepEqual(behind.ids, [`${height - 1}.0`, `${height}.0`, `${height + 1}.0`]);
  const resumed = new HandSink();
  listen(chain, `kinds=block&after=${height + 4}.0`, resumed);
  await settle();
  assert.deepEqual(resumed.ids, [`${height + 1}`], 'a position that no longer exists');
});

test('a listener with few events is moved back too', async () => {
  const chain = createTalkativeChain();
  const sink = new HandSink();
  listen(chain, `account=${CAROL}`, sink);
  const id = await chain.snapshot();
  chain.mine(4);
  await settle();
  await chain.revert(id);
  chain.submit(CAROL, ALICE, [transfer(NEAR)]);
  chain.settle();
  await settle();
  const [revert, sent] = sink.sent;
  assert.equal(revert?.kind, 'revert');
  assert.equal(sent?.kind, 'transaction');
});

test('a stream with an end reads nothing after it', async () => {
  const chain = createTalkativeChain();
  const read: Hash[] = [];
  const watched = {
    ...chain.context,
    chain: new Proxy(chain.context.chain, {
      get: (stored, name: keyof RpcChain) => {
        if (name === 'outcomeIds') {
          return (hash: Hash, shardId: number) => {
            read.push(hash);
            return stored.outcomeIds(hash, shardId);
          };
        }
        return (stored[name] as (...args: unknown[]) => unknown).bind(stored);
      },
    }),
  };
  await listen({ context: watched }, 'account=nobody&from=2&to=3', new HandSink()).ended;
  const heights = read.map((hash) => chain.context.chain.block(hash)?.header.lite.height);
  assert.deepEqual([...new Set(heights)], [2, 3, 4], 'the next block shows that it is over');
});

test('a stream whose connection breaks, and one that is closed, end', async () => {
  const chain = createTalkativeChain();
  for (const query of ['', 'from=0']) {
    const sink = new HandSink(query === '' ? undefined : 1);
    const { ended } = listen(chain, query, sink);
    await settle();
    sink.breakOff();
    await ended;
  }
  const sink = new HandSink();
  const { stream, ended } = listen(chain, '', sink);
  stream.close();
  await ended;
  assert.ok(sink.isEnded);
});

test('heights without blocks are skipped', async () => {
  const chain = createTalkativeChain();
  const { height } = chain;
  await chain.local.controls.run({ kind: 'fastForward', deltaHeight: 1000 });
  assert.ok(chain.height >= height + 1000);
  const sink = new HandSink();
  await listen(chain, `kinds=block&from=${height + 10}&to=${chain.height}`, sink).ended;
  assert.ok(sink.sent.length < 100);
  assert.equal(sink.ids.at(-1), `${chain.height}.0`);
});
