// The last line of a terminal: how far the chain is, what it has executed and refused, and how fast
// blocks come. Bounds: the times of the newest blocks are kept.

import type { Timer } from '../../base/timer.ts';
import { MS_PER_SECOND } from '../../base/units.ts';
import type { Terminal } from '../../telemetry/terminal.ts';

/** The rate is that of the last seconds, or of the newest blocks if they are more. */
const RATE_MS = 5_000;
const TIMES_MAX = 1_000;
const DRAWN_EVERY_MS = 500;

interface StatusLineParts {
  readonly terminal: Pick<Terminal, 'showStatus' | 'isInteractive'>;
  readonly height: number;
  readonly nowMs: () => number;
  readonly timer: Timer;
}

export class StatusLine {
  readonly #parts: StatusLineParts;
  #times: number[] = [];
  #height: number;
  #transactions = 0;
  #refused = 0;
  #isDue = false;
  #cancel = () => {};

  constructor(parts: StatusLineParts) {
    this.#parts = parts;
    this.#height = parts.height;
    this.#draw();
  }

  onBlock(height: number, transactions: number): void {
    this.#height = height;
    this.#transactions += transactions;
    this.#times.push(this.#parts.nowMs());
    if (this.#times.length > TIMES_MAX) this.#times.shift();
    this.#schedule();
  }

  onRefused(): void {
    this.#refused += 1;
    this.#schedule();
  }

  end(): void {
    this.#cancel();
    this.#parts.terminal.showStatus('');
  }

  /** While blocks come, the line is drawn now and then, and once more when they have ended. */
  #schedule(): void {
    if (this.#isDue || !this.#parts.terminal.isInteractive) return;
    this.#isDue = true;
    this.#cancel = this.#parts.timer(() => {
      this.#isDue = false;
      this.#draw();
      if (this.#times.length > 0) this.#schedule();
    }, DRAWN_EVERY_MS);
  }

  #draw(): void {
    const now = this.#parts.nowMs();
    this.#times = this.#times.filter((time) => time >= now - RATE_MS);
    const { length, 0: first = now } = this.#times;
    const spanMs = length === TIMES_MAX ? Math.max(1, now - first) : RATE_MS;
    const rate = (length * MS_PER_SECOND) / spanMs;
    const parts = [
      `height ${this.#height}`,
      `${rate.toFixed(1)} blocks/s`,
      `${this.#transactions} transactions`,
      ...(this.#refused === 0 ? [] : [`${this.#refused} refused`]),
    ];
    this.#parts.terminal.showStatus(parts.join(' · '));
  }
}
