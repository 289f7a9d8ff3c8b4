// The thread that writes to a ring, as the node sees it.

import { hostname } from 'node:os';
import { Worker } from 'node:worker_threads';
import { PerigeeError } from '../base/errors.ts';
import { secretToPublic } from '../base/keys.ts';
import type { MiningMode } from '../chain/mining.ts';
import { GenesisConfig } from '../types/genesis.ts';
import type { Home } from './homeFolder.ts';
import type { Logger } from './logger.ts';
import type { FromRing, RingThreadData, ToRing } from './ringMessages.ts';
import { formatNodeNote } from './serveNote.ts';
import { NODE_VERSION } from './version.ts';

const NS_PER_MS = 1_000_000n;

export class RingRefused extends PerigeeError<{ readonly code: string }> {}

/** Tells one node from another: a home folder has one node at a time. */
export function ringWriterName(directory: string): string {
  return `${hostname()}:${directory}`;
}

export interface RingThreadOptions {
  readonly address: string;
  readonly directory: string;
  readonly home: Home;
  readonly mining: MiningMode;
  readonly logger: Logger;
}

export class RingThread {
  readonly #worker: Worker;
  readonly #logger: Logger;
  readonly #exited: Promise<unknown>;
  #height: number | null = null;
  #onRefused: (error: Error) => void = () => {};

  private constructor(data: RingThreadData, logger: Logger) {
    this.#logger = logger;
    this.#worker = new Worker(new URL('./ringWorker.js', import.meta.url), {
      workerData: data,
      execArgv: [],
    });
    this.#exited = new Promise((resolve) => this.#worker.once('exit', resolve));
  }

  /**
   * Resolves when the ring is this node's, or does not answer, which stops nothing here. Rejects
   * when it belongs to another node.
   */
  static async claim(options: RingThreadOptions): Promise<RingThread> {
    const thread = new RingThread(describeThread(options), options.logger);
    try {
      await thread.#awaitClaim();
    } catch (error) {
      await thread.#worker.terminate();
      throw error;
    }
    return thread;
  }

  /** The height that the ring has reached; null before the first block is written. */
  get height(): number | null {
    return this.#height;
  }

  /** The store is there. `onRefused` is told when another node has taken over. */
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
      this.#worker.on('message', (message: FromRing) => {
        this.#hear(message);
        if (message.kind === 'claimed' || message.kind === 'away') resolve();
      });
    });
  }

  #hear(message: FromRing): void {
    switch (message.kind) {
      case 'written':
        this.#height = message.height;
        return;
      case 'away':
        this.#logger.warn(`the ring is away, and is caught up later: ${message.message}`);
        return;
      case 'claimed':
        this.#logger.info('the ring is written by this node');
        return;
      case 'refused':
        this.#onRefused(new RingRefused({ code: message.code }, message.message));
    }
  }

  #say(message: ToRing): void {
    this.#worker.postMessage(message);
  }
}

function describeThread(options: RingThreadOptions): RingThreadData {
  const { address, directory, home, mining } = options;
  const { accountId, secretKey } = home.validatorKey;
  const hasInterval = typeof mining === 'object' && 'intervalMs' in mining;
  return {
    address,
    storePath: home.storePath,
    writer: ringWriterName(directory),
    notes: {
      genesis: GenesisConfig.json(home.genesis.config),
      node: formatNodeNote({
        config: home.config,
        blockDelay: hasInterval ? BigInt(mining.intervalMs) * NS_PER_MS : null,
        nodePublicKey: secretToPublic(home.nodeKey.secretKey),
        validatorAccountId: accountId,
        validatorPublicKey: secretToPublic(secretKey),
        expectsBlocks: mining !== 'manual',
        version: NODE_VERSION.version,
      }),
    },
  };
}
