// The progress line of a follower, with a clock that the test moves.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FollowProgress } from '../../../src/node/follow/followProgress.ts';

const CHECKS = { isExecuting: false, computesEpochs: true };

function createProgress(isTTY: boolean) {
  const lines: string[] = [];
  const clock = { ms: 0 };
  const output = { isTTY, write: (text: string) => lines.push(text) };
  return { lines, clock, progress: new FollowProgress(output, () => clock.ms, CHECKS) };
}

test('height, pace and remaining time are printed from time to time', () => {
  const { lines, clock, progress } = createProgress(false);
  progress.target = 1_000;
  for (let height = 1; height <= 60; height++) {
    clock.ms += 100;
    progress.step(height);
  }
  assert.deepEqual(lines, ['checking: height 50 of 1000, 10 blocks a second, 95 s left\n']);
});

test('one line when it has caught up, and none after it', () => {
  const { lines, clock, progress } = createProgress(false);
  progress.target = 10;
  for (let height = 1; height <= 100; height++) {
    clock.ms += 1_000;
    progress.step(height);
  }
  const caughtUp = lines.filter((line) => line.startsWith('caught up'));
  assert.deepEqual(caughtUp, ['caught up at height 5\n']);
  assert.equal(lines.at(-1), 'caught up at height 5\n');
});

test('a terminal has one line that is rewritten', () => {
  const { lines, clock, progress } = createProgress(true);
  for (let height = 1; height <= 4; height++) {
    clock.ms += 250;
    progress.step(height);
  }
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
  const { lines, clock, progress } = createProgress(false);
  progress.target = 100_000;
  clock.ms += 6_000;
  progress.step(1);
  assert.match(lines[0] ?? '', /, 167 h left\n$/);
});
