// Waiting for blocks: which block wakes which wait, in how many turns, and how waits end. Nothing
// is left of a wait that is over.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RpcContext } from '../../../src/rpc/core/context.ts';
import { PendingWaits, WOKEN_PER_TURN } from '../../../src/rpc/core/pendingWaits.ts';
import { createFakeContext } from '../support/fakeContext.ts';
import { settle } from '../support/growingChain.ts';

/** Pending waits for which the test announces blocks and moves time. */
function createStage() {
  const listeners = new Set<() => void>();
  const timers = new Set<() => void>();
  let parked = 0;
  const context = createFakeContext({
    onBlock: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    timer: (callback) => {
      timers.add(callback);
      return () => timers.delete(callback);
    },
  });
  const changeWaits = (change: number) => {
    parked += change;
  };
  const source: RpcContext = {
    ...context,
    limits: { ...context.limits, waitsMax: 4 * WOKEN_PER_TURN },
    metrics: { ...context.metrics, changeWaits },
  };
  return {
    pendingWaits: new PendingWaits(source),
    announceBlock: () => {
      for (const listener of [...listeners]) listener();
    },
    passTime: () => {
      for (const fire of [...timers]) fire();
    },
    /** Everything that a wait could leave behind. */
    left: () => [listeners.size, timers.size, parked],
  };
}

/** Gives the waits that are due another turn. */
async function passTurn(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  await settle();
}

test('a step is done at once and after each block, until it has a result', async () => {
  const { pendingWaits, announceBlock, left } = createStage();
  let steps = 0;
  const answer = pendingWaits.poll(async () => (++steps === 3 ? 'answer' : null));
  for (const expected of [1, 2, 3]) {
    await settle();
    assert.equal(steps, expected);
    announceBlock();
  }
  assert.equal(await answer, 'answer');
  assert.deepEqual(left(), [0, 0, 0]);
});

test('a block that comes during a step is not missed', async () => {
  const { pendingWaits, announceBlock } = createStage();
  let steps = 0;
  const answer = pendingWaits.poll(async () => {
    steps++;
    if (steps === 1) announceBlock();
    return steps === 2 ? 'answer' : null;
  });
  assert.equal(await answer, 'answer');
});

test('many are woken in order of arrival, some in each turn', async () => {
  const { pendingWaits, announceBlock, left } = createStage();
  const count = 3 * WOKEN_PER_TURN;
  const woken: number[] = [];
  let isThere = false;
  const answers = Array.from({ length: count }, (_, i) =>
    pendingWaits.poll(async () => {
      if (!isThere) return null;
      woken.push(i);
      return i;
    }),
  );
  await settle();
  isThere = true;
  announceBlock();
  for (let turn = 1; turn <= 3; turn++) {
    await settle();
    assert.equal(woken.length, turn * WOKEN_PER_TURN);
    await passTurn();
  }
  const all = [...Array(count).keys()];
  assert.deepEqual(woken, all);
  assert.deepEqual(await Promise.all(answers), all);
  assert.deepEqual(left(), [0, 0, 0]);
});

test('a block that arrives while waits are being woken wakes all of them once more', async () => {
  const { pendingWaits, announceBlock } = createStage();
  const count = 2 * WOKEN_PER_TURN;
  let blocks = 0;
  const seen: number[] = [];
  const waits = Array.from({ length: count }, (_, i) =>
    pendingWaits.poll(async () => {
      seen[i] = blocks;
      return blocks === 2 ? i : null;
    }),
  );
  await settle();
  for (let i = 0; i < 2; i++) {
    blocks++;
    announceBlock();
    await settle();
  }
  await Promise.all(waits);
  assert.deepEqual(new Set(seen), new Set([2]));
});

test('a timeout ends a wait, also in the middle of a step', async () => {
  const { pendingWaits, passTime, left } = createStage();
  const waits = [
    pendingWaits.poll(async () => null),
    pendingWaits.poll(() => new Promise<null>(() => {})),
  ];
  await settle();
  passTime();
  assert.deepEqual(await Promise.all(waits), [null, null]);
  assert.deepEqual(left(), [0, 0, 0]);
});

test('closing ends all waits, those that are due, and those that start later', async () => {
  const { pendingWaits, announceBlock, left } = createStage();
  let steps = 0;
  const step = async () => {
    steps++;
    return null;
  };
  const waits = Array.from({ length: 2 * WOKEN_PER_TURN }, () => pendingWaits.poll(step));
  await settle();
  announceBlock();
  pendingWaits.close();
  assert.deepEqual(new Set(await Promise.all(waits)), new Set([null]));
  assert.equal(await pendingWaits.poll(step), null);
  const before = steps;
  await passTurn();
  assert.equal(steps, before);
  assert.deepEqual(left(), [0, 0, 0]);
});

test('a step that fails ends its wait', async () => {
  const { pendingWaits, left } = createStage();
  await assert.rejects(
    pendingWaits.poll(async () => {
      throw new Error('a fault');
    }),
    /a fault/,
  );
  assert.deepEqual(left(), [0, 0, 0]);
});
