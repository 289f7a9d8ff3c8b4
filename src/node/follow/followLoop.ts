// The loop over the blocks of a source, until it is stopped or a block fails a check.

import type { Follower } from '../../follow/follower.ts';
import type { BlockSource } from '../../follow/sources/blockSource.ts';
import { sourceClock } from '../../follow/sources/sourceClock.ts';

/** How often the source is polled for its newest height. */
const TARGET_EVERY_MS = 5_000;

/** A follower in this thread or in a worker. */
export interface FollowLoop {
  /** Runs until it is stopped; rejects if it ends for another reason. */
  run(): Promise<void>;
  /** `failure` is the reason, unless the stop was requested. */
  abort(failure?: Error | null): void;
}

/** The listeners of the loop. */
export interface FollowListener {
  /** Called after each stored block. */
  onBlock(height: number): void;
  /** Called with the newest height of the source; null if it is unknown. */
  onTarget(height: number | null): void;
}

export class FollowWork implements FollowLoop {
  readonly #follower: Follower;
  readonly #source: BlockSource;
  readonly #onTarget: FollowListener['onTarget'];
  readonly #ended = new AbortController();
  #failure: Error | null = null;

  constructor(follower: Follower, source: BlockSource, onTarget: FollowListener['onTarget']) {
    this.#follower = follower;
    this.#source = source;
    this.#onTarget = onTarget;
  }

  abort(failure: Error | null = null): void {
    this.#failure ??= failure;
    this.#ended.abort();
  }

  async run(): Promise<void> {
    const { signal } = this.#ended;
    const watching = this.#watchTarget(signal);
    try {
      for await (const message of this.#source.blocks(this.#follower.nextHeight, signal)) {
        if (signal.aborted) break;
        await this.#follower.take(message);
      }
    } finally {
      this.#ended.abort();
      await watching;
    }
    if (this.#failure !== null) throw this.#failure;
  }

  /** A source that does not report its newest height may still have blocks. */
  async #watchTarget(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      this.#onTarget(await this.#source.lastHeight(signal).catch(() => null));
      await sourceClock.sleep(TARGET_EVERY_MS, signal);
    }
  }
}
