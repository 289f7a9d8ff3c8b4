// The node's side of the thread that writes to a cluster.

import { hostname } from 'node:os';
import { Worker } from 'node:worker_threads';
import { unpackFailure } from '../../base/threadFailure.ts';
import type { Logger } from '../../telemetry/logger.ts';
import type { Figures } from '../../telemetry/metrics.ts';
import { GenesisConfig } from '../../types/genesis.ts';
import { formatNodeNote, type NodeNote } from '../writerNote.ts';
import type { ClusterThreadData, FromCluster, ToCluster } from './writerMessages.ts';

/**
 * The rows of a step live until it is written. With the usual 48 MiB for new objects, V8's garbage
 * collection would copy all of them several times, which is a third of the time of a writer.
 */
const RESOURCE_LIMITS = { maxYoungGenerationSizeMb: 192 };

/** Unique among nodes: a home folder has one node at a time. */
export function clusterWriterName(directory: string): string {
  return `${hostname()}:${directory}`;
}

interface ClusterThreadOptions {
  readonly address: string;
  /** The folder of the node, which identifies it. */
  readonly directory: string;
  readonly storePath: string;
  readonly genesis: GenesisConfig;
  readonly note: NodeNote;
  readonly logger: Logger;
}

export class ClusterThread {
  readonly #worker: Worker;
  readonly #logger: Logger;
  readonly #exited: Promise<unknown>;
  #height: number | null = null;
  #onRefused: (error: Error) => void = () => {};

  private constructor(data: ClusterThreadData, logger: Logger) {
    this.#logger = logger;
    this.#worker = new Worker(new URL('./writerWorker.js', import.meta.url), {
      workerData: data,
      execArgv: [],
      resourceLimits: RESOURCE_LIMITS,
    });
    this.#exited = new Promise((resolve) => this.#worker.once('exit', resolve));
  }

  /**
   * Resolves when this node holds the cluster, or when the cluster does not respond, which does not
   * stop the node. Rejects if another node holds the cluster.
   */
  static async claim(options: ClusterThreadOptions): Promise<ClusterThread> {
    const { address, storePath, directory, genesis, note, logger } = options;
    const data: ClusterThreadData = {
      address,
      storePath,
      writer: clusterWriterName(directory),
      state: note.keepsTrie ? 'trie' : 'flat',
      notes: { genesis: GenesisConfig.json(genesis), node: formatNodeNote(note) },
    };
    const thread = new ClusterThread(data, logger);
    try {
      await thread.#awaitClaim();
    } catch (error) {
      await thread.#worker.terminate();
      throw error;
    }
    return thread;
  }

  /** How far the cluster has come, and how far it lags behind the head. */
  measure(headHeight: number): Figures {
    const height = this.#height ?? 0;
    return {
      perigee_ring_height: height,
      perigee_ring_lag_blocks: Math.max(0, headHeight - height),
    };
  }

  /** Called once the store exists. `onRefused` is called if another node takes over. */
  begin(onRefused: (error: Error) => void): void {
    this.#onRefused = onRefused;
    this.#say({ kind: 'begin' });
  }

  onBlock(): void {
    this.#say({ kind: 'block' });
  }

  async stop(): Promise<void> {
    this.#say({ kind: 'stop' });
    await this.#exited;
  }

  #awaitClaim(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#onRefused = reject;
      this.#worker.on('error', (error) => this.#onRefused(error));
      this.#worker.on('message', (message: FromCluster) => {
        this.#hear(message);
        if (message.kind === 'claimed' || message.kind === 'away') resolve();
      });
    });
  }

  #hear(message: FromCluster): void {
    switch (message.kind) {
      case 'written':
        this.#height = message.height;
        return;
      case 'away':
        this.#logger.warn(
          `the cluster is unreachable and will be caught up later: ${message.message}`,
        );
        return;
      case 'claimed':
        this.#logger.info('this node writes to the cluster');
        return;
      case 'refused':
        this.#onRefused(unpackFailure(message.failure));
    }
  }

  #say(message: ToCluster): void {
    this.#worker.postMessage(message);
  }
}
