// The data that the RPC methods of a running node read: its store, its chain thread, its
// configuration.

import type { Caches } from '../base/collections/caches.ts';
import { secretToPublic } from '../base/crypto/keys.ts';
import { catching, whenReady } from '../base/scheduling/whenReady.ts';
import { NS_PER_MS } from '../base/units.ts';
import { hasPacedFinality, idleMs, type MiningMode } from '../chain/production/mining.ts';
import type { Admission } from '../chain/production/producer.ts';
import type { Epochs } from '../chain/stored/epochs.ts';
import type { StoredChain } from '../chain/stored/storedChain.ts';
import type { TransactionOrigin } from '../execution/signatures/signatureChecks.ts';
import { hasUsableSigner } from '../execution/signatures/signerLookup.ts';
import { ViewError } from '../execution/taskThread.ts';
import { describeReexecution } from '../execution/traces/describeReexecution.ts';
import type { TracePool } from '../execution/traces/tracePool.ts';
import type { ViewCache } from '../execution/views/viewCache.ts';
import type { Home } from '../home/homeFolder.ts';
import { limitConnections } from '../http/connections/descriptors.ts';
import { realTime, startUptime } from '../process/realTime.ts';
import { describeClient, type LiveConfig } from '../rpc/config/describeClient.ts';
import { resolveLimits } from '../rpc/config/limits.ts';
import type { RpcContext, RpcMetrics } from '../rpc/core/context.ts';
import type { RefusedTransactions } from '../rpc/core/refusedTransactions.ts';
import { RequestLog } from '../rpc/core/requestLog.ts';
import { ResponseCache } from '../rpc/core/responseCache.ts';
import type { ScanBody } from '../rpc/messages/scanBody.ts';
import type { KeptStates } from '../state/stateView.ts';
import type { Store } from '../store/store.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { NodeMetrics } from '../telemetry/metrics.ts';
import type { Terminal } from '../telemetry/terminal.ts';
import type { HashedTransaction } from '../types/transaction.ts';
import type { ChainLink } from './chain/chainLink.ts';
import { forecastFinality } from './chain/finalityForecast.ts';
import type { ReadNewestHeight } from './chain/newestHeight.ts';
import { logFailedView } from './logs/callLog.ts';
import type { NodeControls } from './nodeControls.ts';
import type { StartOptions } from './options.ts';

export interface RpcParts {
  readonly home: Home;
  readonly options: StartOptions;
  readonly caches: Caches;
  readonly chain: StoredChain;
  readonly newestHeight: ReadNewestHeight;
  readonly epochs: Epochs;
  readonly states: KeptStates;
  readonly store: Store;
  readonly thread: ChainLink;
  readonly views: Pick<ViewCache, 'callFunction'>;
  readonly traces: Pick<TracePool, 'perform'>;
  readonly controls: NodeControls;
  readonly scanBody: ScanBody;
  readonly metrics: NodeMetrics;
  readonly logger: Logger;
  readonly terminal: Pick<Terminal, 'styles'>;
  readonly refused: RefusedTransactions;
  /** Where the service listens; called when a request comes in. */
  rpcAddress(): string;
}

