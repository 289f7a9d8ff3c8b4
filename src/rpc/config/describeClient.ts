// The answer of `client_config`: what config.json says, apart from what a node knows, or may
// change, only while it runs.

import { NODE_VERSION } from '../../base/version.ts';
import type { GenesisConfig } from '../../types/genesis.ts';
import type { ClientConfig } from './clientConfig.ts';
import { type ConfigFile, createClientConfig } from './configFile.ts';

/** Asked for with each answer. */
export type LiveConfig = { readonly [Name in keyof ClientConfig]?: () => ClientConfig[Name] } & {
  /** The system chooses port 0 only when the service begins to listen. */
  readonly rpcAddr: () => string;
};

export function describeClient(
  file: ConfigFile,
  genesis: GenesisConfig,
  live: LiveConfig,
): ClientConfig {
  const config = createClientConfig(file, genesis, NODE_VERSION);
  for (const [name, get] of Object.entries(live)) {
    Object.defineProperty(config, name, { get, enumerable: true });
  }
  return config;
}
