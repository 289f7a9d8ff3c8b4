// A node that follows a chain: takes blocks from a source, checks and stores them, and answers from
// its store at the same time. A block that fails a check ends it; nothing of that block is stored.

import { join } from 'node:path';
import { Epochs } from '../../chain/epoch/epochs.ts';
import type { StoredChain } from '../../chain/storedChain.ts';
import type { BlockSource } from '../../follow/blockSource.ts';
import { Follower } from '../../follow/follower.ts';
import { createBlockSource } from '../../follow/sourceSpec.ts';
import { PROTOCOL_VERSION } from '../../params/protocolVersion.ts';
import { ConfigFile } from '../../rpc/configFile.ts';
import type { RpcContext } from '../../rpc/context.ts';
import { type HttpServer, startHttpServer } from '../../rpc/httpServer.ts';
import { applyLimits, resolveLimits } from '../../rpc/limits.ts';
import { LmdbStore } from '../../store/lmdbStore.ts';
import { openBodyThread } from '../bodies/bodyThread.ts';
import { createExplorerPages } from '../explorerPages.ts';
import { formatNodeUrl } from '../formatNodeUrl.ts';
import { lockHome } from '../lockFile.ts';
import { createLogger, type Logger } from '../logger.ts';
import { createMetrics } from '../metrics.ts';
import type { FollowOptions } from '../options.ts';
import { createStop, type Releases, startOrRelease } from '../releases.ts';
import { RingThread } from '../ringThread.ts';
import type { NodeNote } from '../serveNote.ts';
import { sourceClock } from '../sourceClock.ts';
import { CannotListen } from '../startNode.ts';
import { NODE_VERSION } from '../version.ts';
import { ViewAnswers } from '../viewAnswers.ts';
import { ViewPool } from '../viewPool.ts';
import { describeChecks, describeMarks, type FollowChecks } from './followChecks.ts';
import { createFollowContext, type FollowParts, followerKey } from './followContext.ts';
import { FollowProgress } from './followProgress.ts';
import { type FollowedChain, openFollowed } from './openFollowed.ts';

export interface RunningFollower {
  readonly url: string;
  readonly chain: StoredChain;
  /** Calls back after each block that was stored; the returned function ends it. */
  onBlock(listener: () => void): () => void;
  /** Resolves when it has stopped: with null when it was asked to, else with the reason. */
  readonly stopped: Promise<Error | null>;
  stop(): Promise<void>;
}

/** Beside a chain that `start` may have in the same home. */
const FOLLOW_FOLDER = 'follow';
const STORE_FOLDER = 'data';
/** How often the source is asked how far it is. */
const TARGET_EVERY_MS = 5_000;
/** Further behind than this the node says that it is syncing. */
const SYNCING_BLOCKS = 20;

export async function startFollow(options: FollowOptions): Promise<RunningFollower> {
  const logger = createLogger(options.logLevel);
  const releases: Releases = [];
  return startOrRelease(releases, () => run(options, logger, releases));
}

async function run(
  options: FollowOptions,
  logger: Logger,
  releases: Releases,
): Promise<RunningFollower> {
  const folder = join(options.home, FOLLOW_FOLDER);
  releases.push(lockHome(folder));
  const storePath = join(folder, STORE_FOLDER);
  const store = await LmdbStore.open({ path: storePath, report: (line) => logger.warn(line) });
  releases.push(() => store.close());
  const config = applyLimits(ConfigFile.parse({}), options.limits ?? {});
  const followed = { ...(await openFollowed(store, folder, options)), config };
  const source = await createBlockSource(options.from, options, {
    clock: sourceClock,
    report: (trouble) => logger.warn(trouble),
  });
  releases.push(() => source.close());
  const { ring: address } = options;
  const note = describeFollower(followed);
  const { genesis } = followed;
  // Before a block is asked for: another node may write to the ring.
  const ring =
    address === undefined
      ? null
      : await RingThread.claim({ address, directory: folder, storePath, genesis, note, logger });
  if (ring !== null) releases.push(() => ring.stop());

  const listeners = new Set<() => void>();
  const onBlock = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const metrics = createMetrics();
  const work = new FollowWork(options, followed, source, store);
  work.onBlock = () => {
    for (const listener of listeners) listener();
  };
  const { chain } = work.follower;
  metrics.observe(() => ({
    near_block_height_head: chain.head().height,
    near_final_block_height: chain.finalHead().height,
  }));
  if (ring !== null) {
    ring.begin((error) => work.abort(error));
    onBlock(() => ring.onBlock());
    metrics.observe(() => ring.measure(chain.head().height));
  }
  const pool = createPool(storePath, followed, options);
  releases.push(() => pool.close());
  const views = new ViewAnswers((call) => pool.callFunction(call));
  let { port } = options;
  const context = createFollowContext({
    ...followed,
    options,
    store,
    chain,
    callFunction: (call) => views.callFunction(call),
    metrics,
    logger,
    isSyncing: () => work.blocksBehind > SYNCING_BLOCKS,
    onBlock,
    rpcAddress: () => `${options.host}:${port}`,
  });
  const server = await listen({ ...context, scanBody: openBodyThread(releases) }, options);
  releases.push(() => server.close());
  port = server.port;
  const url = formatNodeUrl(options.host, port);
  announce(options, followed, chain, url);
  return { url, chain, onBlock, ...keepFollowing(work, releases, logger) };
}

