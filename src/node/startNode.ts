// A local node: the chain runs in a worker thread, and this thread serves requests from the store.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatSecretKey, secretToPublic } from '../base/crypto/keys.ts';
import { formatTime } from '../base/time.ts';
import { NS_PER_MS } from '../base/units.ts';
import { NODE_VERSION } from '../base/version.ts';
import type { CollectorOptions } from '../chain/garbage/garbageCollector.ts';
import { formatHaltInDetail, type Halt } from '../chain/production/halt.ts';
import type { MiningMode } from '../chain/production/mining.ts';
import { readRules } from '../chain/stored/storedRules.ts';
import { ClusterThread } from '../cluster/writer/writerThread.ts';
import type { NodeNote } from '../cluster/writerNote.ts';
import { forkGenesis, openFork, originOf } from '../fork/openFork.ts';
import {
  fundedAccounts,
  type Home,
  type KeyFile,
  openHome,
  resetHome,
} from '../home/homeFolder.ts';
import { readStateFile, verifyStateFolder, writeStateFile } from '../home/stateFile.ts';
import { isLoopbackHost } from '../http/access/localRequest.ts';
import { describeFewerConnections } from '../http/connections/descriptors.ts';
import { formatNodeUrl } from '../http/connections/formatNodeUrl.ts';
import type { HttpListener } from '../http/connections/httpListener.ts';
import { STRICT_NONCE_TTL_BLOCKS } from '../params/constants.ts';
import { type ProtocolRules, RELEASE_RULES } from '../params/protocolRules.ts';
import { realTime } from '../process/realTime.ts';
import { createStop, type Releases, type Stop, startOrRelease } from '../process/releases.ts';
import { applyLimits, INDEXER_SERVED, resolveLimits } from '../rpc/config/limits.ts';
import { RefusedTransactions } from '../rpc/core/refusedTransactions.ts';
import { describeListener } from '../rpc/describeListener.ts';
import { serveRpc } from '../rpc/serveRpc.ts';
import type { RpcService } from '../rpc/service/rpcService.ts';
import { engineAt, openStore } from '../store/openStore.ts';
import { createLogger, type Logger, logFailure } from '../telemetry/logger.ts';
import { createMetrics } from '../telemetry/metrics.ts';
import { Terminal } from '../telemetry/terminal.ts';
import { Genesis } from '../types/genesis.ts';
import { shardIds } from '../types/shardLayout.ts';
import type { ChainThreadData } from './chain/chainMessages.ts';
import { ChainThread } from './chain/chainThread.ts';
import { claimPlace } from './claimPlace.ts';
import { formatGasReport } from './gasReport/formatGasReport.ts';
import { hasWallet } from './hasWallet.ts';
import { NodeLog } from './logs/nodeLog.ts';
import type { NodeControls } from './nodeControls.ts';
import { measureNode } from './nodeFigures.ts';
import type { StartOptions } from './options.ts';
import { createRpcContext, type RpcParts } from './rpcContext.ts';
import { warmUp } from './warmUp.ts';
import { describeCaches, knownAccounts, openReaders } from './workers/openReaders.ts';
import { WorkerProcesses } from './workers/workerProcesses.ts';

export interface RunningNode {
  readonly url: string;
  readonly chainId: string;
  /** The validator first; all keys are public. */
  readonly accounts: readonly KeyFile[];
  readonly controls: NodeControls;
  /** Handles requests without HTTP. */
  readonly service: RpcService;
  /** Lines keep clear of the status line of a terminal. */
  readonly logger: Logger;
  /**
   * Resolves when the node has stopped: with null if that was requested, otherwise with the reason.
   */
  readonly stopped: Promise<Error | null>;
  stop(): Promise<void>;
}

/**
 * To save time, the caller may pass a chain thread that has started to load its modules, and the
 * files of the home folder if they have been read.
 */
