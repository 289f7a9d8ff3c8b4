// The part of config.json that the service uses and returns. Missing keys default to the values
// that the reference's `init` writes; keys without a meaning here are ignored.

import { NS_PER_MS as MS, NS_PER_SECOND as SECOND } from '../../base/units.ts';
import type { TypeOf } from '../../codec/codec.ts';
import { bool, option, string, u32, u64, u64Number, vec } from '../../codec/primitives.ts';
import { defaulted, struct } from '../../codec/struct.ts';
import { words } from '../../codec/union.ts';
import { STRICT_NONCE_TTL_BLOCKS } from '../../params/constants.ts';
import type { GenesisConfig } from '../../types/genesis.ts';
import { Ratio } from '../../types/genesis.ts';
import {
  ChunkDistributionNetwork,
  type ClientConfig,
  durationParts,
  EpochSync,
  LogSummaryStyle,
  ReshardingConfig,
  StateSync,
  TrackedShards,
} from './clientConfig.ts';

function duration(value: bigint) {
  return defaulted(durationParts, value);
}

function count(value: number) {
  return defaulted(u64Number, value);
}

/** How blocks are produced and fetched. */
const Consensus = struct({
  minNumPeers: count(3),
  blockProductionTrackingDelay: duration(10n * MS),
  minBlockProductionDelay: duration(600n * MS),
  maxBlockProductionDelay: duration(2n * SECOND),
  maxBlockWaitDelay: duration(6n * SECOND),
  chunkWaitMult: defaulted(Ratio, [1, 3]),
  produceEmptyBlocks: defaulted(bool, true),
  blockHeaderFetchHorizon: count(50),
  catchupStepPeriod: duration(100n * MS),
  chunkRequestRetryPeriod: duration(400n * MS),
  headerSyncInitialTimeout: duration(10n * SECOND),
  headerSyncProgressTimeout: duration(2n * SECOND),
  headerSyncStallBanTimeout: duration(120n * SECOND),
  blockRequestTimeout: duration(60n * SECOND),
  stateSyncP2pTimeout: duration(10n * SECOND),
  stateSyncRetryBackoff: duration(SECOND),
  headerSyncExpectedHeightPerSecond: count(10),
  syncCheckPeriod: duration(10n * SECOND),
  syncStepPeriod: duration(10n * MS),
  doomslugStepPeriod: duration(10n * MS),
  syncHeightThreshold: count(1),
  syncMaxBlockRequests: count(10),
});

const Network = struct({
  maxNumPeers: count(40),
  skipSyncWait: defaulted(bool, false),
  ttlAccountIdRouter: duration(3600n * SECOND),
});

const StoreSection = struct({ enableStatisticsExport: defaulted(bool, true) });

const Polling = struct({ pollingTimeout: duration(10n * SECOND) });
const Payload = struct({ jsonPayloadMaxSize: count(10 * 1024 * 1024) });

/** The section `rpc`; defaults apply if it is missing, and null disables the service. */
const RpcSection = struct({
  // The reference would listen on every address.
  addr: defaulted(string, '127.0.0.1:3030'),
  corsAllowedOrigins: defaulted(vec(string), ['*']),
  pollingConfig: defaulted(Polling, Polling.parse({})),
  limitsConfig: defaulted(Payload, Payload.parse({})),
  enableIndexerRpc: defaulted(bool, false),
  indexerMaxConcurrentRequests: count(1),
});

const DEFAULT_RESHARDING: TypeOf<typeof ReshardingConfig> = {
  batchSize: 500_000,
  batchDelay: 5n * MS,
  retryDelay: 10n * SECOND,
  initialDelay: 0n,
  maxPollTime: 7200n * SECOND,
  catchUpBlocks: 20,
};

const DEFAULT_STATE_SYNC: TypeOf<typeof StateSync> = {
  dump: null,
  concurrency: null,
  partsCompressionLvl: 0,
  sync: null,
};

