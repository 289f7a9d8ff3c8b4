// The client configuration as `client_config` returns it, with the reference's three spellings of a
// duration. Limits are enforced with the values from here. Follows
// core/chain-configs/src/client_config.rs.

import { NS_PER_SECOND } from '../../base/units.ts';
import {
  type Codec,
  described,
  jsonOnly,
  named,
  type TypeOf,
  writeOnly,
} from '../../codec/codec.ts';
import { bool, option, pair, string, u8, u32, u64Number, vec } from '../../codec/primitives.ts';
import { defaulted, omitNull, struct } from '../../codec/struct.ts';
import { union, unit, words } from '../../codec/union.ts';
import { accountId } from '../../types/accountId.ts';
import { Ratio } from '../../types/genesis.ts';
import { gas, shardId } from '../../types/primitives.ts';

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
const parts = { secs: u64Number, nanos: u32 } as const;
const Parts = struct('DurationAsStdSchemaProvider', parts);
const DeclaredParts = struct(parts, 'declared');

/** `[secs, nanos]` */
const durationPair = described(
  duration(
    Pair,
    (secs, nanos) => [secs, nanos] as const,
    (both) => both,
  ),
  'Seconds and nanoseconds.',
);

/** `{"nanos": .., "secs": ..}`, which is also the spelling of config.json. */
export const durationParts = duration(
  Parts,
  (secs, nanos) => ({ secs, nanos }),
  ({ secs, nanos }) => [secs, nanos],
);

const MutableConfigValue = named(
  'MutableConfigValue',
  described(string, 'The JSON text of a value that can change at run time.'),
);

