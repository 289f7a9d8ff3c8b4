// Reads at `final` while blocks are becoming final: what they wait for, what ends the wait early,
// and that neither a cached response nor a full house of waits changes the result. Every wait is
// observed from outside: in the service, time and blocks pass only when the test says so.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytesToUtf8, utf8ToBytes } from '../../../src/base/bytes/bytes.ts';
import type { RpcContext } from '../../../src/rpc/core/context.ts';
import { ROOT } from '../../../src/rpc/core/endpoint.ts';
import { FinalReads } from '../../../src/rpc/core/finalReads.ts';
import { PendingWaits } from '../../../src/rpc/core/pendingWaits.ts';
import { ResponseCache } from '../../../src/rpc/core/responseCache.ts';
import { RpcService } from '../../../src/rpc/service/rpcService.ts';
import { ALICE } from '../../chain/localChain.ts';
import { createFakeContext } from '../support/fakeContext.ts';
import { settle } from '../support/growingChain.ts';
import { LoggingChain } from '../support/loggingChain.ts';

function createStage(waitsMax = 10) {
  const listeners = new Set<() => void>();
  const timers = new Map<() => void, number>();
  const chainState = { final: 0, pending: null as number | null };
  let parked = 0;
  const listen = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const context = createFakeContext({
    chain: { finalHead: () => ({ height: chainState.final }) } as RpcContext['chain'],
    onBlock: listen,
    finality: { waitMs: 123, pendingHeight: () => chainState.pending, onChange: listen },
    timer: (callback, delayMs) => {
      timers.set(callback, delayMs);
      return () => timers.delete(callback);
    },
  });
  const limits = { ...context.limits, waitsMax };
  const changeWaits = (change: number) => {
    parked += change;
  };
  const waits = new PendingWaits({
    ...context,
    limits,
    metrics: { ...context.metrics, changeWaits },
  });
  const reads = new FinalReads(context, waits);
  return {
    reads,
    timers,
    /** Sets the state and tells everybody. */
    announce: async (final: number, pending: number | null) => {
      Object.assign(chainState, { final, pending });
      for (const listener of [...listeners]) listener();
      await settle();
    },
    wait: async (onGone?: (listener: () => void) => () => void) => {
      const outcome = { isOver: false };
      void reads.wait(onGone).then(() => {
        outcome.isOver = true;
      });
      await settle();
      return outcome;
    },
    left: () => [listeners.size, timers.size, parked],
  };
}

test('nothing is waited for when nothing is pending', async () => {
  const { reads, wait, left } = createStage();
  assert.equal(reads.isPending, false);
  assert.equal((await wait()).isOver, true);
  assert.deepEqual(left(), [0, 0, 0]);
});

test('a read waits for what was pending when it came, and not for more', async () => {
  const { announce, wait, timers, left } = createStage();
  await announce(3, 5);
  const read = await wait();
  assert.deepEqual([...timers.values()], [123]);
  await announce(4, 8);
  assert.equal(read.isOver, false);
  const later = await wait();
  await announce(5, 9);
  assert.equal(read.isOver, true);
  assert.equal(later.isOver, false);
  await announce(8, 9);
  assert.equal(later.isOver, true);
  assert.deepEqual(left(), [0, 0, 0]);
});

test('the wait ends early', async () => {
  const rows: [string, (stage: ReturnType<typeof createStage>) => Promise<void>][] = [
    ['when the chain halts or is mined by hand', ({ announce }) => announce(3, null)],
    ['when what was pending is reverted', ({ announce }) => announce(3, 3)],
    [
      'when its time is up',
      async ({ timers }) => {
        for (const fire of [...timers.keys()]) fire();
        await settle();
      },
    ],
  ];
  for (const [when, end] of rows) {
    const stage = createStage();
    await stage.announce(3, 5);
    const read = await stage.wait();
    assert.equal(read.isOver, false, when);
    await end(stage);
    assert.equal(read.isOver, true, when);
    assert.deepEqual(stage.left(), [0, 0, 0], when);
  }
});

