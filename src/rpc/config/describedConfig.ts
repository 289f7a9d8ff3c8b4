// The client configuration at the path of `client_config`, in the types of the interface
// description: instead of null, components that this node does not have are objects that are
// switched off, and limits are those in effect.

import { type ClientConfig, DEFAULT_CONCURRENCY } from './clientConfig.ts';
import { POOL_BYTES_UNLIMITED } from './limits.ts';

const NO_NETWORK = { enabled: false, uris: { get: '', set: '' } };
const NO_WRITER = {
  archiveBlockData: false,
  catchUpThrottle: 0n,
  pollingInterval: 0n,
  snapshotEveryNEpochs: 0,
};
const NO_LOCATION = { kind: 'S3', value: { bucket: '', region: '' } } as const;

export function toDescribedConfig(config: ClientConfig, viewGasLimit: bigint): ClientConfig {
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
