// When blocks are produced, in each mode, with a scheduler and a clock that the test moves. The
// chain is a real one: `auto` must produce exactly the blocks that the work needs until all of it
// is final.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { concatBytes, u32Le, u64Le, utf8ToBytes } from '../../../src/base/bytes/bytes.ts';
import { secretToPublic } from '../../../src/base/crypto/keys.ts';
import type { Action } from '../../../src/types/action.ts';
import { shardIds } from '../../../src/types/shardLayout.ts';
import { contractsFolder } from '../../support/recordings.ts';
import { FORGIVING, NEAR, RICH, ROOT, secretOf, transfer } from '../../support/testNetwork.ts';
import { Mine } from './mine.ts';

/** The pace of `auto` while blocks are counted, and otherwise. */
const HEARTBEAT_MS = 2_000;
const IDLE_MS = 60_000;

describe('auto', () => {
  it('produces no block while there is nothing to do', () => {
    const mine = new Mine('auto');
    assert.equal(mine.scheduler.giveTurns(), 0);
    assert.equal(mine.network.height, 0);
  });

  it('produces exactly the blocks that a transfer needs to be final', () => {
    const mine = new Mine('auto');
    mine.submit(mine.network.sign('alice', 'zoe', [transfer(NEAR)]));
    mine.scheduler.giveTurns();
    // The first block has no chunks; then the transaction, its receipt, and the refund of gas.
    assert.deepEqual(mine.busyHeights(), [2, 3, 4]);
    assert.equal(mine.network.height, 6);
    assert.equal(mine.finalHeight, 4);
  });

  it('stops as soon as the last execution is final, and not before', () => {
    const mine = new Mine('auto');
    mine.submit(mine.network.sign('alice', 'zoe', [transfer(NEAR)]));
    mine.scheduler.giveTurns();
    for (let i = 1; i <= 5; i++) {
      mine.submit(mine.network.sign('alice', 'bob', [transfer(NEAR)]));
      mine.scheduler.giveTurns();
      const last = mine.busyHeights().at(-1) as number;
      assert.equal(mine.finalHeight, last);
      assert.equal(mine.network.height, last + 2, `after transaction ${i}`);
    }
  });

  it('yields to other work between two blocks, but not before receipts are executed', () => {
    const mine = new Mine('auto');
    mine.submit(mine.network.sign('alice', 'zoe', [transfer(NEAR)]));
    mine.submit(mine.network.sign('bob', 'zoe', [transfer(NEAR)]));
    assert.equal(mine.blocks.length, 0, 'submitting produces no block');
    assert.equal(mine.scheduler.giveTurns(), mine.blocks.length - 1);
    const [block] = mine.blocks.filter(({ shards }) =>
      shards.some(({ result }) => result.outcomes.length > 0),
    );
    const included = block?.built.newChunks.flatMap((chunk) => chunk?.transactions ?? []);
    assert.equal(included?.length, 2, 'both are in one block');
  });

  it('produces one block a minute once a block is final', () => {
    const mine = new Mine('auto');
    mine.scheduler.pass(HEARTBEAT_MS - 1);
    assert.equal(mine.network.height, 0);
    mine.scheduler.pass(1);
    assert.equal(mine.network.height, 1);
    mine.scheduler.pass(2 * HEARTBEAT_MS);
    assert.equal(mine.network.height, 3);
    assert.equal(mine.finalHeight, 1);
    mine.scheduler.pass(IDLE_MS - 1);
    assert.equal(mine.network.height, 3);
    mine.scheduler.pass(1);
    assert.equal(mine.network.height, 4);
    mine.scheduler.pass(10 * IDLE_MS);
    assert.equal(mine.network.height, 14);
    assert.equal(mine.scheduler.timers, 1);
  });

  it('counts the time to the next idle block from the last block', () => {
    const mine = new Mine('auto');
    mine.submit(mine.network.sign('alice', 'zoe', [transfer(NEAR)]));
    mine.scheduler.giveTurns();
    mine.scheduler.pass(IDLE_MS - 1);
    mine.submit(mine.network.sign('alice', 'zoe', [transfer(NEAR)]));
    mine.scheduler.giveTurns();
    const { height } = mine.network;
    mine.scheduler.pass(IDLE_MS - 1);
    assert.equal(mine.network.height, height);
    mine.scheduler.pass(1);
    assert.equal(mine.network.height, height + 1);
  });

  it('keeps its pace while a split waits for the end of its epoch', () => {
    const mine = new Mine('auto');
    mine.submit(mine.network.sign('alice', 'zoe', [transfer(NEAR)]));
    mine.scheduler.giveTurns();
    const { height } = mine.network;
    const [shardId] = shardIds(mine.network.chain.layoutAfterHead());
    mine.producer.splitShard({ shardId: shardId as number, boundaryAccount: 'aaa' });
    mine.scheduler.pass(5 * HEARTBEAT_MS);
    assert.equal(mine.network.height, height + 5);
  });

  it('produces blocks with at most refunds at its own pace, whatever wakes it', () => {
    const mine = new Mine({ heartbeatMs: 25, finality: 'paced' });
    mine.submit(mine.network.sign('alice', 'zoe', [transfer(NEAR)]));
    mine.scheduler.giveTurns();
    const executed = mine.network.height;
    assert.equal(mine.busyHeights().length, 2, 'the transaction and its receipt');
    assert.equal(mine.busyHeights().at(-1), executed);
    mine.scheduler.pass(24);
    mine.miner.wake();
    assert.equal(mine.network.height, executed);
    mine.scheduler.pass(1);
    assert.equal(mine.network.height, executed + 1);
    mine.scheduler.pass(2 * 25);
    assert.equal(mine.network.height, executed + 3);
    assert.equal(mine.finalHeight, mine.busyHeights().at(-1), 'the refund is final');
  });

  it('produces them at once while a caller waits for a final block', () => {
    const mine = new Mine({ heartbeatMs: HEARTBEAT_MS, finality: 'paced' });
    const send = () => {
      mine.submit(mine.network.sign('alice', 'zoe', [transfer(NEAR)]));
      mine.scheduler.giveTurns();
    };
    const isFinal = () => mine.finalHeight === mine.busyHeights().at(-1);
    send();
    assert.ok(!isFinal(), 'no caller waits yet');
    mine.miner.setAwaited(true);
    mine.scheduler.giveTurns();
    assert.ok(isFinal());
    send();
    assert.ok(isFinal());
    mine.miner.setAwaited(false);
    send();
    assert.ok(!isFinal(), 'no caller waits any more');
  });

  it('gives blocks the time of the clock, always later than the last', () => {
    const mine = new Mine('auto');
    mine.submit(mine.network.sign('alice', 'zoe', [transfer(NEAR)]));
    mine.scheduler.giveTurns();
    mine.scheduler.pass(IDLE_MS);
    const times = mine.blocks.map(({ built }) => built.block.header.lite.timestamp);
    const start = 1_800_000_000_000_000_000n;
    assert.deepEqual(times.slice(0, 3), [start, start + 1n, start + 2n]);
    assert.equal(times.at(-1), start + 60_000_000_000n);
  });

  it('does not produce blocks to reach a nonce that is far ahead', () => {
    const mine = new Mine('auto');
    const nonce = { kind: 'Nonce', value: { nonce: 40_000_000n } } as const;
    mine.submit(mine.network.sign('alice', 'bob', [transfer(NEAR)], { nonce }));
    mine.scheduler.giveTurns(10);
    assert.equal(mine.network.height, 2, 'it was tried once');
    mine.submit(mine.network.sign('zoe', 'bob', [transfer(NEAR)]));
    mine.scheduler.giveTurns(10);
    const { height } = mine.network;
    mine.scheduler.pass((41 - height) * HEARTBEAT_MS);
    assert.deepEqual(
      mine.busyHeights().slice(-3),
      [41, 42, 43],
      'its height was reached at the usual pace',
    );
    assert.equal(mine.finalHeight, 43);
  });
});

