// A local node: a chain in a thread of its own, and this thread answering requests from the store.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PerigeeError } from '../base/errors.ts';
import { formatSecretKey } from '../base/keys.ts';
import { Epochs } from '../chain/epoch/epochs.ts';
import { STRICT_NONCE_TTL_BLOCKS } from '../chain/producer.ts';
import { StoredChain } from '../chain/storedChain.ts';
import { createEpochStore } from '../chain/storedEpochs.ts';
import { formatTime } from '../chain/time.ts';
import type { RpcContext } from '../rpc/context.ts';
import { type HttpServer, startHttpServer } from '../rpc/httpServer.ts';
import { RpcService } from '../rpc/rpcService.ts';
import { LmdbStore } from '../store/lmdbStore.ts';
import { Genesis } from '../types/genesis.ts';
import { formatBanner } from './banner.ts';
import { logCall } from './callLog.ts';
import { ChainThread } from './chainThread.ts';
import { createExplorerPages } from './explorerPages.ts';
import { formatGasReport } from './formatGasReport.ts';
import { GasReport } from './gasReport.ts';
import { fundedAccounts, type Home, type KeyFile, openHome, resetHome } from './homeFolder.ts';
import { lockHome } from './lockFile.ts';
import { createLogger, type Logger } from './logger.ts';
import { createMetrics } from './metrics.ts';
import { NodeControls } from './nodeControls.ts';
import type { StartOptions } from './options.ts';
import { createRpcContext, type RpcParts } from './rpcContext.ts';
import { TransactionLog } from './transactionLog.ts';
import { ViewAnswers } from './viewAnswers.ts';
import { ViewPool } from './viewPool.ts';

export interface RunningNode {
  readonly url: string;
  readonly chainId: string;
  /** The validator first; everybody can know the keys. */
  readonly accounts: readonly KeyFile[];
  readonly controls: NodeControls;
  /** Answers requests without HTTP. */
  readonly service: RpcService;
  /** Resolves when the node has stopped: with null when it was asked to, else with the reason. */
  readonly stopped: Promise<Error | null>;
  stop(): Promise<void>;
}

const NS_PER_MS = 1_000_000n;

export async function startNode(options: StartOptions): Promise<RunningNode> {
  const logger = createLogger(options.logLevel);
  const directory = options.inMemory ? mkdtempSync(join(tmpdir(), 'perigee-')) : options.home;
  const releases: (() => Promise<void> | void)[] = [];
  try {
    if (options.inMemory) releases.push(() => rmSync(directory, { recursive: true, force: true }));
    releases.push(lockHome(directory));
    if (options.reset) resetHome(directory);
    const home = openHome(directory, {
      shards: options.shards,
      accounts: options.accounts,
      rpcAddress: `${options.host}:${options.port}`,
      genesisTime: formatTime(BigInt(Date.now()) * NS_PER_MS),
    });
    return await run(home, directory, options, { logger, releases });
  } catch (error) {
    await releaseAll(releases);
    throw error;
  }
}

interface Running {
  readonly logger: Logger;
  /** How to give back what was taken; the last one first. */
  readonly releases: (() => Promise<void> | void)[];
}

async function run(
  home: Home,
  directory: string,
  options: StartOptions,
  { logger, releases }: Running,
): Promise<RunningNode> {
  const { stopped, stop } = createStop(releases);
  const thread = await startChain(home, options, (error) => {
    logger.error(error, `the chain has failed and the node stops: ${error.message}`);
    void stop(error);
  });
  releases.push(() => thread.stop());
  const front = await openFront(home, options, thread, releases);
  const { chain, controls } = front;
  const metrics = createMetrics();
  const transactionLog = new TransactionLog(chain, logger, () => performance.now());
  let { port } = options;
  const context = createRpcContext({
    ...front,
    home,
    options,
    thread,
    metrics,
    logger,
    rpcAddress: () => `${options.host}:${port}`,
  });
  thread.onCall((call) => logCall(logger, call));
  thread.onBlock((notice) => {
    transactionLog.onBlock(notice);
    metrics.setHead(notice.height, chain.finalHead().height);
  });

  if (options.loadState !== undefined) await loadState(controls, options.loadState);
  releases.push(() => writeReports(controls, options));
  const service = new RpcService(context);
  releases.push(() => service.close());
  const server = await listen(context, home, options);
  releases.push(() => server.close());
  port = server.port;
  const url = `http://${options.host}:${port}`;
  const { chainId } = home.genesis.config;
  const accounts = knownAccounts(home);
  if (options.logLevel !== 'silent') {
    const { height } = chain.head();
    process.stdout.write(formatBanner({ url, home: directory, chainId, height, accounts }));
  }
  return { url, chainId, accounts, controls, service, stopped, stop: () => stop() };
}

interface Stop {
  readonly stopped: Promise<Error | null>;
  /** Gives everything back, once. */
  stop(failure?: Error): Promise<void>;
}

function createStop(releases: Running['releases']): Stop {
  let reportStopped: (failure: Error | null) => void = () => {};
  const stopped = new Promise<Error | null>((resolve) => {
    reportStopped = resolve;
  });
  let stopping: Promise<void> | null = null;
  const stop = (failure?: Error) => {
    stopping ??= releaseAll(releases).then(() => reportStopped(failure ?? null));
    return stopping;
  };
  return { stopped, stop };
}

