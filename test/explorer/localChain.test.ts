// What the page of a local chain works with: names and places of snapshots, mining modes in words,
// and the actions of its forms.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  callAction,
  createActions,
  deployAction,
  parentOf,
} from '../../explorer/chain/sendActions.ts';
import { layOutSnapshots } from '../../explorer/chain/snapshotLine.ts';
import {
  NAME_LENGTH_MAX,
  nameOf,
  parseNames,
  pruneNames,
  renameSnapshot,
} from '../../explorer/chain/snapshotNames.ts';
import { describeMining, explainMining, kindOfMining } from '../../explorer/format/mining.ts';
import { formatTime, msToNanos, nanosToMs } from '../../explorer/format/times.ts';

const snapshot = (id: number, height: number) => ({ id, height });

test('names of snapshots are those of this browser, or numbers', () => {
  const names = parseNames('{"1@12":"deployed"}');
  assert.equal(nameOf(names, snapshot(1, 12)), 'deployed');
  assert.equal(nameOf(names, snapshot(1, 13)), 'Snapshot 1', 'another chain had that one');
  assert.deepEqual(pruneNames(names, [snapshot(2, 12)]), {});
  assert.deepEqual(pruneNames(names, [snapshot(1, 12)]), names);
  const renamed = renameSnapshot(names, snapshot(2, 20), ' later ');
  assert.deepEqual(renamed, { '1@12': 'deployed', '2@20': 'later' });
  assert.deepEqual(renameSnapshot(renamed, snapshot(1, 12), ''), { '2@20': 'later' });
});

test('stored names that are something else are dropped, and all are bounded', () => {
  for (const text of [null, '', 'null', '7', '[1]', '{"1@1":5}', '{"a":{"b":1}}', '{']) {
    assert.deepEqual(parseNames(text), {}, `${text}`);
  }
  const many = Object.fromEntries(
    Array.from({ length: 80 }, (_, at) => [`${at}@1`, 'n'.repeat(99)]),
  );
  const parsed = parseNames(JSON.stringify(many));
  assert.equal(Object.keys(parsed).length, 50);
  for (const name of Object.values(parsed)) assert.equal(name.length, NAME_LENGTH_MAX);
});

test('snapshots stand at equal distances between genesis and now', () => {
  const { points, left, right, hidden } = layOutSnapshots([snapshot(1, 3), snapshot(2, 900)]);
  const xs = [left, ...points.map(({ x }) => x), right];
  const steps = xs.slice(1).map((x, at) => x - (xs[at] as number));
  for (const step of steps) assert.ok(Math.abs(step - (steps[0] as number)) < 1e-9);
  assert.equal(hidden, 0);
  const many = layOutSnapshots(Array.from({ length: 60 }, (_, at) => snapshot(at + 1, at)));
  assert.equal(many.points.length, 50);
  assert.equal(many.points.at(-1)?.snapshot.id, 60, 'the newest are drawn');
  assert.equal(many.hidden, 10);
});

test('mining modes in words', () => {
  const cases: [mode: string, kind: string, words: string, sentence: RegExp][] = [
    ['auto', 'auto', 'on transaction', /when a transaction arrives, and now and then/],
    ['auto:2000', 'auto', 'on transaction', /every 2 s without one/],
    ['interval:2000', 'interval', 'every 2 s', /every 2 s, also without/],
    ['interval:250', 'interval', 'every 250 ms', /every 250 ms/],
    ['manual', 'manual', 'by hand', /only when you ask/],
  ];
  for (const [mode, kind, words, sentence] of cases) {
    assert.equal(kindOfMining(mode), kind);
    assert.equal(describeMining(mode), words);
    assert.match(explainMining(mode), sentence);
  }
});

test('the parent of a name is what may create it', () => {
  const cases: [name: string, parent: string | null][] = [
    ['shop.alice.test.near', 'alice.test.near'],
    ['alice.near', 'near'],
    ['near', null],
    ['.near', null],
    ['near.', null],
    ['', null],
  ];
  for (const [name, parent] of cases) assert.equal(parentOf(name), parent, name);
});

test('forms become actions with exact amounts', () => {
  const deposit = 10n ** 26n + 1n;
  assert.deepEqual(createActions(deposit, 'ed25519:key'), [
    'CreateAccount',
    { Transfer: { deposit: '100000000000000000000000001' } },
    {
      AddKey: {
        public_key: 'ed25519:key',
        access_key: { nonce: 0, permission: 'FullAccess' },
      },
    },
  ]);
  assert.equal(createActions(deposit, undefined).length, 2);
  assert.deepEqual(callAction({ method: 'run', args: '{"a":"ä"}', tgas: 1.5, deposit: 1n }), {
    FunctionCall: {
      method_name: 'run',
      args: Buffer.from('{"a":"ä"}').toString('base64'),
      gas: 1_500_000_000_000,
      deposit: '1',
    },
  });
  assert.deepEqual(deployAction(Uint8Array.of(0, 97, 115, 109)), {
    DeployContract: { code: 'AGFzbQ==' },
  });
});

test('a time of the browser becomes nanoseconds and back', () => {
  const ms = new Date(2026, 11, 1, 10, 20).getTime();
  assert.equal(nanosToMs(msToNanos(ms)), ms);
  assert.equal(formatTime(msToNanos(ms)), '2026-12-01 10:20:00.000');
});
