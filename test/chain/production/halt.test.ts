// Chains that cannot produce their next block: what halts them, what does not, and how they resume.
// The chain is a real one whose contracts or store fail when the test wants it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PerigeeError } from '../../../src/base/errors.ts';
import { Controls } from '../../../src/chain/controls/controls.ts';
import {
  TransactionPool,
  type WaitingTransactions,
} from '../../../src/chain/mempool/transactionPool.ts';
import { MovableClock } from '../../../src/chain/production/clock.ts';
import type { Halt } from '../../../src/chain/production/halt.ts';
import { Miner, type MiningMode } from '../../../src/chain/production/mining.ts';
import { Producer } from '../../../src/chain/production/producer.ts';
import { HaltView, haltToView } from '../../../src/rpc/core/health.ts';
import type { HashedTransaction } from '../../../src/types/transaction.ts';
import { NEAR, RICH, TestNetwork, transfer } from '../../support/testNetwork.ts';
import { FakeScheduler } from '../fakeScheduler.ts';

const DELAY_MS = 2_000;

/** A producer whose blocks fail while the test wants it. */
class FailingProducer extends Producer {
  failure: ((waiting: number) => Error | null) | null = null;
  readonly pool: WaitingTransactions;

  constructor(parts: ConstructorParameters<typeof Producer>[0]) {
    super(parts);
    this.pool = parts.pool;
  }

  override produceBlock(...wishes: Parameters<Producer['produceBlock']>) {
    const error = this.failure?.(this.pool.size) ?? null;
    if (error !== null) throw error;
    return super.produceBlock(...wishes);
  }
}

class HaltingChain {
  readonly network = new TestNetwork({});
  readonly scheduler = new FakeScheduler();
  readonly halts: (Halt | null)[] = [];
  readonly dropped: number[] = [];
  readonly producer: FailingProducer;
  readonly miner: Miner;
  readonly controls: Controls;

  constructor(mode: MiningMode) {
    const { chain, authority, genesis } = this.network;
    const { scheduler } = this;
    const clock = new MovableClock(() => 1_800_000_000_000 + scheduler.nowMs);
    const pool = new TransactionPool({ bytesMax: 1_000_000 });
    this.producer = new FailingProducer({ chain, pool, authority, clock });
    const { producer } = this;
    this.miner = new Miner({
      producer,
      mode,
      scheduler,
      onBlock: () => {},
      onHalt: (halt) => void this.halts.push(halt),
      onDrop: (count) => void this.dropped.push(count),
    });
    const { miner } = this;
    const onRevert = () => {};
    const skippedHeightNs = 1n;
    const soon = { ...scheduler, soon: (task: () => void) => void setImmediate(task) };
    const after = () => () => {};
    this.controls = new Controls({
      ...{ producer, miner, clock, genesis, skippedHeightNs, onRevert },
      scheduler: { soon: soon.soon, after },
    });
    miner.start();
    scheduler.giveTurns();
    scheduler.pass(3 * DELAY_MS);
  }

  get height(): number {
    return this.network.chain.head.block.header.lite.height;
  }

  send(transaction = this.network.sign(RICH, 'bob', [transfer(NEAR)])): HashedTransaction {
    assert.deepEqual(this.producer.submit(transaction), { kind: 'admitted' });
    this.miner.wake();
    this.scheduler.giveTurns();
    return transaction;
  }
}

const broken = (): Error => new Error('assertion failed: something of ours');
const full = (): Error => new PerigeeError({ code: 'store_full' }, 'the disk is full');