export async function startNode(
  options: StartOptions,
  thread: ChainThread = new ChainThread(),
  home?: Home,
): Promise<RunningNode> {
  const terminal = new Terminal(process.stdout);
  const logger = createLogger(options.logLevel, terminal);
  const directory = options.inMemory ? mkdtempSync(join(tmpdir(), 'perigee-')) : options.home;
  // The thread is stopped before the folder is unlocked (the last release comes first), but also if
  // the folder cannot be locked. Stopping it again does nothing.
  const releases: Releases = [() => thread.stop()];
  return startOrRelease(releases, async () => {
    if (options.inMemory) releases.push(() => rmSync(directory, { recursive: true, force: true }));
    const listener = await claimPlace(directory, options, releases);
    releases.push(() => thread.stop());
    if (options.reset) resetHome(directory);
    if (options.dumpState !== undefined) verifyStateFolder(options.dumpState);
    const fork = await openFork(directory, options.fork);
    const files =
      home ??
      openHome(directory, {
        shards: options.shards,
        accounts: options.accounts,
        rpcAddress: `${options.host}:${options.port}`,
        genesisTime: fork?.time ?? formatTime(BigInt(Date.now()) * NS_PER_MS),
        protocol: options,
        rpc: INDEXER_SERVED,
        genesis: {
          ...(options.chainId !== undefined && { chainId: options.chainId }),
          ...(fork && forkGenesis(fork)),
        },
      });
    warnOfOldChain(files, options, logger);
    const limited = {
      ...files,
      ...(fork && { origin: originOf(fork) }),
      config: applyLimits(files.config, options.limits ?? {}),
    };
    return run(limited, directory, options, { logger, terminal, releases, thread, listener });
  });
}

const LOG_TIME = { nowMs: () => performance.now(), timer: realTime.timer };

interface Running {
  readonly logger: Logger;
  readonly terminal: Terminal;
  readonly thread: ChainThread;
  readonly releases: Releases;
  readonly listener: HttpListener;
}

async function run(
  home: Home,
  directory: string,
  options: StartOptions,
  { logger, terminal, releases, thread, listener }: Running,
): Promise<RunningNode> {
  const { stopped, stop } = createStop(releases, logger);
  const cluster = await claimCluster(home, directory, options, logger);
  if (cluster !== null) releases.push(() => cluster.stop());
  let endWaits = () => {};
  await thread.open(describeChain(home, options), (error) => {
    logFailure(logger, 'the chain has failed and the node stops', error);
    // No further block will arrive, so waiting requests are ended.
    endWaits();
    void stop(error);
  });
  logHalts(thread, logger);
  const readers = await openReaders(home, options, thread, releases);
  const { chain, controls } = readers;
  const metrics = createMetrics();
  measureNode(metrics, { ...readers, home, thread });
  const refused = new RefusedTransactions(realTime.now);
  const log = new NodeLog({ logger, terminal, chain, thread, refused, ...LOG_TIME });
  let { port } = options;
  let workers: WorkerProcesses | null = null;
  const context = createRpcContext({
    ...readers,
    home,
    options,
    thread,
    metrics: { ...metrics, format: () => workers?.measure() ?? metrics.format() },
    logger,
    terminal,
    refused,
    rpcAddress: () => `${options.host}:${port}`,
  });
  if (cluster !== null) followWithCluster(cluster, { thread, chain, metrics, logger, stop });
  if (options.loadState !== undefined) {
    await controls.run({ kind: 'loadState', dump: readStateFile(options.loadState) });
  }
  releases.push(() => writeReports(controls, options));
  const { service, ...server } = await serveRpc(context, {
    ...describeListener(home.config, { ...options, hasWallet: hasWallet(home, options) }),
    listener,
  });
  endWaits = () => service.close();
  port = server.port;
  workers = startWorkers(home, options, { service, listener, port, metrics, thread, logger });
  releases.push(async () => void (await Promise.all([server.close(), workers?.stop()])));
  releases.push(warmUp({ context, createMetrics }));
  await workers?.started();
  warnOfStrangers(options, logger);
  tellFewerConnections(home, options, logger);
  const url = formatNodeUrl(options.host, port);
  const { chainId } = home.genesis.config;
  const accounts = knownAccounts(home, options);
  const { height } = chain.head();
  const facts = { url, home: directory, chainId, height, accounts, halted: thread.halted };
  const { showKeys: showsKeys = false, inMemory: isTemporary, logLevel } = options;
  // The last listener: requests that wait for a block come before the log.
  log.begin({ ...facts, showsKeys, isTemporary, fork: home.origin }, logLevel);
  releases.push(() => {
    log.end();
    logger.info(describeKept(chain.head().height, directory, options));
  });
  return { url, chainId, accounts, controls, service, logger, stopped, stop: () => stop() };
}