/** Keys that the reference omits when they have their default are nullable here. */
export const ConfigFile = struct({
  rpc: defaulted(option(RpcSection), RpcSection.parse({})),
  network: defaulted(Network, Network.parse({})),
  consensus: defaulted(Consensus, Consensus.parse({})),
  store: defaulted(StoreSection, StoreSection.parse({})),
  stateSync: defaulted(option(StateSync), null),
  chunkDistributionNetwork: defaulted(option(ChunkDistributionNetwork), null),
  trackedShardsConfig: defaulted(TrackedShards, { kind: 'AllShards' }),
  archive: defaulted(bool, false),
  saveTrieChanges: defaulted(option(bool), null),
  saveTxOutcomes: defaulted(option(bool), null),
  saveReceiptToTx: defaulted(option(bool), null),
  saveStateChanges: defaulted(option(bool), null),
  saveUntrackedPartialChunksParts: defaulted(option(bool), null),
  receiptToTxMaxHintWindow: defaulted(option(u64Number), null),
  receiptToTxMaxHopDistance: defaulted(option(u64Number), null),
  receiptToTxMaxOutcomesPerRequest: defaulted(option(u64Number), null),
  logSummaryStyle: defaulted(LogSummaryStyle, 'colored'),
  logSummaryPeriod: duration(10n * SECOND),
  enableMultilineLogging: defaulted(option(bool), null),
  gcBlocksLimit: count(2),
  gcForkCleanStep: count(100),
  gcNumEpochsToKeep: count(5),
  gcStepPeriod: duration(500n * MS),
  viewClientThreads: count(4),
  chunkValidationThreads: defaulted(option(u64Number), null),
  stateRequestThrottlePeriod: duration(30n * SECOND),
  stateRequestsPerThrottlePeriod: count(30),
  stateRequestServerThreads: count(4),
  trieViewerStateSizeLimit: defaulted(option(u64Number), 50_000),
  viewAccessKeysLimit: defaulted(option(u32), null),
  maxGasBurntView: defaulted(option(u64), null),
  expectedShutdown: defaulted(option(u64Number), null),
  epochSync: defaulted(option(EpochSync), null),
  transactionPoolSizeLimit: defaulted(option(u64Number), 100_000_000),
  transactionPoolStrictNonceTtlBlocks: defaulted(option(u64Number), null),
  reshardingConfig: defaulted(ReshardingConfig, DEFAULT_RESHARDING),
  txRoutingHeightHorizon: count(4),
  disableTxRouting: defaulted(bool, false),
  produceChunkAddTransactionsTimeLimit: defaulted(option(durationParts), 200n * MS),
  orphanStateWitnessPoolSize: count(25),
  orphanStateWitnessMaxSize: count(40_000_000),
  saveLatestWitnesses: defaulted(bool, false),
  saveInvalidWitnesses: defaulted(bool, false),
  transactionRequestHandlerThreads: count(4),
  protocolVersionCheckConfigOverride: defaulted(
    option(words('ProtocolVersionCheckConfig', ['Next', 'NextNext'])),
    null,
  ),
  enableEarlyPrepareTransactions: defaulted(option(bool), null),
  chunksCacheHeightHorizon: defaulted(option(u64Number), null),
});
export type ConfigFile = TypeOf<typeof ConfigFile>;

/** The result of `client_config` for a node with this file, genesis and version. */
export function createClientConfig(
  file: ConfigFile,
  genesis: GenesisConfig,
  version: ClientConfig['version'],
): ClientConfig {
  const { consensus, network, rpc } = file;
  // Outcomes are kept by nodes that serve queries: archives, and those that track every shard.
  const answersQuestions = file.archive || file.trackedShardsConfig.kind === 'AllShards';
  const saveTxOutcomes = file.saveTxOutcomes ?? answersQuestions;
  return {
    ...consensus,
    ...file,
    version,
    chainId: genesis.chainId,
    epochLength: genesis.epochLength,
    numBlockProducerSeats: genesis.numBlockProducerSeats,
    rpcAddr: rpc?.addr ?? null,
    skipSyncWait: network.skipSyncWait,
    ttlAccountIdRouter: network.ttlAccountIdRouter,
    gc: file,
    saveTrieChanges: file.saveTrieChanges ?? !file.archive,
    saveTxOutcomes,
    saveReceiptToTx: file.saveReceiptToTx ?? saveTxOutcomes,
    saveStateChanges: file.saveStateChanges ?? true,
    saveUntrackedPartialChunksParts: file.saveUntrackedPartialChunksParts ?? true,
    receiptToTxMaxHintWindow: file.receiptToTxMaxHintWindow ?? 20,
    receiptToTxMaxHopDistance: file.receiptToTxMaxHopDistance ?? 20,
    receiptToTxMaxOutcomesPerRequest: file.receiptToTxMaxOutcomesPerRequest ?? 20_000,
    enableMultilineLogging: file.enableMultilineLogging ?? true,
    chunkValidationThreads: file.chunkValidationThreads ?? 4,
    viewAccessKeysLimit: file.viewAccessKeysLimit ?? 100,
    transactionPoolStrictNonceTtlBlocks:
      file.transactionPoolStrictNonceTtlBlocks ?? STRICT_NONCE_TTL_BLOCKS,
    protocolVersionCheck: file.protocolVersionCheckConfigOverride ?? 'NextNext',
    enableEarlyPrepareTransactions: file.enableEarlyPrepareTransactions ?? false,
    chunksCacheHeightHorizon: file.chunksCacheHeightHorizon ?? 2,
    epochSync: file.epochSync ?? {
      epochSyncHorizonNumEpochs: 2,
      timeoutForEpochSync: 60n * SECOND,
    },
    clientBackgroundMigrationThreads: 8,
    enableStatisticsExport: file.store.enableStatisticsExport,
    stateSync: file.stateSync ?? DEFAULT_STATE_SYNC,
    cloudArchivalWriter: null,
  };
}