describe('other modes', () => {
  it('an interval produces blocks at its pace, with or without work', () => {
    const mine = new Mine({ intervalMs: 300 });
    mine.scheduler.pass(899);
    assert.equal(mine.network.height, 2);
    mine.submit(mine.network.sign('alice', 'zoe', [transfer(NEAR)]));
    assert.equal(mine.scheduler.giveTurns(), 0);
    mine.scheduler.pass(1);
    assert.equal(mine.network.height, 3);
    assert.deepEqual(mine.busyHeights(), [3]);
    mine.scheduler.pass(3_000);
    assert.equal(mine.network.height, 13);
  });

  it('manual produces blocks on request', () => {
    const mine = new Mine('manual');
    mine.submit(mine.network.sign('alice', 'zoe', [transfer(NEAR)]));
    mine.scheduler.pass(3_600_000);
    assert.equal(mine.scheduler.giveTurns(), 0);
    assert.equal(mine.network.height, 0);
    mine.miner.mine();
    mine.miner.mine();
    assert.deepEqual(mine.busyHeights(), [2]);
    assert.equal(mine.scheduler.timers, 0);
  });

  it('a change of mode takes effect at once', () => {
    const mine = new Mine('manual');
    mine.submit(mine.network.sign('alice', 'zoe', [transfer(NEAR)]));
    mine.miner.setMode('auto');
    mine.scheduler.giveTurns();
    assert.equal(mine.finalHeight, 4);
    mine.miner.setMode({ intervalMs: 10 });
    mine.scheduler.pass(30);
    assert.equal(mine.network.height, 9);
    mine.miner.setMode('manual');
    mine.scheduler.pass(HEARTBEAT_MS);
    assert.equal(mine.network.height, 9);
  });

  it('nothing happens after a stop', () => {
    const mine = new Mine('auto');
    mine.submit(mine.network.sign('alice', 'zoe', [transfer(NEAR)]));
    mine.miner.stop();
    mine.scheduler.giveTurns();
    mine.scheduler.pass(HEARTBEAT_MS);
    assert.equal(mine.network.height, 0);
    assert.equal(mine.scheduler.timers, 0);
  });
});

