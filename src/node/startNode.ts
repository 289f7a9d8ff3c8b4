// A local node: a chain in a thread of its own, and this thread answering requests from the store.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PerigeeError } from '../base/errors.ts';
import { formatSecretKey } from '../base/keys.ts';
import { Epochs } from '../chain/epoch/epochs.ts';
import { StoredChain } from '../chain/storedChain.ts';
import { createEpochStore } from '../chain/storedEpochs.ts';
import { formatTime } from '../chain/time.ts';
import type { RpcContext } from '../rpc/context.ts';
import { type HttpServer, startHttpServer } from '../rpc/httpServer.ts';
import { LmdbStore } from '../store/lmdbStore.ts';
import { Genesis } from '../types/genesis.ts';
import { formatBanner } from './banner.ts';
import { ChainThread } from './chainThread.ts';
import { fundedAccounts, type Home, openHome, resetHome } from './homeFolder.ts';
import { lockHome } from './lockFile.ts';
import { createLogger, type Logger } from './logger.ts';
import { createMetrics } from './metrics.ts';
import type { StartOptions } from './options.ts';
import { createRpcContext } from './rpcContext.ts';
import { TransactionLog } from './transactionLog.ts';
import { ViewPool } from './viewPool.ts';

export interface RunningNode {
  readonly url: string;
  /** Resolves when the node has stopped, whoever asked for it. */
  readonly stopped: Promise<void>;
  stop(): Promise<void>;
}

const NS_PER_MS = 1_000_000n;

export async function startNode(options: StartOptions): Promise<RunningNode> {
  const logger = createLogger(options.logLevel);
  const directory = options.inMemory ? mkdtempSync(join(tmpdir(), 'perigee-')) : options.home;
  if (options.reset) resetHome(directory);
  const home = openHome(directory, {
    shards: options.shards,
    accounts: options.accounts,
    rpcAddress: `${options.host}:${options.port}`,
    genesisTime: formatTime(BigInt(Date.now()) * NS_PER_MS),
  });
  const releases: (() => Promise<void> | void)[] = [lockHome(directory)];
  if (options.inMemory) releases.unshift(() => rmSync(directory, { recursive: true, force: true }));
  try {
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
  let reportStopped: () => void = () => {};
  const stopped = new Promise<void>((resolve) => {
    reportStopped = resolve;
  });
  let stopping: Promise<void> | null = null;
  const stop = () => {
    stopping ??= releaseAll(releases).then(reportStopped);
    return stopping;
  };

  const thread = await startChain(home, options, (error) => {
    logger.error(error, `the chain has failed and the node stops: ${error.message}`);
    process.exitCode = 1;
    void stop();
  });
  releases.push(() => thread.stop());
  const store = await LmdbStore.open({ path: home.storePath, readOnly: true });
  releases.push(() => store.close());

  // First of all listeners: what the others read must be the store with the new block.
  thread.onBlock(() => store.refresh());
  const chain = new StoredChain(store);
  const epochs = new Epochs(createEpochStore(store), home.genesis.config);
  const metrics = createMetrics();
  const transactionLog = new TransactionLog(chain, logger, () => performance.now());
  const { chainId, protocolVersion } = home.genesis.config;
  const views = new ViewPool({
    storePath: home.storePath,
    chainId,
    protocolVersion,
    threads: home.config.viewClientThreads,
  });
  releases.push(() => views.close());
  const context = createRpcContext({
    home,
    options,
    chain,
    epochs,
    store,
    thread,
    views,
    metrics,
    logger,
  });
  thread.onBlock((notice) => {
    transactionLog.onBlock(notice);
    metrics.setHead(notice.height, chain.finalHead().height);
  });

  const server = await listen(context, home, options);
  releases.push(() => server.close());
  const url = `http://${options.host}:${server.port}`;
  if (options.logLevel !== 'silent') {
    process.stdout.write(
      formatBanner({
        url,
        home: directory,
        chainId: home.genesis.config.chainId,
        height: chain.head().height,
        root: home.validatorKey,
        accounts: fundedAccounts(home.genesis),
      }),
    );
  }
  return { url, stopped, stop };
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
    return await startHttpServer(context, { host, port, ...cors });
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
    poolBytesMax: home.config.transactionPoolSizeLimit ?? POOL_BYTES_UNLIMITED,
  };
  return ChainThread.start(data, onFailure);
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