/** The node as the front ends of a ring show it. */
function describeFollower({
  genesis,
  epochs,
  config,
}: Pick<FollowParts, 'genesis' | 'epochs' | 'config'>): NodeNote {
  return {
    config,
    blockDelay: null,
    nodePublicKey: followerKey(genesis.chainId),
    validatorAccountId: null,
    validatorPublicKey: null,
    expectsBlocks: true,
    keepsTrie: false,
    computesEpochs: epochs instanceof Epochs,
    version: NODE_VERSION.version,
  };
}

function announce(
  { from, logLevel }: FollowOptions,
  followed: FollowedChain,
  chain: StoredChain,
  url: string,
): void {
  if (logLevel === 'silent') return;
  const at = `from height ${chain.head().height}`;
  const checks = checksOf(followed);
  process.stdout.write(
    `Perigee follows ${followed.genesis.chainId} ${at}, by ${from}\n` +
      `Verification: ${describeChecks(checks)}${describeMarks(checks)}\n` +
      `RPC  ${url}\n`,
  );
}

function checksOf({ epochs }: FollowedChain): FollowChecks {
  return { isExecuting: false, computesEpochs: epochs instanceof Epochs };
}

/** Runs until it fails or is stopped; in both cases everything is given back. */
function keepFollowing(
  work: FollowWork,
  releases: Releases,
  logger: Logger,
): Pick<RunningFollower, 'stopped' | 'stop'> {
  const { stopped, stop } = createStop(releases, logger);
  void work.run().then(
    () => stop(),
    (error: Error) => stop(error),
  );
  return {
    stopped,
    stop: async () => {
      work.abort();
      await stopped;
    },
  };
}

/** The loop over the blocks of the source. */
class FollowWork {
  readonly follower: Follower;
  readonly #source: BlockSource;
  readonly #ended = new AbortController();
  readonly #progress: FollowProgress | null;
  #target: number | null = null;
  #failure: Error | null = null;
  onBlock: () => void = () => {};

  constructor(
    options: FollowOptions,
    followed: FollowedChain,
    source: BlockSource,
    store: LmdbStore,
  ) {
    const { guide, genesis } = followed;
    this.#source = source;
    const isQuiet = options.logLevel === 'silent' || options.logLevel === 'error';
    this.#progress = isQuiet
      ? null
      : new FollowProgress(process.stderr, () => performance.now(), checksOf(followed));
    this.follower = new Follower({
      store,
      guide,
      validityPeriod: genesis.transactionValidityPeriod,
      mayLackApprovals: options.allowUnapproved,
      onBlock: ({ header }) => {
        this.#progress?.step(header.lite.height);
        this.onBlock();
      },
    });
  }

  get blocksBehind(): number {
    return this.#target === null ? 0 : this.#target - this.follower.chain.head().height;
  }

  /** With the reason, if it is not asked to. */
  abort(failure: Error | null = null): void {
    this.#failure ??= failure;
    this.#ended.abort();
  }

  async run(): Promise<void> {
    const { signal } = this.#ended;
    const watching = this.#watchTarget(signal);
    try {
      for await (const message of this.#source.blocks(this.follower.nextHeight, signal)) {
        if (signal.aborted) break;
        await this.follower.take(message);
      }
    } finally {
      this.#ended.abort();
      await watching;
      this.#progress?.end();
    }
    if (this.#failure !== null) throw this.#failure;
  }

  /** A source that cannot tell how far it is may still have blocks. */
  async #watchTarget(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      this.#target = await this.#source.lastHeight(signal).catch(() => null);
      if (this.#progress !== null) this.#progress.target = this.#target;
      await sourceClock.sleep(TARGET_EVERY_MS, signal);
    }
  }
}

/** Contracts run by the rules of the newest version, whatever the chain's. */
function createPool(
  storePath: string,
  { genesis, config }: Pick<FollowParts, 'genesis' | 'config'>,
  options: FollowOptions,
): ViewPool {
  return new ViewPool({
    storePath,
    chainId: genesis.chainId,
    protocolVersion: PROTOCOL_VERSION,
    isFlat: true,
    threads: config.viewClientThreads,
    limits: resolveLimits(config, options.limits),
  });
}

async function listen(context: RpcContext, options: FollowOptions): Promise<HttpServer> {
  const { host, port, token } = options;
  try {
    const door = token === undefined ? {} : { token };
    return await startHttpServer(context, { host, port, page: createExplorerPages(), ...door });
  } catch (error) {
    throw new CannotListen(options, error as NodeJS.ErrnoException);
  }
}
