// A node that follows a chain: takes blocks from a source, verifies or executes them, stores them,
// and serves requests from its store at the same time. A block that fails a check stops the node;
// nothing of that block is stored.

import { join } from 'node:path';
import type { CachePlan } from '../../base/collections/cachePlan.ts';
import type { ThreadPart } from '../../base/collections/cacheTable.ts';
import { NODE_VERSION } from '../../base/version.ts';
import type { StoredChain } from '../../chain/stored/storedChain.ts';
import { ClusterThread } from '../../cluster/writer/writerThread.ts';
import type { NodeNote } from '../../cluster/writerNote.ts';
import { openBodyThread } from '../../execution/bodies/bodyThread.ts';
import { planProcessCaches } from '../../execution/planProcessCaches.ts';
import { describeReexecution } from '../../execution/traces/describeReexecution.ts';
import { TracePool } from '../../execution/traces/tracePool.ts';
import { createViews } from '../../execution/views/createViews.ts';
import { ViewPool } from '../../execution/views/viewPool.ts';
import { describeEpochs } from '../../execution/views/viewStates.ts';
import { showSourceSpec } from '../../follow/sources/sourceSpec.ts';
import { lockHome } from '../../home/lockFile.ts';
import { formatNodeUrl } from '../../http/connections/formatNodeUrl.ts';
import { createStop, type Releases, startOrRelease } from '../../process/releases.ts';
import { createThreadCaches } from '../../process/threadCaches.ts';
import { ConfigFile } from '../../rpc/config/configFile.ts';
import { applyLimits, INDEXER_SERVED, resolveLimits } from '../../rpc/config/limits.ts';
import { describeListener } from '../../rpc/describeListener.ts';
import { serveRpc } from '../../rpc/serveRpc.ts';
import { createLogger, type Logger } from '../../telemetry/logger.ts';
import { createMetrics } from '../../telemetry/metrics.ts';
import type { FollowOptions } from '../options.ts';
import { describeChecks, describeMarks } from './followChecks.ts';
import { createFollowContext, createFollowedStates, followerKey } from './followContext.ts';
import type { FollowLoop } from './followLoop.ts';
import { FollowPace } from './followPace.ts';
import { FollowProgress } from './followProgress.ts';
import { type OpenedLoop, openLoop } from './openLoop.ts';

export interface RunningFollower {
  readonly url: string;
  readonly chain: StoredChain;
  /** Calls the listener after each stored block; the returned function unsubscribes. */
  onBlock(listener: () => void): () => void;
  /** Resolves when it has stopped: with null if that was requested, otherwise with the reason. */
  readonly stopped: Promise<Error | null>;
  stop(): Promise<void>;
}

/** Separate from the chain that `start` may have in the same home folder. */
const FOLLOW_FOLDER = 'follow';
/** With more blocks missing than this, the node reports that it is syncing. */
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
  const config = applyLimits(ConfigFile.parse({ rpc: INDEXER_SERVED }), options.limits ?? {});
  const news = new FollowNews();
  const cachePlan = describeCaches(options, config);
  const caches = createThreadCaches(rpcParts(options), cachePlan);
  const opened = await openLoop(
    { options, folder, listener: news, logger, caches, cachePlan },
    releases,
  );
  const { loop, chain } = opened;
  const onBlock = (listener: () => void) => news.add(listener);
  const metrics = createMetrics();
  metrics.observeCaches(caches);
  metrics.observe(() => ({
    near_block_height_head: chain.head().height,
    near_final_block_height: chain.finalHead().height,
    perigee_follow_blocks_left: Math.max(0, news.blocksBehind(chain.head().height)),
    perigee_follow_blocks_per_second: news.pace.blocksPerSecond,
  }));
  const cluster = await claimCluster(options, { ...opened, folder, config, logger });
  if (cluster !== null) {
    releases.push(() => cluster.stop());
    cluster.begin((error) => loop.abort(error));
    onBlock(() => cluster.onBlock());
    metrics.observe(() => cluster.measure(chain.head().height));
  }
  const pool = createPool({ ...opened, cachePlan }, config, options);
  releases.push(() => pool.close());
  const traces = createTraces({ ...opened, cachePlan }, config, options);
  releases.push(async () => traces?.close());
  const states = createFollowedStates({ ...opened, caches });
  const { chainId } = opened.genesis;
  const views = createViews({
    ...{ pool, caches, chain, chainId, states },
    ...describeEpochs(opened.epochs),
  });
  let { port } = options;
  const context = createFollowContext({
    ...opened,
    config,
    options,
    caches,
    states,
    callFunction: (call) => views.callFunction(call),
    reexecution: traces === null ? {} : describeReexecution((task) => traces.perform(task)),
    metrics,
    logger,
    isSyncing: () => news.blocksBehind(chain.head().height) > SYNCING_BLOCKS,
    onBlock,
    rpcAddress: () => `${options.host}:${port}`,
  });
  const server = await serveRpc(
    { ...context, scanBody: openBodyThread(releases) },
    describeListener(config, options),
  );
  releases.push(() => server.close());
  port = server.port;
  const url = formatNodeUrl(options.host, port);
  news.progress = announce({ ...opened, options, url, logger, pace: news.pace });
  return { url, chain, onBlock, ...keepFollowing(loop, news, releases, logger) };
}