/**
 * The contract runs a list of host calls: this one yields, and lets a callback wait for the yield.
 */
const YIELD_CREATE = 60;
const PROMISE_THEN = 33;
const YIELD_BLOCKS = 200;

function yieldAndThen(account: string): Action {
  const method = utf8ToBytes('nothing');
  const name = utf8ToBytes(account);
  const callLengths = [1 + 1 + 7 * 9, 1 + 1 + 9 * 9];
  const end = 4 + callLengths.reduce((a, b) => a + b);
  const literal = (value: number | bigint) => concatBytes(Uint8Array.of(0), u64Le(value));
  const earlier = (index: number) => concatBytes(Uint8Array.of(1), u64Le(index));
  const address = (at: number) => concatBytes(Uint8Array.of(2), u64Le(at));
  const methodArgs = [literal(method.length), address(end), literal(0), literal(0)];
  const gas = 10_000_000_000_000n;
  const args = concatBytes(
    u32Le(2),
    Uint8Array.of(YIELD_CREATE, 7),
    ...methodArgs,
    literal(gas),
    literal(0),
    literal(0),
    Uint8Array.of(PROMISE_THEN, 9),
    earlier(0),
    literal(name.length),
    address(end + method.length),
    ...methodArgs,
    // The address of an amount of zero: sixteen bytes after the names.
    address(end + method.length + name.length),
    literal(gas),
    method,
    name,
    new Uint8Array(16),
  );
  const value = { methodName: 'run', args, gas: 300_000_000_000_000n, deposit: 0n };
  return { kind: 'FunctionCall', value };
}