test('a block that fails by itself halts the chain until blocks are reverted', async () => {
  const chain = new HaltingChain({ heartbeatMs: DELAY_MS });
  const { height } = chain;
  assert.ok(height > 1);
  chain.producer.failure = broken;
  chain.scheduler.pass(DELAY_MS);
  const { stack = null, ...halt } = chain.miner.halted ?? {};
  assert.deepEqual(halt, {
    height,
    code: 'internal',
    message: 'assertion failed: something of ours',
    detail: 'assertion failed: something of ours',
    isRetried: false,
  });
  assert.match(stack ?? '', /FailingProducer/, 'the log shows where it happened');
  assert.ok(!HaltView.json(haltToView(chain.miner.halted as Halt)).includes('FailingProducer'));
  chain.producer.failure = null;
  chain.scheduler.pass(10 * DELAY_MS);
  chain.miner.retry();
  assert.equal(chain.height, height, 'it does not resume by itself');
  await assert.rejects(chain.controls.run({ kind: 'mine', blocks: 1 }), { code: 'chain_halted' });
  const { halted } = await chain.controls.run({ kind: 'describe' });
  assert.deepEqual(halted, chain.miner.halted);

  assert.deepEqual(await chain.controls.run({ kind: 'revertTo', height: height - 1 }), {
    height: height - 1,
  });
  assert.equal(chain.miner.halted, null);
  chain.scheduler.pass(2 * DELAY_MS);
  assert.ok(chain.height >= height, 'it resumes');
  assert.deepEqual(
    chain.halts.map((halt) => halt?.code ?? null),
    ['internal', null],
  );
});

test('transactions that make a block impossible are dropped, and the chain continues', () => {
  const chain = new HaltingChain('auto');
  const { height } = chain;
  chain.producer.failure = (waiting) => (waiting > 0 ? broken() : null);
  chain.send();
  assert.deepEqual(chain.dropped, [1]);
  assert.equal(chain.miner.halted, null);
  assert.ok(chain.height > height);
  chain.producer.failure = null;
  const sent = chain.send(chain.network.sign(RICH, 'bob', [transfer(2n * NEAR)]));
  assert.notEqual(chain.network.chain.stored.transaction(sent.hash), null);
});

test('a write that the disk refuses is retried, and pending transactions stay', () => {
  const chain = new HaltingChain('auto');
  const { height } = chain;
  chain.producer.failure = full;
  const sent = chain.send();
  assert.equal(chain.miner.halted?.isRetried, true);
  chain.miner.retry();
  assert.equal(chain.height, height, 'not before some time has passed');
  for (let i = 0; i < 3; i++) {
    chain.scheduler.pass(DELAY_MS);
    chain.miner.retry();
  }
  assert.equal(chain.miner.halted?.code, 'store_full');
  assert.equal(chain.halts.length, 1, 'it is reported once');
  chain.producer.failure = null;
  chain.miner.setMode('auto');
  chain.scheduler.pass(DELAY_MS);
  chain.miner.retry();
  chain.scheduler.giveTurns();
  assert.equal(chain.miner.halted, null);
  assert.notEqual(chain.network.chain.stored.transaction(sent.hash), null);
  assert.deepEqual(chain.dropped, []);
});

test('in manual mode a full disk refuses the control, and no block is produced later', async () => {
  const chain = new HaltingChain('manual');
  await chain.controls.run({ kind: 'mine', blocks: 2 });
  chain.producer.failure = full;
  await assert.rejects(chain.controls.run({ kind: 'mine', blocks: 1 }), { code: 'chain_halted' });
  chain.producer.failure = null;
  chain.scheduler.pass(DELAY_MS);
  chain.miner.retry();
  assert.equal(chain.height, 2);
  assert.deepEqual(await chain.controls.run({ kind: 'mine', blocks: 1 }), { height: 3 });
});

test('a patch that makes a block impossible is refused, and halts nothing', async () => {
  const chain = new HaltingChain('manual');
  await chain.controls.run({ kind: 'mine', blocks: 2 });
  chain.producer.failure = broken;
  const patches = [{ kind: 'SetBalance', value: { accountId: 'bob', amount: 1n } }] as const;
  await assert.rejects(chain.controls.run({ kind: 'patchState', patches }), {
    code: 'patch_fault',
  });
  assert.equal(chain.miner.halted, null);
});
