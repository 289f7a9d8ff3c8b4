// What the methods of a running node answer from: its store, its chain's thread, its configuration.

import { secretToPublic } from '../base/keys.ts';
import type { Epochs } from '../chain/epoch/epochs.ts';
import type { StoredChain } from '../chain/storedChain.ts';
import type { ClientConfig } from '../rpc/clientConfig.ts';
import { type ConfigFile, createClientConfig } from '../rpc/configFile.ts';
import type { RpcContext, RpcLimits } from '../rpc/context.ts';
import { RequestLog } from '../rpc/requestLog.ts';
import type { LmdbStore } from '../store/lmdbStore.ts';
import { StoreNodeReader } from '../store/storeNodeReader.ts';
import { CachedNodeReader } from '../trie/cachedNodeReader.ts';
import type { ChainThread } from './chainThread.ts';
import type { Home } from './homeFolder.ts';
import type { Logger } from './logger.ts';
import type { NodeMetrics } from './metrics.ts';
import type { NodeControls } from './nodeControls.ts';
import type { StartOptions } from './options.ts';
import { NODE_VERSION } from './version.ts';
import type { ViewPool } from './viewPool.ts';

const NODE_CACHE_BYTES = 32 * 1024 * 1024;
const MS_PER_SECOND = 1000;
const NS_PER_MS = 1_000_000n;

export interface RpcParts {
  readonly home: Home;
  readonly options: StartOptions;
  readonly chain: StoredChain;
  readonly epochs: Epochs;
  readonly store: LmdbStore;
  readonly thread: ChainThread;
  readonly views: Pick<ViewPool, 'callFunction'>;
  readonly controls: NodeControls;
  readonly metrics: NodeMetrics;
  readonly logger: Logger;
  /** Where the service listens; asked for when requests come in. */
  rpcAddress(): string;
}

export function createRpcContext(parts: RpcParts): RpcContext {
  const { home, chain, epochs, store, thread, views, controls, metrics, logger, options } = parts;
  const startMs = performance.now();
  const { accountId, secretKey } = home.validatorKey;
  const now = () => BigInt(Date.now()) * NS_PER_MS;
  return {
    chain,
    epochs,
    stateNodes: new CachedNodeReader(new StoreNodeReader(store), NODE_CACHE_BYTES),
    genesis: home.genesis.config,
    clientConfig: describeClient(parts),
    node: {
      nodePublicKey: secretToPublic(home.nodeKey.secretKey),
      validator: { accountId, publicKey: secretToPublic(secretKey) },
      peersMax: home.config.network.maxNumPeers,
      uptimeSeconds: () => Math.floor((performance.now() - startMs) / MS_PER_SECOND),
      isSyncing: () => false,
      expectsBlocks: () => controls.makesBlocks,
    },
    port: {
      submit: (transaction) => thread.submit(transaction),
      check: (transaction) => thread.check(transaction),
    },
    ...(options.controls && { controls, requests: new RequestLog(now) }),
    callFunction: (call) => views.callFunction(call),
    onBlock: (listener) => thread.onBlock(listener),
    onRevert: (listener) => thread.onRevert(listener),
    now,
    timer: (callback, delayMs) => {
      const timer = setTimeout(callback, delayMs);
      return () => clearTimeout(timer);
    },
    limits: createLimits(home.config),
    metrics,
    reportFailure: (error, method) => logger.error(error, `${method} failed`),
  };
}

/** The pace of blocks follows from how they are made, not from the file. */
function describeClient({ home, options, rpcAddress }: RpcParts): ClientConfig {
  const { mining } = options;
  const hasInterval = typeof mining === 'object' && 'intervalMs' in mining;
  const delay = hasInterval ? BigInt(mining.intervalMs) * NS_PER_MS : null;
  return {
    ...createClientConfig(home.config, home.genesis.config, NODE_VERSION),
    ...(delay !== null && { minBlockProductionDelay: delay, maxBlockProductionDelay: delay }),
    // The system chooses port 0 only when the service begins to listen.
    get rpcAddr() {
      return rpcAddress();
    },
  };
}

/** Bounds that config.json has no name for. */
const LIMITS = {
  batchEntriesMax: 100,
  batchConcurrencyMax: 16,
  batchAnswerBytesMax: 10 * 1024 * 1024,
  parkedMax: 10_000,
};

export function createLimits({ rpc }: ConfigFile): RpcLimits {
  const { limitsConfig, pollingConfig } = rpc ?? DEFAULT_RPC;
  return {
    ...LIMITS,
    bodyBytesMax: limitsConfig.jsonPayloadMaxSize,
    pollingTimeoutMs: Number(pollingConfig.pollingTimeout / NS_PER_MS),
  };
}

const DEFAULT_RPC = {
  limitsConfig: { jsonPayloadMaxSize: 10 * 1024 * 1024 },
  pollingConfig: { pollingTimeout: 10_000n * NS_PER_MS },
};