test('the wait ends with the connection', async () => {
  const { announce, wait, left } = createStage();
  await announce(3, 5);
  const gone = new Set<() => void>();
  const read = await wait((listener) => {
    gone.add(listener);
    return () => gone.delete(listener);
  });
  assert.equal(read.isOver, false);
  for (const announceEnd of [...gone]) announceEnd();
  await settle();
  assert.equal(read.isOver, true);
  assert.equal(gone.size, 0);
  assert.deepEqual(left(), [0, 0, 0]);
});

test('without a place, a read is answered at once', async () => {
  const { announce, wait } = createStage(1);
  await announce(3, 5);
  const first = await wait();
  const second = await wait();
  assert.deepEqual([first.isOver, second.isOver], [false, true]);
});

/** A service with a cache on a chain whose blocks are mined by the test, which it forecasts. */
function createService() {
  const chain = new LoggingChain();
  const state = { pending: null as number | null };
  const { context } = chain;
  const finality = { waitMs: 1, pendingHeight: () => state.pending, onChange: () => () => {} };
  const answers = new ResponseCache(context);
  const service = new RpcService({ ...context, finality, answers });
  const send = async (body: Uint8Array): Promise<string> => {
    const known = service.recall(ROOT, body);
    return bytesToUtf8((known ?? (await service.handle(ROOT, body))).body);
  };
  return { chain, state, service, send, finalHeight: () => context.chain.finalHead().height };
}

const account = { request_type: 'view_account', account_id: ALICE };
const views = { account_id: ALICE };
const prefix = { account_ids: [ALICE], key_prefix_base64: '' };
/** Every method whose params may name the final block. */
const READS: [method: string, params: object][] = [
  ['query', account],
  ['block', {}],
  ['block_effects', {}],
  ['EXPERIMENTAL_changes_in_block', {}],
  ['changes', { changes_type: 'data_changes', ...prefix }],
  ['EXPERIMENTAL_changes', { changes_type: 'data_changes', ...prefix }],
  ['EXPERIMENTAL_protocol_config', {}],
  ['EXPERIMENTAL_view_account', views],
  ['EXPERIMENTAL_view_access_key_list', views],
  ['EXPERIMENTAL_view_state', { ...views, prefix_base64: '' }],
];

test('every read at final waits, in batches too, and no other read does', async () => {
  const { chain, state, send, finalHeight } = createService();
  for (let block = 0; block < 5; block++) chain.mine();
  for (const [method, params] of READS) {
    for (const [finality, isHeld] of [
      ['final', true],
      ['optimistic', false],
      ['near-final', false],
    ] as const) {
      const request = { jsonrpc: '2.0', id: 1, method, params: { ...params, finality } };
      for (const sent of [request, [request]]) {
        const what = `${method} at ${finality}`;
        state.pending = finalHeight() + 1;
        let isOver = false;
        const answer = send(utf8ToBytes(JSON.stringify(sent))).then((text) => {
          isOver = true;
          return text;
        });
        for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
        assert.equal(isOver, !isHeld, what);
        state.pending = null;
        chain.mine();
        assert.doesNotMatch(await answer, /"error"/, what);
      }
    }
  }
});

test('a cached response is not used while something is becoming final', async () => {
  const { chain, state, service, send, finalHeight } = createService();
  for (let block = 0; block < 5; block++) chain.mine();
  const body = utf8ToBytes(
    '{"jsonrpc":"2.0","id":1,"method":"block","params":{"finality":"final"}}',
  );
  const heightOf = (text: string) => JSON.parse(text).result.header.height as number;
  for (let repeated = 0; repeated < 3; repeated++) await send(body);
  assert.notEqual(service.recall(ROOT, body), null);
  const before = finalHeight();
  state.pending = before + 1;
  assert.equal(service.recall(ROOT, body), null);
  const held = send(body);
  chain.mine();
  assert.equal(heightOf(await held), before + 1);
  state.pending = null;
  assert.equal(heightOf(await send(body)), before + 1);
});
