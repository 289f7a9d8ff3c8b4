// The progress of a follower on standard error: height, blocks per second, and what remains until
// it has caught up with its source. On a terminal one line is rewritten in place; elsewhere a line
// is printed now and then, and logged with its numbers as fields.

import { describeChecks, type FollowChecks } from './followChecks.ts';
import type { FollowPace } from './followPace.ts';

const TERMINAL_EVERY_MS = 200;
const PLAIN_EVERY_MS = 5_000;
/** A follower within this many blocks of the newest one has caught up. */
const NEAR_BLOCKS = 5;

interface ProgressParts {
  readonly output: { readonly isTTY?: boolean; write(text: string): unknown };
  /** Monotonic milliseconds. */
  readonly now: () => number;
  readonly pace: FollowPace;
  readonly checks: FollowChecks;
  /** Called with the numbers of a line that is printed. */
  log(fields: Readonly<Record<string, number | null>>): void;
}

export class FollowProgress {
  readonly #parts: ProgressParts;
  #blocks = 0;
  #shownMs: number;
  #isCaughtUp = false;

  constructor(parts: ProgressParts) {
    this.#parts = parts;
    this.#shownMs = parts.now();
  }

  /** Called after each stored block, and after the pace has counted it. */
  step(): void {
    const { now } = this.#parts;
    const nowMs = now();
    this.#blocks += 1;
    this.#noteCaughtUp();
    // After catching up, progress is only shown where a line can be rewritten.
    if (this.#isCaughtUp && !this.#isTerminal) return;
    const everyMs = this.#isTerminal ? TERMINAL_EVERY_MS : PLAIN_EVERY_MS;
    if (nowMs - this.#shownMs < everyMs) return;
    this.#shownMs = nowMs;
    this.#show();
  }

  /** Prints what was stored, and how far it was verified. */
  end(): void {
    const { output, checks, pace } = this.#parts;
    this.#clearLine();
    if (this.#blocks === 0) return;
    const blocks = this.#blocks === 1 ? '1 block' : `${this.#blocks} blocks`;
    output.write(`stored ${blocks} up to height ${pace.height}: ${describeChecks(checks)}\n`);
  }

  get #isTerminal(): boolean {
    return this.#parts.output.isTTY === true;
  }

  #clearLine(): void {
    if (this.#isTerminal) this.#parts.output.write('\r\x1b[K');
  }

  #noteCaughtUp(): void {
    const { output, pace } = this.#parts;
    const { target, height } = pace;
    if (this.#isCaughtUp || target === null || height + NEAR_BLOCKS < target) return;
    this.#isCaughtUp = true;
    this.#clearLine();
    output.write(`caught up at height ${height}\n`);
  }

  #describe(): string {
    const { height, target, blocksPerSecond, blocksLeft, secondsLeft } = this.#parts.pace;
    const does = this.#parts.checks.isExecuting ? 'executing' : 'checking';
    const pace = `${formatPace(blocksPerSecond)} blocks a second`;
    if (this.#isCaughtUp || blocksLeft === 0) return `${does}: height ${height}, ${pace}`;
    const left = `${blocksLeft} blocks left, ${formatTime(secondsLeft)}`;
    return `${does}: height ${height} of ${target}, ${pace}, ${left}`;
  }

  #show(): void {
    const { output, pace, log } = this.#parts;
    output.write(this.#isTerminal ? `\r\x1b[K${this.#describe()}` : `${this.#describe()}\n`);
    if (this.#isTerminal) return;
    const { height, target, blocksPerSecond, blocksLeft, secondsLeft } = pace;
    log({
      height,
      target,
      blocks_per_second: Number(blocksPerSecond.toFixed(1)),
      blocks_left: blocksLeft,
      seconds_left: Math.ceil(secondsLeft),
    });
  }
}

function formatPace(pace: number): string {
  return pace >= 10 ? String(Math.round(pace)) : pace.toFixed(1);
}

function formatTime(seconds: number): string {
  if (seconds < 120) return `${Math.ceil(seconds)} s`;
  if (seconds < 7200) return `${Math.round(seconds / 60)} min`;
  return `${Math.round(seconds / 3600)} h`;
}
