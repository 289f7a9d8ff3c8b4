// The client configuration as `client_config` returns it, with the reference's three spellings of a
// duration. Limits are enforced with the values from here. Follows
// core/chain-configs/src/client_config.rs.

import { NS_PER_SECOND } from '../../base/units.ts';
import { type Codec, jsonOnly, type TypeOf, writeOnly } from '../../codec/codec.ts';
import {
  bool,
  option,
  pair,
  string,
  u8,
  u32,
  u64,
  u64Number,
  vec,
} from '../../codec/primitives.ts';
import { nullable } from '../../codec/schema.ts';
import { defaulted, omitNull, struct } from '../../codec/struct.ts';
import { union, unit, words } from '../../codec/union.ts';
import { accountId } from '../../types/accountId.ts';
import { Ratio } from '../../types/genesis.ts';
import { shardId } from '../../types/primitives.ts';

/** Nanoseconds in code. */
function duration<W>(
  wire: Codec<W>,
  toWire: (secs: number, nanos: number) => W,
  fromWire: (wire: W) => readonly [secs: number, nanos: number],
): Codec<bigint> {
  return jsonOnly({
    json: (ns) => wire.json(toWire(Number(ns / NS_PER_SECOND), Number(ns % NS_PER_SECOND))),
    parse: (json) => {
      const [secs, nanos] = fromWire(wire.parse(json));
      return BigInt(secs) * NS_PER_SECOND + BigInt(nanos);
    },
    schema: wire.schema,
  });
}

const Pair = pair(u64Number, u32);
const Parts = struct({ secs: u64Number, nanos: u32 });
const DeclaredParts = struct({ secs: u64Number, nanos: u32 }, 'declared');

/** `[secs, nanos]` */
const durationPair = duration(
  Pair,
  (secs, nanos) => [secs, nanos] as const,
  (both) => both,
);

/** `{"nanos": .., "secs": ..}`, which is also the spelling of config.json. */
export const durationParts = duration(
  Parts,
  (secs, nanos) => ({ secs, nanos }),
  ({ secs, nanos }) => [secs, nanos],
);

/** A value that can be changed at run time is shown as a string that holds its JSON. */
function changeable<T>(codec: Pick<Codec<T>, 'json'>): Codec<T> {
  return writeOnly({
    json: (value) => string.json(codec.json(value)),
    schema: (scope) => scope.ref('MutableConfigValue', () => ({ type: 'string' })),
  });
}

const declaredDuration = duration(
  DeclaredParts,
  (secs, nanos) => ({ secs, nanos }),
  ({ secs, nanos }) => [secs, nanos],
);

export const ReshardingConfig = struct(
  {
    batchSize: u64Number,
    batchDelay: declaredDuration,
    retryDelay: declaredDuration,
    initialDelay: declaredDuration,
    maxPollTime: declaredDuration,
    catchUpBlocks: u64Number,
  },
  'declared',
);

export const TrackedShards = union('TrackedShardsConfig', {
  NoShards: unit,
  Shards: vec(string),
  AllShards: unit,
  ShadowValidator: accountId,
  Schedule: vec(vec(shardId)),
  Accounts: vec(accountId),
});

export const EpochSync = struct({
  epochSyncHorizonNumEpochs: u64Number,
  timeoutForEpochSync: durationParts,
});

export const LogSummaryStyle = words('LogSummaryStyle', ['plain', 'colored']);

const Version = struct({ version: string, build: string, commit: string, rustcVersion: string });

export const StorageLocation = union('ExternalStorageLocation', {
  S3: struct({ bucket: string, region: string }),
  Filesystem: struct({ rootDir: string }),
  GCS: struct({ bucket: string }),
});

const StateDump = struct({
  location: StorageLocation,
  restartDumpForShards: omitNull(option(vec(shardId))),
  iterationDelay: omitNull(option(durationParts)),
  credentialsFile: omitNull(option(string)),
});

/** Included only if it differs from the reference's default. */
export const Concurrency = struct({
  apply: u8,
  applyDuringCatchup: u8,
  peerDownloads: u8,
  perShard: u8,
});
type Concurrency = TypeOf<typeof Concurrency>;

export const DEFAULT_CONCURRENCY: Concurrency = {
  apply: 4,
  applyDuringCatchup: 1,
  peerDownloads: 10,
  perShard: 6,
};

/** The default level of a section differs from that of a file without the section. */
export const StateSync = struct({
  dump: omitNull(option(StateDump)),
  concurrency: omitNull(unlessDefault(Concurrency, DEFAULT_CONCURRENCY)),
  partsCompressionLvl: defaulted(u64Number, 1),
});

