// Follows the head of a cluster by polling it at a steady pace. Readers see a head only once
// everything that a front end keeps for it is available.

import { realTimer } from '../../process/realTime.ts';
import type { Cluster, ClusterTips } from '../cluster.ts';
import type { ClusterView } from '../clusterView.ts';

/** How stale a response may be at most, besides the lag of the writer. */
const POLL_MS = 200;

/** Has to move to a head before readers see it. */
interface HeadKeeper {
  moveTo(tips: ClusterTips): Promise<void>;
}

export class HeadFollower {
  readonly #cluster: Cluster;
  readonly #view: ClusterView;
  readonly #keeper: HeadKeeper | null;
  readonly #onFailure: (error: unknown) => void;
  readonly #listeners = new Set<() => void>();
  #tips: ClusterTips | null = null;
  #isFailing = false;
  #isStopped = false;
  #cancel = () => {};
  #polling: Promise<void> = Promise.resolve();

  constructor(
    cluster: Cluster,
    view: ClusterView,
    keeper: HeadKeeper | null,
    onFailure: (error: unknown) => void,
  ) {
    this.#cluster = cluster;
    this.#view = view;
    this.#keeper = keeper;
    this.#onFailure = onFailure;
  }

  /** What readers see; null while the cluster has no blocks. */
  get tips(): ClusterTips | null {
    return this.#tips;
  }

  /** The first head must be available; later failures are reported and retried. */
  async start(): Promise<void> {
    await this.#look();
    this.#arm();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancel();
    await this.#polling;
  }

  onBlock(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #arm(): void {
    if (this.#isStopped) return;
    this.#cancel = realTimer(() => {
      this.#polling = this.#poll().finally(() => this.#arm());
    }, POLL_MS);
  }

  /** An unreachable cluster is reported once; requests are still served from memory. */
  async #poll(): Promise<void> {
    try {
      await this.#look();
      this.#isFailing = false;
    } catch (error) {
      if (!this.#isFailing) this.#onFailure(error);
      this.#isFailing = true;
    }
  }

  async #look(): Promise<void> {
    const { tips } = await this.#cluster.state();
    // Replicas of the row may differ in age.
    if (tips === null || tips.head.height <= (this.#tips?.head.height ?? -1)) return;
    await this.#keeper?.moveTo(tips);
    await this.#view.moveTo(tips);
    this.#tips = tips;
    for (const listener of this.#listeners) listener();
  }
}
