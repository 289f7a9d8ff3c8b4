// The progress line: rewritten on a terminal, occasional lines elsewhere, and nothing left behind.
// The test controls the clock.

import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import { createProgress } from '../../src/process/progress.ts';

function create(isTTY: boolean) {
  const written: string[] = [];
  const output = { isTTY, write: (text: string) => written.push(text) > 0 };
  const progress = createProgress('replaying', output as typeof process.stderr);
  return { progress, read: () => written.join('') };
}

let nowMs = 0;
beforeEach(() => {
  nowMs = 1_000;
  mock.method(performance, 'now', () => nowMs);
});
afterEach(() => mock.restoreAll());

describe('progress', () => {
  it('rewrites its line on a terminal, ten times a second at most', () => {
    const { progress, read } = create(true);
    progress.step('height 1');
    assert.equal(read(), '');
    nowMs += 100;
    progress.step('height 2');
    assert.equal(read(), '\r\x1b[Kreplaying: height 2, 20 blocks a second');
    progress.step('height 3');
    nowMs += 99;
    progress.step('height 4');
    assert.equal(read().split('\r').length, 2);
    progress.end();
    assert.ok(read().endsWith('\r\x1b[K'), 'the line is gone');
  });

  it('writes whole lines elsewhere, one in five seconds', () => {
    const { progress, read } = create(false);
    for (let height = 1; height <= 100; height++) {
      nowMs += 100;
      progress.step(`height ${height}`);
    }
    progress.end();
    assert.deepEqual(read().split('\n'), [
      'replaying: height 50, 10 blocks a second',
      'replaying: height 100, 10 blocks a second',
      '',
    ]);
  });
});