describe('a yielded promise', () => {
  it('does not keep the chain going, and times out with the heartbeats', () => {
    const mine = new Mine('auto');
    const code = readFileSync(`${contractsFolder()}/hostcall.wasm`);
    const deploy: Action = { kind: 'DeployContract', value: { code } };
    mine.submit(mine.network.sign('alice', 'alice', [deploy]));
    mine.scheduler.giveTurns();
    const call = mine.network.sign('alice', 'alice', [yieldAndThen('alice')]);
    mine.submit(call);
    mine.scheduler.giveTurns(20);
    const { chain } = mine.network;
    const status = chain.stored.outcome(call.hash)?.outcome.status;
    assert.ok(status?.kind === 'SuccessReceiptId');
    const yielding = chain.stored.outcome(status.value);
    assert.equal(yielding?.outcome.status.kind, 'SuccessValue');
    const [yielded, waiting] = yielding.outcome.receiptIds;
    assert.ok(yielded !== undefined && waiting !== undefined);
    assert.equal(chain.stored.outcome(yielded), null);

    const { height } = mine.network;
    mine.scheduler.pass(YIELD_BLOCKS * HEARTBEAT_MS);
    assert.ok(mine.network.height - height < YIELD_BLOCKS + 10, 'about one block a heartbeat');
    assert.equal(chain.stored.outcome(yielded)?.outcome.status.kind, 'SuccessValue');
    assert.equal(chain.stored.outcome(waiting)?.outcome.status.kind, 'SuccessValue');
    assert.ok(mine.finalHeight >= (mine.busyHeights().at(-1) as number));
  });
});

describe('validators whose keys the node does not have', () => {
  const STAKES = { ingrid: 30_000_000n * NEAR, victor: 20_000_000n * NEAR };

  it('are waited for neither by blocks nor by chunks', () => {
    const config = { ...FORGIVING, epochLength: 10 };
    const mine = new Mine('auto', { stakes: STAKES, silent: ['victor'], config });
    for (const account of ['alice', 'kate', 'zoe']) {
      mine.submit(mine.network.sign(account, 'bob', [transfer(NEAR)]));
    }
    mine.scheduler.giveTurns();
    const included = () =>
      mine.blocks.flatMap(({ built }) =>
        built.newChunks.flatMap((chunk) => chunk?.transactions ?? []),
      ).length;
    assert.equal(included(), 2, 'the shard of the silent one takes nothing');
    const heights = mine.blocks.map(({ built }) => built.block.header.lite.height);
    assert.ok((heights.at(-1) as number) > heights.length, 'heights were left out');

    mine.scheduler.pass(40 * HEARTBEAT_MS);
    assert.equal(included(), 3, 'after it was kicked out');
    assert.ok(mine.finalHeight >= (mine.busyHeights().at(-1) as number));
  });

  it('cannot run a chain alone', () => {
    const mine = new Mine('manual', { stakes: STAKES, silent: ['victor', 'ingrid', ROOT] });
    assert.throws(() => mine.miner.mine(), { code: 'chain_halted' });
    assert.equal(mine.miner.halted?.code, 'no_producer');
  });

  it('may join at any time', () => {
    const config = { ...FORGIVING, epochLength: 10 };
    const mine = new Mine({ heartbeatMs: HEARTBEAT_MS }, { silent: [RICH], config });
    const publicKey = secretToPublic(secretOf(RICH));
    const stake: Action = { kind: 'Stake', value: { stake: 40_000_000n * NEAR, publicKey } };
    mine.submit(mine.network.sign(RICH, RICH, [stake]));
    mine.scheduler.pass(60 * HEARTBEAT_MS);
    const missing = mine.blocks.filter(({ built }) => built.newChunks.includes(null));
    assert.ok(missing.length > 5, 'it produces no chunks');
    const { epochs, head } = mine.network.chain;
    const { info } = epochs.epoch(epochs.epochIdAfter(head.hash));
    assert.deepEqual(
      info.validators.map(({ accountId }) => accountId),
      [ROOT],
    );
  });
});
