// Arguments of controls that no compiler has checked: each is refused before it reaches the chain,
// so one node can be tested with all of them.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createNode, type PerigeeNode } from '../../src/index.ts';

const ALICE = 'alice.test.near';
const BOB = 'bob.test.near';

let node: PerigeeNode;

before(async () => {
  node = await createNode({ mining: 'manual' });
});

after(() => node.stop());

const REFUSED: readonly (readonly [string, ...unknown[]])[] = [
  ['setBalance', ALICE, 5],
  ['setBalance', ALICE, 'abc'],
  ['setBalance', ALICE, -5n],
  ['setBalance', ALICE, 1n << 128n],
  ['setBalance', ALICE],
  ['setBalance', 'BAD', 1n],
  ['setMining', 'foo'],
  ['setMining', 'interval:0'],
  ['setMining', { intervalMs: 0 }],
  ['setMining', { intervalMs: 1.5 }],
  ['setMining', { heartbeatMs: 5, pace: 1 }],
  ['setMining', {}],
  ['setMining', null],
  ['fastForward', '5'],
  ['fastForward', -1],
  ['mine', -1],
  ['mine', 'x'],
  ['mine', 1.5],
  ['mine', Number.NaN],
  ['setCode', BOB, 'zzz'],
  ['setCode', BOB, 'AGFzbQEAAAA='],
  ['setCode', BOB],
  ['setStorage', BOB, 5, 'value'],
  ['setStorage', BOB, 'key', 5],
  ['setAccessKey', BOB, 'ed25519:x', null],
  ['deleteAccount', 'BAD'],
  ['patchState', 'records'],
  ['patchState', [{ DelayedReceipt: {} }]],
  ['advanceTime', '5'],
  ['advanceTime', -5],
  ['setTime', 'soon'],
  ['setTime', new Date('soon')],
  ['setNextBlockTimestamp', -1n],
  ['revert', '1'],
  ['dropSnapshot', null],
  ['loadState', 'file'],
  ['loadState', { dump: 5 }],
];
test('invalid arguments of controls are refused, and the chain continues', async () => {
  const loose = node as unknown as Record<string, (...given: unknown[]) => Promise<unknown>>;
  for (const [control, ...given] of REFUSED) {
    const call = loose[control]?.apply(node, given);
    await assert.rejects(call ?? Promise.resolve(), { code: 'argument' }, `${control}(${given})`);
  }
  assert.match(await node.dumpState(), /"perigee_state":1/);
});

test('a mining mode is given as text or as an object', async () => {
  const cases = [
    ['auto:100', 'auto:100'],
    [{ heartbeatMs: 200 }, 'auto:200'],
    ['interval:5000', 'interval:5000'],
    [{ intervalMs: 6000 }, 'interval:6000'],
    ['auto', 'auto'],
    ['manual', 'manual'],
  ] as const;
  for (const [given, mining] of cases) {
    await node.setMining(given);
    const shown = await node.rpc('perigee_controls');
    assert.equal(shown.mining, mining);
  }
});
