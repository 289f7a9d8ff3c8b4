// The last line of a terminal, drawn twice a second while blocks come, and until their rate is 0.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StatusLine } from '../../../src/node/logs/statusLine.ts';

function createStatus(isInteractive = true) {
  const shown: string[] = [];
  let nowMs = 0;
  let due: (() => void) | null = null;
  const status = new StatusLine({
    terminal: { isInteractive, showStatus: (text) => void shown.push(text) },
    height: 7,
    nowMs: () => nowMs,
    timer: (callback) => {
      due = callback;
      return () => {
        due = null;
      };
    },
  });
  const pass = (ms: number) => {
    nowMs += ms;
    const callback = due;
    due = null;
    callback?.();
    return due !== null;
  };
  return { status, shown, pass };
}

test('height, rate and counts', () => {
  const { status, shown, pass } = createStatus();
  status.onBlock(8, 2);
  status.onBlock(9, 1);
  status.onRefused();
  assert.deepEqual(shown, ['height 7 · 0.0 blocks/s · 0 transactions'], 'drawn later');
  assert.ok(pass(500), 'drawn again while there is a rate');
  assert.equal(shown.at(-1), 'height 9 · 0.4 blocks/s · 3 transactions · 1 refused');
  assert.ok(!pass(6_000), 'and no longer when there is none');
  assert.equal(shown.at(-1), 'height 9 · 0.0 blocks/s · 3 transactions · 1 refused');
  status.end();
  assert.equal(shown.at(-1), '');
});

test('more blocks than are kept: the rate is theirs', () => {
  const { status, shown, pass } = createStatus();
  for (let height = 0; height < 4_000; height++) status.onBlock(height, 0);
  pass(500);
  assert.equal(shown.at(-1), 'height 3999 · 2000.0 blocks/s · 0 transactions');
});

test('nothing is due where there is no terminal', () => {
  const { status, pass } = createStatus(false);
  status.onBlock(8, 1);
  assert.ok(!pass(500));
});
