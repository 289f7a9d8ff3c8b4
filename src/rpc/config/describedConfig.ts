// The client configuration at the path of `client_config`, in the types of the interface
// description: instead of null, components that this node does not have are objects that are
// switched off, and limits are those in effect.

import type { TypeOf } from '../../codec/codec.ts';
import { string, u64, u64Number, vec } from '../../codec/primitives.ts';
import { struct } from '../../codec/struct.ts';
import { words } from '../../codec/union.ts';
import { shardId } from '../../types/primitives.ts';
import {
  ChunkDistributionNetwork,
  type ClientConfig,
  CloudArchivalWriter,
  Concurrency,
  clientConfigFields,
  DEFAULT_CONCURRENCY,
  durationParts,
  StorageLocation,
} from './clientConfig.ts';
import { POOL_BYTES_UNLIMITED } from './limits.ts';

const StateSync = struct({
  concurrency: Concurrency,
  dump: struct({
    location: StorageLocation,
    restartDumpForShards: vec(shardId),
    iterationDelay: durationParts,
    credentialsFile: string,
  }),
  partsCompressionLvl: u64Number,
  sync: words('SyncConfig', ['Peers']),
});

export const DescribedClientConfig = struct({
  ...clientConfigFields,
  maxGasBurntView: u64,
  transactionPoolSizeLimit: u64Number,
  trieViewerStateSizeLimit: u64Number,
  chunkDistributionNetwork: ChunkDistributionNetwork,
  cloudArchivalWriter: CloudArchivalWriter,
  stateSync: StateSync,
});

const NO_NETWORK = { enabled: false, uris: { get: '', set: '' } };
const NO_WRITER = {
  archiveBlockData: false,
  catchUpThrottle: 0n,
  pollingInterval: 0n,
  snapshotEveryNEpochs: 0,
};
const NO_LOCATION = { kind: 'S3', value: { bucket: '', region: '' } } as const;

export function toDescribedConfig(
  config: ClientConfig,
  viewGasLimit: bigint,
): TypeOf<typeof DescribedClientConfig> {
  const { dump, concurrency, partsCompressionLvl } = config.stateSync;
  return {
    ...config,
    maxGasBurntView: viewGasLimit,
    transactionPoolSizeLimit: config.transactionPoolSizeLimit ?? POOL_BYTES_UNLIMITED,
    trieViewerStateSizeLimit: config.trieViewerStateSizeLimit ?? Number.MAX_SAFE_INTEGER,
    chunkDistributionNetwork: config.chunkDistributionNetwork ?? NO_NETWORK,
    cloudArchivalWriter: NO_WRITER,
    stateSync: {
      concurrency: concurrency ?? DEFAULT_CONCURRENCY,
      dump: {
        location: dump?.location ?? NO_LOCATION,
        restartDumpForShards: dump?.restartDumpForShards ?? [],
        iterationDelay: dump?.iterationDelay ?? 0n,
        credentialsFile: dump?.credentialsFile ?? '',
      },
      partsCompressionLvl,
      sync: 'Peers',
    },
  };
}