export function createRpcContext(parts: RpcParts): RpcContext {
  const { home, caches, chain, epochs, states, store, thread, views } = parts;
  const { traces, controls, metrics, logger, terminal, refused, options, newestHeight } = parts;
  const { finalWaitMs = 0, mining } = options;
  const { accountId, secretKey } = home.validatorKey;
  const originOf = ({ transaction }: HashedTransaction, source: string): TransactionOrigin => ({
    source,
    hasUsableSigner: () => hasUsableSigner({ chain, epochs, states }, transaction),
  });
  thread.onFailure((error) => logger.error(error, 'following the chain failed'));
  return {
    caches,
    chain,
    epochs,
    states,
    genesis: home.genesis.config,
    clientConfig: describeClient(home.config, home.genesis.config, describeLive(parts)),
    node: {
      nodePublicKey: secretToPublic(home.nodeKey.secretKey),
      validator: { accountId, publicKey: secretToPublic(secretKey) },
      peersMax: home.config.network.maxNumPeers,
      uptimeSeconds: startUptime(),
      isSyncing: () => false,
      expectsBlocks: () => controls.makesBlocks,
      idlePause: () => BigInt(idleMs(controls.mining) ?? 0) * NS_PER_MS,
      halted: () => thread.halted,
    },
    port: {
      submit: async (transaction, source) => {
        metrics.countTransaction();
        const admission = await thread.submit(transaction, originOf(transaction, source));
        return countAdmission(admission, metrics);
      },
      check: (transaction, source) => thread.check(transaction, originOf(transaction, source)),
      isWaiting: (transactionHash) => thread.isWaiting(transactionHash),
      ...(hasPacedFinality(options.mining) && { awaitFinality: () => thread.awaitFinality() }),
    },
    scanBody: parts.scanBody,
    answers: createResponseCache(parts),
    readRow: (column, key) => store.get(column, key),
    refused,
    ...(options.controls && {
      controls,
      requests: new RequestLog(realTime.now),
      sponsors: options.sponsors,
    }),
    callFunction: (call) => {
      const viewing = countViews(() => views.callFunction(call), metrics);
      return whenReady(viewing, (result) => {
        logFailedView(logger, terminal.styles, call, result);
        return result;
      });
    },
    ...describeReexecution(async (task) => countViews(() => traces.perform(task), metrics)),
    onBlock: (listener) => thread.onBlock(listener),
    onRevert: (listener) => thread.onRevert(listener),
    onHalt: (listener) => thread.onHalt(listener),
    ...(finalWaitMs > 0 && {
      finality: forecastFinality({ thread, mining, waitMs: finalWaitMs, newestHeight }),
    }),
    ...realTime,
    limits: limitConnections(resolveLimits(home.config, options.limits)),
    metrics,
    reportFailure: (error, method) => logger.error(error, `${method} failed`),
  };
}

function createResponseCache({ thread, newestHeight, caches }: RpcParts): ResponseCache {
  const notices = {
    onBlock: (listener: () => void) => thread.onBlock(listener),
    onRevert: (listener: () => void) => thread.onRevert(listener),
    newestHeight,
  };
  return new ResponseCache(notices, caches);
}

/** The block interval depends on the mining mode, which can change at runtime, not on the file. */
function describeLive({ home, controls, rpcAddress }: RpcParts): LiveConfig {
  const { minBlockProductionDelay, maxBlockProductionDelay: usual } = home.config.consensus;
  return {
    rpcAddr: rpcAddress,
    minBlockProductionDelay: () => intervalOf(controls.mining) ?? minBlockProductionDelay,
    maxBlockProductionDelay: () => {
      const heartbeat = heartbeatOf(controls.mining);
      return intervalOf(controls.mining) ?? (heartbeat > usual ? heartbeat : usual);
    },
  };
}

function intervalOf(mining: MiningMode): bigint | null {
  const hasInterval = typeof mining === 'object' && 'intervalMs' in mining;
  return hasInterval ? BigInt(mining.intervalMs) * NS_PER_MS : null;
}

function heartbeatOf(mining: MiningMode): bigint {
  const hasHeartbeat = typeof mining === 'object' && 'heartbeatMs' in mining;
  return hasHeartbeat ? BigInt(mining.heartbeatMs) * NS_PER_MS : 0n;
}

function countAdmission(admission: Admission, metrics: RpcMetrics): Admission {
  if (admission.kind === 'dropped') metrics.countRefusal(admission.cause);
  if (admission.kind === 'invalid') metrics.countRefusal('invalid_transaction');
  return admission;
}

function countViews<T>(view: () => T | Promise<T>, metrics: RpcMetrics): T | Promise<T> {
  return catching(view, (error) => {
    if (error instanceof ViewError && error.code === 'view_busy') metrics.countRefusal('views');
    if (error instanceof ViewError && error.code === 'view_timeout') {
      metrics.countRefusal('view_time');
    }
    throw error;
  });
}