/** Blocks are verified in the thread that serves requests, unless they are executed in a worker. */
function rpcParts({ execute }: FollowOptions): readonly ThreadPart[] {
  return execute ? ['rpc'] : ['rpc', 'follow'];
}

function describeCaches(options: FollowOptions, config: ConfigFile): CachePlan {
  const { cacheBudgetBytes, execute, cluster } = options;
  return planProcessCaches({
    cacheBudgetBytes,
    viewThreads: config.viewClientThreads,
    threads: [
      [...rpcParts(options), 'keys'],
      ...(execute ? [['chain', 'follow', 'keys'] as const, ['trace', 'keys'] as const] : []),
      ...(cluster === undefined ? [] : [['writer'] as const]),
    ],
  });
}

/** The listeners for blocks and for the newest height of the source. */
class FollowNews {
  readonly #listeners = new Set<() => void>();
  readonly pace = new FollowPace(() => performance.now());
  progress: FollowProgress | null = null;

  add(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  onBlock(height: number): void {
    this.pace.step(height);
    this.progress?.step();
    for (const listener of this.#listeners) listener();
  }

  onTarget(height: number | null): void {
    this.pace.target = height;
  }

  blocksBehind(height: number): number {
    return this.pace.target === null ? 0 : this.pace.target - height;
  }
}

interface ClusterParts extends OpenedLoop {
  readonly folder: string;
  readonly config: ConfigFile;
  readonly logger: Logger;
}

/** Before the first block is requested: another node may be writing to the cluster. */
async function claimCluster(
  { cluster: address }: FollowOptions,
  parts: ClusterParts,
): Promise<ClusterThread | null> {
  if (address === undefined) return null;
  const { folder: directory, storePath, genesis, logger } = parts;
  const note = describeFollower(parts);
  return ClusterThread.claim({ address, directory, storePath, genesis, note, logger });
}

/** The node as the front ends of a cluster present it. */
function describeFollower({ genesis, checks, config, epochs }: ClusterParts): NodeNote {
  return {
    config,
    rules: epochs.rules,
    blockDelay: null,
    nodePublicKey: followerKey(genesis.chainId),
    validatorAccountId: null,
    validatorPublicKey: null,
    expectsBlocks: true,
    keepsTrie: checks.isExecuting,
    computesEpochs: checks.computesEpochs,
    version: NODE_VERSION.version,
  };
}

interface Announced extends OpenedLoop {
  readonly options: FollowOptions;
  readonly url: string;
  readonly logger: Logger;
  readonly pace: FollowPace;
}

/** Prints what is followed and how, and returns the progress display; null if there is none. */
function announce(announced: Announced): FollowProgress | null {
  const { options, genesis, chain, checks, url, logger, pace } = announced;
  const { from, logLevel } = options;
  if (logLevel === 'silent') return null;
  const at = `from height ${chain.head().height}`;
  process.stdout.write(
    `Perigee follows ${genesis.chainId} ${at}, by ${showSourceSpec(from)}\n` +
      `Verification: ${describeChecks(checks)}${describeMarks(checks)}\n` +
      `RPC  ${url}\n`,
  );
  if (logLevel === 'error') return null;
  return new FollowProgress({
    output: process.stderr,
    now: () => performance.now(),
    pace,
    checks,
    log: (fields) => logger.info(fields, 'following'),
  });
}

/** Runs until it fails or is stopped; in both cases all resources are released. */
function keepFollowing(
  loop: FollowLoop,
  news: FollowNews,
  releases: Releases,
  logger: Logger,
): Pick<RunningFollower, 'stopped' | 'stop'> {
  const { stopped, stop } = createStop(releases, logger);
  const end = (error?: Error) => {
    news.progress?.end();
    return stop(error);
  };
  void loop.run().then(
    () => end(),
    (error: Error) => end(error),
  );
  return {
    stopped,
    stop: async () => {
      loop.abort();
      await stopped;
    },
  };
}

/** Null if blocks are not executed here, because then there is no state before them. */
function createTraces(
  { storePath, genesis, checks, cachePlan }: OpenedLoop & { readonly cachePlan: CachePlan },
  config: ConfigFile,
  options: FollowOptions,
): TracePool | null {
  if (!checks.isExecuting) return null;
  const limits = resolveLimits(config, options.limits);
  return new TracePool({ storePath, genesis, cachePlan, limits });
}

function createPool(
  { storePath, genesis, checks, cachePlan }: OpenedLoop & { readonly cachePlan: CachePlan },
  config: ConfigFile,
  options: FollowOptions,
): ViewPool {
  return new ViewPool({
    storePath,
    chainId: genesis.chainId,
    isFlat: !checks.isExecuting,
    threads: config.viewClientThreads,
    limits: resolveLimits(config, options.limits),
    cachePlan,
  });
}
