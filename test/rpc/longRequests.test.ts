// Requests of many parts: a batch and a long list of searches share the thread in turns, which the
// test grants, and a repeated part is not computed again.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EventLoopTurns } from '../../src/base/scheduling/eventLoopTurns.ts';
import type { RpcContext, RpcLimits } from '../../src/rpc/core/context.ts';
import { changes } from '../../src/rpc/methods/changes.ts';
import { answerBatch } from '../../src/rpc/service/batch.ts';
import type { KeyChanges } from '../../src/types/stateChange.ts';
import { settle } from './support/eventListener.ts';
import { createGenesisContext } from './support/genesisContext.ts';

/** Grants turns until none is requested; `inTurn` is called in each. */
async function giveTurns(due: (() => void)[], inTurn: () => void): Promise<void> {
  for (let turn = due.shift(); turn !== undefined; turn = due.shift()) {
    turn();
    await settle();
    inTurn();
  }
}

test('however many send batches, a turn of the event loop processes one entry', async () => {
  const { limits, epochs } = createGenesisContext();
  const due: (() => void)[] = [];
  const turns = new EventLoopTurns((callback) => due.push(callback));
  const entries = Array.from({ length: 30 }, (_, id) => ({ jsonrpc: '2.0', id, method: 'block' }));
  let answered = 0;
  const batches = Array.from({ length: 5 }, () =>
    answerBatch(
      { entries, hasTrailing: false },
      { limits, turns, epochs },
      async () => `${answered++}`,
    ),
  );
  let before = 0;
  await giveTurns(due, () => {
    assert.ok(answered - before <= 1, `${answered - before} entries in a turn`);
    before = answered;
  });
  await Promise.all(batches);
  assert.equal(answered, 5 * 30);
});

/** The current values of all accounts, and the number of reads from the chain. */
function createChangedContext(limits: Partial<RpcLimits> = {}) {
  const context = createGenesisContext();
  const asked = { count: 0 };
  const stateChanges = (_block: Uint8Array, key: Uint8Array): KeyChanges[] => {
    asked.count++;
    return [{ key, changes: [{ cause: { kind: 'InitialState' }, value: null }] }];
  };
  const chain = new Proxy(context.chain, {
    get: (target, name) => {
      if (name === 'stateChanges') return stateChanges;
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const due: (() => void)[] = [];
  const turns = new EventLoopTurns((callback) => due.push(callback));
  const merged = { ...context, chain, limits: { ...context.limits, ...limits } };
  return { context: merged, asked, due, turns };
}

async function ask(
  { context, turns }: { context: RpcContext; turns: EventLoopTurns },
  accountIds: string[],
) {
  const params = {
    changes_type: 'account_changes',
    finality: 'optimistic',
    account_ids: accountIds,
  };
  const parts = {
    turns,
    pendingWaits: null as never,
    indexerPlaces: null as never,
    showsSecrets: false,
    source: '',
    onGone: undefined,
  };
  return changes.prepare(params, 'root').run({ ...context, ...parts });
}

test('changes of many accounts are searched for in several turns', async () => {
  const changed = createChangedContext();
  const accountIds = Array.from({ length: 1_000 }, (_, index) => `account${index}.near`);
  const answer = ask(changed, accountIds);
  let before = changed.asked.count;
  await giveTurns(changed.due, () => {
    assert.ok(changed.asked.count - before <= 64);
    before = changed.asked.count;
  });
  const shown: { change: { account_id: string } }[] = JSON.parse(await answer).changes;
  assert.deepEqual(
    shown.map(({ change }) => change.account_id),
    accountIds,
  );
});

test('an account that is named again is listed again, but searched for once', async () => {
  const changed = createChangedContext();
  const answer = ask(
    changed,
    ['a', 'bb', 'a', 'a'].map((name) => `${name}.near`),
  );
  const shown: unknown[] = JSON.parse(await answer).changes;
  assert.equal(shown.length, 4);
  assert.deepEqual(shown[0], shown[3]);
  assert.equal(changed.asked.count, 2);
});

test('changes are not gathered beyond the maximum length of a response', async () => {
  const changed = createChangedContext({ answerBytesMax: 2_000 });
  const answer = ask(
    changed,
    Array.from({ length: 60 }, (_, index) => `account${index}.near`),
  );
  await assert.rejects(answer, { code: 'answer_too_long' });
  assert.ok(changed.asked.count < 30, `${changed.asked.count} searches`);
});
