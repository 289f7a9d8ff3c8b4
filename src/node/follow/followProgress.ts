// The progress of a follower: height, blocks per second, and the time until it has caught up with
// its source. Written as a line to standard error: rewritten in place on a terminal, printed now
// and then elsewhere.

import { describeChecks, type FollowChecks } from './followChecks.ts';

const TERMINAL_EVERY_MS = 200;
const PLAIN_EVERY_MS = 5_000;
/** The pace is measured over roughly this time. */
const WINDOW_MS = 10_000;
/** A follower within this many blocks of the newest one has caught up. */
const NEAR_BLOCKS = 5;

interface ProgressOutput {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

export class FollowProgress {
  readonly #output: ProgressOutput;
  readonly #now: () => number;
  readonly #checks: FollowChecks;
  #blocks = 0;
  #lastHeight = 0;
  #windowStartMs: number;
  #windowBlocks = 0;
  #pace = 0;
  #shownMs: number;
  #target: number | null = null;
  #isCaughtUp = false;

  constructor(output: ProgressOutput, now: () => number, checks: FollowChecks) {
    this.#output = output;
    this.#checks = checks;
    this.#now = now;
    this.#windowStartMs = now();
    this.#shownMs = now();
  }

  /** The newest block of the source. */
  set target(height: number | null) {
    this.#target = height;
  }

  step(height: number): void {
    const nowMs = this.#now();
    this.#blocks += 1;
    this.#lastHeight = height;
    this.#windowBlocks += 1;
    const windowMs = nowMs - this.#windowStartMs;
    if (windowMs > 0) this.#pace = (this.#windowBlocks * 1000) / windowMs;
    if (windowMs > WINDOW_MS) {
      this.#windowStartMs = nowMs;
      this.#windowBlocks = 0;
    }
    this.#noteCaughtUp(height);
    // After catching up, progress is only shown where a line can be rewritten.
    if (this.#isCaughtUp && this.#output.isTTY !== true) return;
    const everyMs = this.#output.isTTY === true ? TERMINAL_EVERY_MS : PLAIN_EVERY_MS;
    if (nowMs - this.#shownMs < everyMs) return;
    this.#shownMs = nowMs;
    this.#show(this.#describe(height));
  }

  /** Prints what was stored, and how far it was verified. */
  end(): void {
    this.#clearLine();
    if (this.#blocks === 0) return;
    const blocks = this.#blocks === 1 ? '1 block' : `${this.#blocks} blocks`;
    const checks = describeChecks(this.#checks);
    this.#output.write(`stored ${blocks} up to height ${this.#lastHeight}: ${checks}\n`);
  }

  #clearLine(): void {
    if (this.#output.isTTY === true) this.#output.write('\r\x1b[K');
  }

  #noteCaughtUp(height: number): void {
    if (this.#isCaughtUp || this.#target === null || height + NEAR_BLOCKS < this.#target) return;
    this.#isCaughtUp = true;
    this.#clearLine();
    this.#output.write(`caught up at height ${height}\n`);
  }

  #describe(height: number): string {
    const target = this.#target;
    const goal = target !== null && target > height ? ` of ${target}` : '';
    const blocks = target === null ? 0 : Math.max(0, target - height);
    const left = this.#isCaughtUp || goal === '' ? '' : `, ${formatTime(blocks / this.#pace)} left`;
    const does = this.#checks.isExecuting ? 'executing' : 'checking';
    return `${does}: height ${height}${goal}, ${formatPace(this.#pace)} blocks a second${left}`;
  }

  #show(line: string): void {
    this.#output.write(this.#output.isTTY === true ? `\r\x1b[K${line}` : `${line}\n`);
  }
}

function formatPace(pace: number): string {
  return pace >= 10 ? String(Math.round(pace)) : pace.toFixed(1);
}

function formatTime(seconds: number): string {
  if (!Number.isFinite(seconds)) return 'an unknown time';
  if (seconds < 120) return `${Math.ceil(seconds)} s`;
  if (seconds < 7200) return `${Math.round(seconds / 60)} min`;
  return `${Math.round(seconds / 3600)} h`;
}
