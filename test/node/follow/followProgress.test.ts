// The progress line of a follower, with a clock that the test moves.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FollowPace } from '../../../src/node/follow/followPace.ts';
import { FollowProgress } from '../../../src/node/follow/followProgress.ts';

const CHECKS = { isExecuting: false, computesEpochs: true };

function createProgress(isTTY: boolean) {
  const lines: string[] = [];
  const logged: unknown[] = [];
  const clock = { ms: 0 };
  const now = () => clock.ms;
  const pace = new FollowPace(now);
  const output = { isTTY, write: (text: string) => lines.push(text) };
  const log = (fields: unknown) => logged.push(fields);
  const progress = new FollowProgress({ output, now, pace, checks: CHECKS, log });
  const step = (height: number, ms: number) => {
    clock.ms += ms;
    pace.step(height);
    progress.step();
  };
  return { lines, logged, pace, progress, step };
}

test('height, pace and remaining time are printed from time to time', () => {
  const { lines, logged, pace, step } = createProgress(false);
  pace.target = 1_000;
  for (let height = 1; height <= 60; height++) step(height, 100);
  assert.deepEqual(lines, [
    'checking: height 50 of 1000, 10 blocks a second, 950 blocks left, 95 s\n',
  ]);
  assert.deepEqual(logged, [
    { height: 50, target: 1_000, blocks_per_second: 10, blocks_left: 950, seconds_left: 95 },
  ]);
});

test('the pace is that of the last seconds, also right after a window has ended', () => {
  const { pace, step } = createProgress(false);
  let height = 0;
  for (let i = 0; i < 500; i++) step(++height, 100);
  assert.equal(Math.round(pace.blocksPerSecond), 10);
  for (let i = 0; i < 2_100; i++) {
    step(++height, 10);
    assert.ok(pace.blocksPerSecond < 101, `${height}: ${pace.blocksPerSecond}`);
  }
  assert.equal(Math.round(pace.blocksPerSecond), 100);
});

test('one line when it has caught up, and none after it', () => {
  const { lines, logged, pace, step } = createProgress(false);
  pace.target = 10;
  for (let height = 1; height <= 100; height++) step(height, 1_000);
  assert.equal(logged.length, 0);
  const caughtUp = lines.filter((line) => line.startsWith('caught up'));
  assert.deepEqual(caughtUp, ['caught up at height 5\n']);
  assert.equal(lines.at(-1), 'caught up at height 5\n');
});

test('a terminal has one line that is rewritten', () => {
  const { lines, logged, progress, step } = createProgress(true);
  for (let height = 1; height <= 4; height++) step(height, 250);
  assert.equal(logged.length, 0);
  progress.end();
  assert.deepEqual(lines, [
    '\r\x1b[Kchecking: height 1, 4.0 blocks a second',
    '\r\x1b[Kchecking: height 2, 4.0 blocks a second',
    '\r\x1b[Kchecking: height 3, 4.0 blocks a second',
    '\r\x1b[Kchecking: height 4, 4.0 blocks a second',
    '\r\x1b[K',
    'stored 4 blocks up to height 4: checked headers, signatures, approvals, roots, transactions ' +
      'and receipts; not checked: failure reasons, gas profiles, state values\n',
  ]);
});

test('long times are printed in minutes and hours', () => {
  const { lines, pace, step } = createProgress(false);
  pace.target = 100_000;
  step(1, 6_000);
  assert.match(lines[0] ?? '', /, 99999 blocks left, 167 h\n$/);
});