/** What the next start finds. */
function describeKept(height: number, directory: string, { inMemory }: StartOptions): string {
  return inMemory
    ? `stopped at height ${height}; nothing is kept (--in-memory)`
    : `stopped at height ${height}; the chain is kept in ${directory} for the next start`;
}

/** A chain that halted while it was being opened has already been reported. */
function logHalts(thread: ChainThread, logger: Logger): void {
  const log = (halt: Halt | null) => {
    if (halt === null) logger.info('the chain produces blocks again');
    else logger.error(faultOf(halt), formatHaltInDetail(halt));
  };
  if (thread.halted !== null) log(thread.halted);
  thread.onHalt(log);
}

/** The stack of a halt caused by a bug of ours, in the form that a logger prints. */
function faultOf({ detail, stack }: Halt): { readonly err?: object } {
  return stack === null ? {} : { err: { message: detail, stack } };
}

/** Before the chain is opened: a node that may not write to its cluster must not produce blocks. */
async function claimCluster(
  home: Home,
  directory: string,
  { cluster: address, mining }: StartOptions,
  logger: Logger,
): Promise<ClusterThread | null> {
  if (address === undefined) return null;
  const { storePath } = home;
  const genesis = home.genesis.config;
  const note = describeToFrontEnds(home, mining, await findRules(home));
  return ClusterThread.claim({ address, directory, storePath, genesis, note, logger });
}

function describeToFrontEnds(home: Home, mining: MiningMode, rules: ProtocolRules): NodeNote {
  const { accountId, secretKey } = home.validatorKey;
  const hasInterval = typeof mining === 'object' && 'intervalMs' in mining;
  return {
    config: home.config,
    rules,
    blockDelay: hasInterval ? BigInt(mining.intervalMs) * NS_PER_MS : null,
    nodePublicKey: secretToPublic(home.nodeKey.secretKey),
    validatorAccountId: accountId,
    validatorPublicKey: secretToPublic(secretKey),
    expectsBlocks: mining !== 'manual' && mining !== 'auto',
    keepsTrie: true,
    computesEpochs: true,
    version: NODE_VERSION.version,
  };
}

/** Those of the stored chain, or of the one that is about to begin. */
async function findRules(home: Home): Promise<ProtocolRules> {
  const path = home.storePath;
  if (!engineAt(path).holds(path)) return { ...RELEASE_RULES, ...rulesOf(home) };
  const store = await openStore({ path, readOnly: true });
  try {
    return readRules(store);
  } finally {
    await store.close();
  }
}

function rulesOf({ dialect, epochConfigs }: Home): Partial<ProtocolRules> {
  return { epochConfigs, ...(dialect !== undefined && { dialect }) };
}

/** A node that has lost its cluster to another writer stops: there would be two chains. */
function followWithCluster(
  cluster: ClusterThread,
  {
    thread,
    chain,
    metrics,
    logger,
    stop,
  }: Pick<RpcParts, 'thread' | 'chain' | 'metrics' | 'logger'> & Pick<Stop, 'stop'>,
): void {
  cluster.begin((error) => {
    logFailure(logger, 'the node stops', error);
    void stop(error);
  });
  thread.onBlock(() => cluster.onBlock());
  metrics.observe(() => cluster.measure(chain.head().height));
}

