// Keeps a cluster up to date with a chain: claims it, writes new blocks, and renews the lease so
// that no other node takes over. While the cluster is unreachable it retries; missed blocks are
// written afterwards.

import type { Timer } from '../../base/timer.ts';
import { MS_PER_SECOND } from '../../base/units.ts';
import { type ClusterWriter, isClusterRefusal } from './clusterWriter.ts';

const RETRY_MS = 1_000;
/** Renewals in the time of a lease. */
const RENEWALS_PER_LEASE = 3;

/** What the loop needs from a writer. */
export type TailedWriter = Pick<
  ClusterWriter,
  'catchUp' | 'claim' | 'recover' | 'release' | 'renew'
>;

/** A writer and its connection. */
interface OpenedCluster {
  readonly writer: TailedWriter;
  readonly close: () => Promise<void>;
}

interface ClusterTailParts {
  /**
   * Connects to the cluster. If a claim fails, its connection is closed before the next one is
   * opened.
   */
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
   * Tries once to claim the cluster. Rejects if another node holds it; reports if it is
   * unreachable.
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

  /** Called after a new block. */
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

  /** Ends early if there is a new block, but not while the cluster is unreachable. */
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