/** A value that can be changed at run time is shown as a string that holds its JSON. */
function changeable<T>(codec: Pick<Codec<T>, 'json'>): Codec<T> {
  return writeOnly({
    json: (value) => string.json(codec.json(value)),
    schema: MutableConfigValue.schema,
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

export const EpochSync = struct('EpochSyncConfig', {
  epochSyncHorizonNumEpochs: u64Number,
  timeoutForEpochSync: durationParts,
});

export const LogSummaryStyle = words('LogSummaryStyle', ['plain', 'colored']);

/** In the declared order only in the response of GET /status. */
export function createVersion(order?: 'declared') {
  return struct(
    'Version',
    {
      version: string,
      build: described(string, 'Which build of the version it is.'),
      commit: described(string, 'The commit that the program was built from.'),
      rustcVersion: described(string, 'The compiler or runtime of the program.'),
    },
    order,
  );
}

const StorageLocation = union('ExternalStorageLocation', {
  S3: struct({ bucket: string, region: string }),
  Filesystem: struct({ rootDir: string }),
  GCS: struct({ bucket: string }),
});

const StateDump = struct('DumpConfig', {
  location: described(StorageLocation, 'Where dumps of the state are written.'),
  restartDumpForShards: omitNull(option(vec(shardId))),
  iterationDelay: omitNull(option(durationParts)),
  credentialsFile: omitNull(option(string)),
});

const Concurrency = struct('SyncConcurrency', {
  apply: described(u8, 'Tasks that apply parts of the state.'),
  applyDuringCatchup: described(u8, 'The same while the node catches up.'),
  peerDownloads: described(u8, 'Simultaneous downloads from peers.'),
  perShard: described(u8, 'Simultaneous downloads for each shard.'),
});
type Concurrency = TypeOf<typeof Concurrency>;

export const DEFAULT_CONCURRENCY: Concurrency = {
  apply: 4,
  applyDuringCatchup: 1,
  peerDownloads: 10,
  perShard: 6,
};

/** Values that the reference omits, because they are its defaults, are null. */
export const StateSync = struct('StateSyncConfig', {
  dump: omitNull(option(StateDump)),
  concurrency: omitNull(unlessDefault(Concurrency, DEFAULT_CONCURRENCY)),
  // The default level of a section differs from that of a file without the section.
  partsCompressionLvl: defaulted(u64Number, 1),
  // There is no other way, whatever the file says.
  sync: omitNull({ ...option(words('SyncConfig', ['Peers'])), parse: () => null }),
});

export const ChunkDistributionNetwork = struct('ChunkDistributionNetworkConfig', {
  enabled: bool,
  uris: struct('ChunkDistributionUris', { get: string, set: string }),
});

const CloudArchivalWriter = struct('CloudArchivalWriterConfig', {
  archiveBlockData: bool,
  catchUpThrottle: durationParts,
  pollingInterval: durationParts,
  snapshotEveryNEpochs: u64Number,
});

/** Null for the value that is omitted. */
function unlessDefault<T>(codec: Codec<T>, usual: T): Codec<T | null> {
  const usualText = codec.json(usual);
  return {
    ...option(codec),
    parse: (json) => {
      const value = codec.parse(json);
      return codec.json(value) === usualText ? null : value;
    },
  };
}

const GarbageCollection = struct('GCConfig', {
  gcBlocksLimit: u64Number,
  gcForkCleanStep: u64Number,
  gcNumEpochsToKeep: u64Number,
  gcStepPeriod: durationParts,
});

export const ClientConfig = struct('RpcClientConfigResponse', {
  version: createVersion(),
  chainId: string,
  rpcAddr: described(option(string), 'Where JSON-RPC is served; null if it is not.'),
  expectedShutdown: described(
    changeable(option(u64Number)),
    'The height at which the node stops, or null.',
  ),
  blockProductionTrackingDelay: described(
    changeable(durationPair),
    'How often the node checks whether it can produce a block.',
  ),
  minBlockProductionDelay: described(changeable(durationPair), 'The shortest time between blocks.'),
  maxBlockProductionDelay: described(
    changeable(durationPair),
    'The longest time to wait for approvals before a block is produced.',
  ),
  maxBlockWaitDelay: described(
    changeable(durationPair),
    'The longest time to wait for a block before it is skipped.',
  ),
  chunkWaitMult: described(
    changeable(Ratio),
    'The share of the block delay for which chunks are awaited.',
  ),
  skipSyncWait: described(bool, 'Whether the node starts without waiting for peers.'),
  syncCheckPeriod: durationPair,
  syncStepPeriod: durationPair,
  syncHeightThreshold: described(u64Number, 'How far the node may be behind before it syncs.'),
  syncMaxBlockRequests: u64Number,
  headerSyncInitialTimeout: durationPair,
  headerSyncProgressTimeout: durationPair,
  headerSyncStallBanTimeout: durationPair,
  headerSyncExpectedHeightPerSecond: u64Number,
  blockRequestTimeout: durationPair,
  stateSyncP2pTimeout: durationPair,
  stateSyncRetryBackoff: durationPair,
  minNumPeers: described(u64Number, 'The number of peers before blocks are produced.'),
  logSummaryPeriod: described(durationPair, 'How often a summary is logged.'),
  logSummaryStyle: LogSummaryStyle,
  produceEmptyBlocks: described(bool, 'Whether blocks without chunks are produced.'),
  epochLength: described(u64Number, 'The length of an epoch in blocks.'),
  numBlockProducerSeats: u64Number,
  ttlAccountIdRouter: described(durationPair, 'How long the peer of an account is remembered.'),
  catchupStepPeriod: durationPair,
  chunkRequestRetryPeriod: durationPair,
  doomslugStepPeriod: changeable(durationPair),
  blockHeaderFetchHorizon: described(
    u64Number,
    'How far ahead of the head block headers are fetched.',
  ),
  gc: described(GarbageCollection, 'How old blocks are collected.'),
  trackedShardsConfig: described(TrackedShards, 'The shards whose state the node has.'),
  archive: described(bool, 'Whether old blocks are kept.'),
  cloudArchivalWriter: described(
    option(CloudArchivalWriter),
    'How old data is written to external storage.',
  ),
  saveTrieChanges: described(
    bool,
    'Whether changes of the trie are kept, without which nothing can be collected.',
  ),
  saveTxOutcomes: described(bool, 'Whether outcomes of transactions and receipts are kept.'),
  saveReceiptToTx: described(bool, 'Whether the transaction that each receipt came from is kept.'),
  receiptToTxMaxHintWindow: described(
    u64Number,
    'The largest `window` of EXPERIMENTAL_receipt_to_tx.',
  ),
  receiptToTxMaxHopDistance: described(
    u64Number,
    'How many receipts EXPERIMENTAL_receipt_to_tx goes back.',
  ),
  receiptToTxMaxOutcomesPerRequest: described(
    u64Number,
    'How many outcomes EXPERIMENTAL_receipt_to_tx reads.',
  ),
  saveStateChanges: described(bool, 'Whether `changes` can be answered.'),
  saveUntrackedPartialChunksParts: bool,
  viewClientThreads: u64Number,
  chunkValidationThreads: u64Number,
  stateRequestThrottlePeriod: durationPair,
  stateRequestsPerThrottlePeriod: u64Number,
  stateRequestServerThreads: u64Number,
  trieViewerStateSizeLimit: described(
    option(u64Number),
    'The largest state in bytes that view_state returns at once; null for no limit.',
  ),
  viewAccessKeysLimit: described(
    u32,
    'The largest number of keys that view_access_key_list returns.',
  ),
  maxGasBurntView: described(
    option(gas),
    'The gas limit of view calls; null for that of the protocol.',
  ),
  enableStatisticsExport: bool,
  clientBackgroundMigrationThreads: u64Number,
  stateSync: StateSync,
  epochSync: EpochSync,
  transactionPoolSizeLimit: described(
    option(u64Number),
    'The largest size of pending transactions in bytes; null for no limit.',
  ),
  transactionPoolStrictNonceTtlBlocks: described(
    u64Number,
    'After how many blocks a pending transaction with a strict nonce is dropped.',
  ),
  enableMultilineLogging: bool,
  reshardingConfig: described(changeable(ReshardingConfig), 'How shards are split.'),
  txRoutingHeightHorizon: described(
    u64Number,
    'To the chunk producers of how many coming heights transactions are forwarded.',
  ),
  disableTxRouting: bool,
  produceChunkAddTransactionsTimeLimit: described(
    changeable(option(durationPair)),
    'How long transactions are added to a chunk; null for no limit.',
  ),
  chunkDistributionNetwork: described(
    option(ChunkDistributionNetwork),
    'A shared cache of chunks, if there is one.',
  ),
  orphanStateWitnessPoolSize: u64Number,
  orphanStateWitnessMaxSize: u64Number,
  saveLatestWitnesses: bool,
  saveInvalidWitnesses: bool,
  transactionRequestHandlerThreads: u64Number,
  protocolVersionCheck: described(
    words('ProtocolVersionCheckConfig', ['Next', 'NextNext']),
    'Which later version makes the node stop if it does not support it.',
  ),
  enableEarlyPrepareTransactions: bool,
  chunksCacheHeightHorizon: described(u64Number, 'For how many heights chunks are cached.'),
});
export type ClientConfig = TypeOf<typeof ClientConfig>;
