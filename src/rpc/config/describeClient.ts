// The result of `client_config`: config.json, with the values that are only known or can change at
// run time.

import { NODE_VERSION } from '../../base/version.ts';
import type { GenesisConfig } from '../../types/genesis.ts';
import type { ClientConfig } from './clientConfig.ts';
import { type ConfigFile, createClientConfig } from './configFile.ts';

/** Read for each response. */
export type LiveConfig = { readonly [Name in keyof ClientConfig]?: () => ClientConfig[Name] } & {
  /** With port 0, the system chooses a port only when the service starts to listen. */
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
