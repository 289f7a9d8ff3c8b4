// Keeps a cluster behind a chain: claims it, writes when there are blocks, and speaks up now and
// then so that nobody else takes over. While the cluster is away it tries again; what was missed is
// written afterwards.

import type { Timer } from '../../base/timer.ts';
import { MS_PER_SECOND } from '../../base/units.ts';
import { type ClusterWriter, isClusterRefusal } from './clusterWriter.ts';

const RETRY_MS = 1_000;
/** So often in the time of a lease. */
const RENEWALS_PER_LEASE = 3;

/** What is done with a writer. */
export type TailedWriter = Pick<
  ClusterWriter,
  'catchUp' | 'claim' | 'recover' | 'release' | 'renew'
>;

/** A writer with the connection that it writes through. */
interface OpenedCluster {
  readonly writer: TailedWriter;
  readonly close: () => Promise<void>;
}

interface ClusterTailParts {
  /** Connects to the cluster. A connection that a claim fails on is closed before the next one. */
  readonly open: () => Promise<OpenedCluster>;
  readonly leaseSeconds: number;
  readonly timer: Timer;
  onClaimed(): void;
  onAway(error: Error): void;
  onWritten(height: number): void;
  onRefused(error: Error): void;
}

export class ClusterTail {
  readonly #parts: ClusterTailParts;
  #writer: TailedWriter | null = null;
  #isStopped = false;
  #isAway = false;
  #wake: () => void = () => {};
  #hasNews = true;
  #running: Promise<void> = Promise.resolve();

  constructor(parts: ClusterTailParts) {
    this.#parts = parts;
  }

  /**
   * Tries once to get hold of the cluster. Rejects when it is not to be had; says when it is away.
   */
  async claim(): Promise<void> {
    try {
      await this.#claim();
    } catch (error) {
      if (isClusterRefusal(error)) throw error;
      this.#tellAway(error as Error);
    }
  }

  start(): void {
    this.#running = this.#run();
  }

  /** There is a new block. */
  wake(): void {
    this.#hasNews = true;
    this.#wake();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#wake();
    await this.#running;
    if (!this.#isAway) await this.#writer?.release().catch(() => {});
  }

  async #run(): Promise<void> {
    while (!this.#isStopped) {
      try {
        const writer = this.#writer ?? (await this.#claim());
        if (this.#isAway) await writer.recover();
        this.#isAway = false;
        if (this.#hasNews) {
          this.#hasNews = false;
          await writer.catchUp(
            (height) => this.#parts.onWritten(height),
            () => this.#isStopped,
          );
        }
        await writer.renew();
        await this.#pause((this.#parts.leaseSeconds * MS_PER_SECOND) / RENEWALS_PER_LEASE);
      } catch (error) {
        if (isClusterRefusal(error)) {
          this.#isStopped = true;
          this.#parts.onRefused(error as Error);
          return;
        }
        this.#tellAway(error as Error);
        await this.#pause(RETRY_MS);
      }
    }
  }

  async #claim(): Promise<TailedWriter> {
    const { writer, close } = await this.#parts.open();
    try {
      await writer.claim();
    } catch (error) {
      await close().catch(() => {});
      throw error;
    }
    this.#writer = writer;
    this.#parts.onClaimed();
    return writer;
  }

  #tellAway(error: Error): void {
    if (!this.#isAway) this.#parts.onAway(error);
    this.#isAway = true;
    this.#hasNews = true;
  }

  /** Ends early when there is news, but not while the cluster is away. */
  async #pause(ms: number): Promise<void> {
    if (this.#isStopped || (this.#hasNews && !this.#isAway)) return;
    let cancel = () => {};
    await new Promise<void>((resolve) => {
      cancel = this.#parts.timer(resolve, ms);
      this.#wake = () => {
        if (this.#isStopped || !this.#isAway) resolve();
      };
    });
    cancel();
  }
}
