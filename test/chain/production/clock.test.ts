// The clock of a chain, the time of the next block, and times as text.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { formatTime, parseGenesisTime, TimeError } from '../../../src/base/time.ts';
import { MovableClock } from '../../../src/chain/production/clock.ts';

describe('the clock', () => {
  it('shows real time to the microsecond', () => {
    const clock = new MovableClock(() => 1_700_000_000_000.25);
    assert.equal(clock.now(), 1_700_000_000_000_250_000n);
  });

  it('can be moved', () => {
    let nowMs = 1_000;
    const clock = new MovableClock(() => nowMs);
    clock.advance(5n);
    assert.equal(clock.now(), 1_000_000_005n);
    clock.set(7n);
    assert.equal(clock.now(), 7n);
    nowMs += 1;
    assert.equal(clock.now(), 1_000_007n);
  });

  it("gives a block its own time, always later than its parent's", () => {
    const clock = new MovableClock(() => 1_000);
    assert.equal(clock.nextTimestamp(1n), 1_000_000_000n);
    assert.equal(clock.nextTimestamp(1_000_000_000n), 1_000_000_001n);
    assert.equal(clock.nextTimestamp(9_000_000_000n), 9_000_000_001n);
  });

  it('gives the next block a wanted time, and continues from there', () => {
    const clock = new MovableClock(() => 1_000);
    const { setting } = clock;
    clock.setNext(5_000_000_000n);
    assert.equal(clock.nextTimestamp(1n), 5_000_000_000n);
    assert.equal(clock.nextTimestamp(1n), 5_000_000_000n, 'no block used it');
    clock.onBlock();
    assert.equal(clock.now(), 5_000_000_000n);
    clock.restore(setting);
    assert.equal(clock.now(), 1_000_000_000n);
  });

  it('goes back to what it showed, however long ago that was', () => {
    let ms = 1_000;
    const clock = new MovableClock(() => ms);
    clock.advance(7n);
    const { setting } = clock;
    ms += 5_000;
    clock.restore(setting);
    assert.equal(clock.now(), 1_000_000_007n);
    ms += 1;
    assert.equal(clock.now(), 1_001_000_007n);
    clock.reset();
    assert.equal(clock.now(), 6_001_000_000n);
  });

  it('starts at the newest block if that is ahead of real time', () => {
    const clock = new MovableClock(() => 1_000);
    clock.beginAt(3n);
    assert.equal(clock.now(), 1_000_000_000n);
    clock.beginAt(9_000_000_000n);
    assert.equal(clock.now(), 9_000_000_000n);
  });
});

describe('times as text', () => {
  const TIMES: readonly [text: string, nanoseconds: bigint][] = [
    ['1970-01-01T00:00:00Z', 0n],
    ['2026-11-15T12:00:00.5Z', 1_794_744_000_500_000_000n],
    ['2026-11-15T12:00:00.123456789Z', 1_794_744_000_123_456_789n],
    ['2026-11-15T14:00:00+02:00', 1_794_744_000_000_000_000n],
  ];
  for (const [text, nanoseconds] of TIMES) {
    it(text, () => assert.equal(parseGenesisTime(text), nanoseconds));
  }

  for (const text of ['', 'now', '2026-11-15', '2026-11-15T12:00:00', '2026-13-01T00:00:00Z']) {
    it(`refuses "${text}"`, () => assert.throws(() => parseGenesisTime(text), TimeError));
  }

  it('always prints nine digits', () => {
    assert.equal(formatTime(1_794_744_000_000_000_001n), '2026-11-15T12:00:00.000000001Z');
    assert.equal(formatTime(0n), '1970-01-01T00:00:00.000000000Z');
  });
});