/** The additional processes that serve requests, if any are configured. */
function startWorkers(
  home: Home,
  options: StartOptions,
  parts: Pick<RpcParts, 'metrics' | 'thread' | 'logger'> & {
    readonly service: RpcService;
    readonly listener: HttpListener;
    readonly port: number;
  },
): WorkerProcesses | null {
  const { workers = 0, host, limits } = options;
  if (workers === 0) return null;
  const { service, listener, port, metrics, thread, logger } = parts;
  const { drainTimeoutMs } = resolveLimits(home.config, limits);
  const data = { home, options, rpcAddress: `${host}:${port}` };
  const measureOwn = () => metrics.format();
  const count = workers;
  return new WorkerProcesses({
    count,
    data,
    chain: thread,
    service,
    listener,
    logger,
    drainTimeoutMs,
    measureOwn,
  });
}

/** An existing chain keeps its shards and accounts. */
function warnOfOldChain({ genesis }: Home, options: StartOptions, logger: Logger): void {
  const counts = {
    shards: () => shardIds(genesis.config.shardLayout).length,
    accounts: () => fundedAccounts(genesis).length,
  };
  const { chainId } = genesis.config;
  if (options.chainId !== undefined && options.chainId !== chainId) {
    logger.warn(`the chain in the home folder keeps its id, ${chainId}; use --reset for a new one`);
  }
  for (const name of options.insisted ?? []) {
    const count = counts[name]();
    if (count === options[name]) continue;
    const reason = `the chain in the home folder has ${count}; use --reset to start a new one`;
    logger.warn(`--${name} ${options[name]} is ignored: ${reason}`);
  }
}

/** The default is for systems that allow it. */
function tellFewerConnections({ config }: Home, { limits }: StartOptions, logger: Logger): void {
  const text = describeFewerConnections(resolveLimits(config, limits));
  if (text !== null) logger.info(text);
}

function warnOfStrangers({ host, token }: StartOptions, logger: Logger): void {
  if (isLoopbackHost(host) || token !== undefined) return;
  logger.warn(`anyone who can reach ${host} may use this node; --token restricts access`);
}

/** What the options request on exit. */
async function writeReports(
  controls: NodeControls,
  { dumpState, gasReport }: StartOptions,
): Promise<void> {
  if (gasReport) process.stdout.write(formatGasReport(controls.gasReport()));
  if (dumpState === undefined) return;
  const { dump } = await controls.run({ kind: 'dumpState' });
  writeStateFile(dumpState, dump);
}

function describeChain(home: Home, options: StartOptions): ChainThreadData {
  const { accountId, secretKey } = home.validatorKey;
  const { poolBytesMax, poolAccountMax } = resolveLimits(home.config, options.limits);
  return {
    storePath: home.storePath,
    genesis: Genesis.json(home.genesis),
    rules: rulesOf(home),
    nightly: options.nightly === true,
    upgrades: options.upgrades ?? null,
    validatorKeys: [{ accountId, secretKey: formatSecretKey(secretKey) }],
    mining: options.mining,
    durable: options.durable,
    debugInfo: options.debugInfo,
    temporary: options.inMemory,
    skippedHeightNs: meanBlockDelay(home.config.consensus),
    selectionMsMax: durationMs(home.config.produceChunkAddTransactionsTimeLimit),
    strictNonceTtlBlocks:
      home.config.transactionPoolStrictNonceTtlBlocks ?? STRICT_NONCE_TTL_BLOCKS,
    poolBytesMax,
    poolAccountMax,
    // A cluster may lag behind, and has to find the blocks that it lacks.
    collection: options.cluster === undefined ? describeCollection(home.config) : null,
    origin: home.origin,
    cachePlan: describeCaches(home, options).plan,
  };
}

function describeCollection(config: Home['config']): CollectorOptions | null {
  const { archive, gcNumEpochsToKeep: epochsToKeep, gcBlocksLimit: blocksPerStep } = config;
  return archive ? null : { epochsToKeep, blocksPerStep };
}

function durationMs(nanoseconds: bigint | null): number | null {
  return nanoseconds === null ? null : Number(nanoseconds / NS_PER_MS);
}

/** How far the clock moves for each skipped height. */
function meanBlockDelay({
  minBlockProductionDelay,
  maxBlockProductionDelay,
}: Home['config']['consensus']): bigint {
  return (minBlockProductionDelay + maxBlockProductionDelay) / 2n;
}