/** The accounts that are told to everybody who starts a node. */
function knownAccounts({ validatorKey, genesis }: Home): KeyFile[] {
  return [validatorKey, ...fundedAccounts(genesis)];
}

/** What this thread answers from, beside the chain's own. */
type Front = Pick<RpcParts, 'store' | 'chain' | 'epochs' | 'views' | 'controls'>;

async function openFront(
  home: Home,
  { mining }: StartOptions,
  thread: ChainThread,
  releases: Running['releases'],
): Promise<Front> {
  const { config, genesis, storePath } = home;
  const store = await LmdbStore.open({ path: storePath, readOnly: true });
  releases.push(() => {
    // Blocks may still come until the chain's thread has stopped.
    thread.silence();
    return store.close();
  });
  const chain = new StoredChain(store);
  const report = new GasReport(chain);
  followChain(thread, store, chain, report);
  const { chainId, protocolVersion } = genesis.config;
  const threads = config.viewClientThreads;
  const pool = new ViewPool({ storePath, chainId, protocolVersion, threads });
  releases.push(() => pool.close());
  const views = new ViewAnswers((call) => pool.callFunction(call));
  thread.onRevert(() => views.clear());
  return {
    store,
    chain,
    epochs: new Epochs(createEpochStore(store), genesis.config),
    views,
    controls: new NodeControls({ thread, report, accounts: knownAccounts(home), mining }),
  };
}

/** First of all listeners: what the others read must be the store as it is now. */
function followChain(
  thread: ChainThread,
  store: LmdbStore,
  chain: StoredChain,
  report: GasReport,
): void {
  thread.onBlock(() => store.refresh());
  thread.onRevert(() => {
    store.refresh();
    chain.forgetBlocks();
    report.restart();
  });
}

async function loadState(controls: NodeControls, path: string): Promise<void> {
  await controls.run({ kind: 'loadState', dump: readFileSync(path, 'utf8') });
}

/** What the options ask for at the end of a run. */
async function writeReports(
  controls: NodeControls,
  { dumpState, gasReport }: StartOptions,
): Promise<void> {
  if (gasReport) process.stdout.write(formatGasReport(controls.gasReport()));
  if (dumpState === undefined) return;
  const { dump } = await controls.run({ kind: 'dumpState' });
  writeFileSync(dumpState, `${dump}\n`);
}

export class CannotListen extends PerigeeError<{ readonly code: 'cannot_listen' }> {
  constructor({ host, port }: StartOptions, cause: NodeJS.ErrnoException) {
    const reason =
      cause.code === 'EADDRINUSE'
        ? 'another program uses it; stop that one or choose another --port'
        : cause.message;
    super({ code: 'cannot_listen' }, `cannot listen on ${host}:${port}: ${reason}`, { cause });
  }
}

async function listen(
  context: RpcContext,
  { config }: Home,
  options: StartOptions,
): Promise<HttpServer> {
  const { host, port } = options;
  const cors = config.rpc === null ? {} : { corsAllowedOrigins: config.rpc.corsAllowedOrigins };
  try {
    return await startHttpServer(context, { host, port, page: createExplorerPages(), ...cors });
  } catch (error) {
    throw new CannotListen(options, error as NodeJS.ErrnoException);
  }
}

function startChain(
  home: Home,
  options: StartOptions,
  onFailure: (error: Error) => void,
): Promise<ChainThread> {
  const { accountId, secretKey } = home.validatorKey;
  const data = {
    storePath: home.storePath,
    genesis: Genesis.json(home.genesis),
    validatorKeys: [{ accountId, secretKey: formatSecretKey(secretKey) }],
    mining: options.mining,
    durable: options.durable,
    temporary: options.inMemory,
    skippedHeightNs: meanBlockDelay(home.config.consensus),
    selectionMsMax: durationMs(home.config.produceChunkAddTransactionsTimeLimit),
    strictNonceTtlBlocks:
      home.config.transactionPoolStrictNonceTtlBlocks ?? STRICT_NONCE_TTL_BLOCKS,
    poolBytesMax: home.config.transactionPoolSizeLimit ?? POOL_BYTES_UNLIMITED,
  };
  return ChainThread.start(data, onFailure);
}

function durationMs(nanoseconds: bigint | null): number | null {
  return nanoseconds === null ? null : Number(nanoseconds / NS_PER_MS);
}

/** What the clock moves by for a height that is left out. */
function meanBlockDelay({
  minBlockProductionDelay,
  maxBlockProductionDelay,
}: Home['config']['consensus']): bigint {
  return (minBlockProductionDelay + maxBlockProductionDelay) / 2n;
}

/** A pool without a limit in config.json still ends before the memory does. */
const POOL_BYTES_UNLIMITED = 1_000_000_000;

async function releaseAll(releases: (() => Promise<void> | void)[]): Promise<void> {
  for (let release = releases.pop(); release !== undefined; release = releases.pop()) {
    await release();
  }
}
