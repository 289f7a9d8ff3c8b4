// What waits for the chain's verdict is bounded in count and bytes, is released when the chain has
// responded, and what does not fit is refused with a cause.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keyFromSeed } from '../../../src/base/crypto/keys.ts';
import { PerigeeError } from '../../../src/base/errors.ts';
import type { Admission } from '../../../src/chain/production/producer.ts';
import { ChainLink } from '../../../src/node/chain/chainLink.ts';
import type { FromChain, ToChain } from '../../../src/node/chain/chainMessages.ts';
import { createTransaction } from '../../support/transactions.ts';

const MIB = 1024 * 1024;

/** A chain that responds when the test wants it. */
class SilentChain extends ChainLink {
  readonly said: ToChain[] = [];

  protected override say(message: ToChain): void {
    this.said.push(message);
  }

  override hear(message: FromChain): void {
    super.hear(message);
  }

  /** The bytes in transit, in messages and before. */
  get postedBytes(): number {
    const admits = this.said.filter((message) => message.kind === 'admit');
    return admits
      .flatMap(({ requests }) => requests)
      .reduce((sum, { transaction }) => sum + transaction.length, 0);
  }

  admitAll(): void {
    const admits = this.said.splice(0).filter((message) => message.kind === 'admit');
    const answers = admits
      .flatMap(({ requests }) => requests)
      .map(({ id }) => ({ id, admission: { kind: 'admitted' } as const }));
    this.hear({ kind: 'admitted', answers });
  }
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

function createLarge(bytes: number, signer = 'alice') {
  const code = new Uint8Array(bytes);
  const actions = [{ kind: 'DeployContract', value: { code } } as const];
  return createTransaction({ actions }, keyFromSeed('ed25519', signer));
}

async function settled(waiting: readonly Promise<Admission>[]): Promise<Admission[]> {
  const done: Admission[] = [];
  for (const one of waiting) void one.then((admission) => done.push(admission));
  await turn();
  return done;
}

test('150 transactions of 7 MB are not all kept for a chain that is busy', async () => {
  const chain = new SilentChain();
  const large = createLarge(7_000_000);
  const waiting = Array.from({ length: 150 }, () =>
    chain.pass({ id: 0, kind: 'submit', transaction: large.bytes, isSigned: true }),
  );
  await turn();
  assert.ok(chain.postedBytes <= 64 * MIB, `${chain.postedBytes} bytes`);
  assert.ok(chain.backlog.bytes <= 64 * MIB);
  const dropped = await settled(waiting);
  assert.equal(dropped.length, 150 - chain.backlog.transactions);
  for (const admission of dropped) {
    assert.equal(admission.kind === 'dropped' && admission.cause, 'queue');
  }
  chain.admitAll();
  assert.deepEqual(chain.backlog, { transactions: 0, bytes: 0, signatures: 0 });
  void chain.submit(large);
  assert.equal(chain.backlog.transactions, 1, 'there is room again');
});

test('one that exceeds the limit alone is sent when nothing else waits', async () => {
  const chain = new SilentChain();
  const huge = createLarge(65 * MIB);
  void chain.submit(huge);
  assert.equal(chain.said.length, 1);
  const [second] = await settled([chain.submit(createTransaction())]);
  assert.equal(second?.kind === 'dropped' && second.cause, 'queue');
});

test('controls are bounded in count and bytes as well', async () => {
  const chain = new SilentChain();
  const dump = 'x'.repeat(40 * MIB);
  void chain.control({ kind: 'loadState', dump });
  await assert.rejects(chain.control({ kind: 'loadState', dump }), { code: 'controls_busy' });
  for (let i = 1; i < 1_024; i++) void chain.control({ kind: 'mine', blocks: 1 });
  await assert.rejects(chain.control({ kind: 'mine', blocks: 1 }), { code: 'controls_busy' });
});

test('a listener that reads a damaged row does not affect other listeners', () => {
  const chain = new SilentChain();
  const damage = new PerigeeError({ code: 'row_damaged' }, 'a row is damaged');
  const heard: string[] = [];
  chain.onBlock(() => {
    throw damage;
  });
  chain.onBlock(() => heard.push('block'));
  const block = {
    kind: 'block',
    height: 1,
    progress: { headHeight: 1, busyHeight: 1, finalHeight: 0 },
    producedMs: 0,
    chunks: 0,
    gasUsed: 0,
    pool: { transactions: 0, bytes: 0 },
    transactions: { hashes: new Uint8Array(), waitedMs: new Float64Array() },
  } as const;
  assert.throws(() => chain.hear(block), damage);
  const failures: unknown[] = [];
  chain.onFailure((error) => failures.push(error));
  chain.hear(block);
  assert.deepEqual(failures, [damage]);
  assert.deepEqual(heard, ['block']);
});