export const ChunkDistributionNetwork = struct({
  enabled: bool,
  uris: struct({ get: string, set: string }),
});

/** Null for the value that is omitted. */
function unlessDefault<T>(codec: Codec<T>, usual: T): Codec<T | null> {
  const usualText = codec.json(usual);
  return jsonOnly({
    json: (value) => (value === null ? 'null' : codec.json(value)),
    parse: (json) => {
      const value = codec.parse(json);
      return codec.json(value) === usualText ? null : value;
    },
    schema: (scope) => nullable(codec.schema(scope)),
  });
}

const GarbageCollection = struct({
  gcBlocksLimit: u64Number,
  gcForkCleanStep: u64Number,
  gcNumEpochsToKeep: u64Number,
  gcStepPeriod: durationParts,
});

/** A component of the reference that this node does not have. */
export const CloudArchivalWriter = struct({
  archiveBlockData: bool,
  catchUpThrottle: durationParts,
  pollingInterval: durationParts,
  snapshotEveryNEpochs: u64Number,
});

export const clientConfigFields = {
  version: Version,
  chainId: string,
  rpcAddr: option(string),
  expectedShutdown: changeable(option(u64Number)),
  blockProductionTrackingDelay: changeable(durationPair),
  minBlockProductionDelay: changeable(durationPair),
  maxBlockProductionDelay: changeable(durationPair),
  maxBlockWaitDelay: changeable(durationPair),
  chunkWaitMult: changeable(Ratio),
  skipSyncWait: bool,
  syncCheckPeriod: durationPair,
  syncStepPeriod: durationPair,
  syncHeightThreshold: u64Number,
  syncMaxBlockRequests: u64Number,
  headerSyncInitialTimeout: durationPair,
  headerSyncProgressTimeout: durationPair,
  headerSyncStallBanTimeout: durationPair,
  headerSyncExpectedHeightPerSecond: u64Number,
  blockRequestTimeout: durationPair,
  stateSyncP2pTimeout: durationPair,
  stateSyncRetryBackoff: durationPair,
  minNumPeers: u64Number,
  logSummaryPeriod: durationPair,
  logSummaryStyle: LogSummaryStyle,
  produceEmptyBlocks: bool,
  epochLength: u64Number,
  numBlockProducerSeats: u64Number,
  ttlAccountIdRouter: durationPair,
  catchupStepPeriod: durationPair,
  chunkRequestRetryPeriod: durationPair,
  doomslugStepPeriod: changeable(durationPair),
  blockHeaderFetchHorizon: u64Number,
  gc: GarbageCollection,
  trackedShardsConfig: TrackedShards,
  archive: bool,
  cloudArchivalWriter: option(CloudArchivalWriter),
  saveTrieChanges: bool,
  saveTxOutcomes: bool,
  saveReceiptToTx: bool,
  receiptToTxMaxHintWindow: u64Number,
  receiptToTxMaxHopDistance: u64Number,
  receiptToTxMaxOutcomesPerRequest: u64Number,
  saveStateChanges: bool,
  saveUntrackedPartialChunksParts: bool,
  viewClientThreads: u64Number,
  chunkValidationThreads: u64Number,
  stateRequestThrottlePeriod: durationPair,
  stateRequestsPerThrottlePeriod: u64Number,
  stateRequestServerThreads: u64Number,
  trieViewerStateSizeLimit: option(u64Number),
  viewAccessKeysLimit: u32,
  maxGasBurntView: option(u64),
  enableStatisticsExport: bool,
  clientBackgroundMigrationThreads: u64Number,
  stateSync: StateSync,
  epochSync: EpochSync,
  transactionPoolSizeLimit: option(u64Number),
  transactionPoolStrictNonceTtlBlocks: u64Number,
  enableMultilineLogging: bool,
  reshardingConfig: changeable(ReshardingConfig),
  txRoutingHeightHorizon: u64Number,
  disableTxRouting: bool,
  produceChunkAddTransactionsTimeLimit: changeable(option(durationPair)),
  chunkDistributionNetwork: option(ChunkDistributionNetwork),
  orphanStateWitnessPoolSize: u64Number,
  orphanStateWitnessMaxSize: u64Number,
  saveLatestWitnesses: bool,
  saveInvalidWitnesses: bool,
  transactionRequestHandlerThreads: u64Number,
  protocolVersionCheck: words('ProtocolVersionCheckConfig', ['Next', 'NextNext']),
  enableEarlyPrepareTransactions: bool,
  chunksCacheHeightHorizon: u64Number,
} as const;

export const ClientConfig = struct(clientConfigFields);
export type ClientConfig = TypeOf<typeof ClientConfig>;
