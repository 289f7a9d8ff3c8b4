// A context without a chain, for requests that end before the chain is read. Tests replace the
// parts they need; any other access fails.

import { keyFromSeed, secretToPublic } from '../../../src/base/crypto/keys.ts';
import { ConfigFile, createClientConfig } from '../../../src/rpc/config/configFile.ts';
import { resolveLimits } from '../../../src/rpc/config/limits.ts';
import type { RpcContext, RpcLimits } from '../../../src/rpc/core/context.ts';
import { GenesisConfig } from '../../../src/types/genesis.ts';
import { readText } from '../../support/repository.ts';

export function readTourGenesis(): GenesisConfig {
  return GenesisConfig.parse(JSON.parse(readText('test/recordings/data/tour/genesis.json')));
}

export function readTourConfig(): ConfigFile {
  return ConfigFile.parse(JSON.parse(readText('test/recordings/data/tour/config.json')));
}

const TEST_LIMITS: RpcLimits = {
  ...resolveLimits(ConfigFile.parse({})),
  waitsMax: 10,
  indexerRequestsMax: 1,
};

/** Every property fails when it is used. */
function untouchable<T extends object>(name: string): T {
  return new Proxy({} as T, {
    get: (_target, property) => {
      throw new Error(`${name}.${String(property)} was not expected`);
    },
  });
}

export function createFakeContext(parts: Partial<RpcContext> = {}): RpcContext {
  const genesis = readTourGenesis();
  const version = { version: 'trunk', build: 'test', commit: 'test', rustcVersion: '1.0.0' };
  return {
    chain: untouchable('chain'),
    epochs: untouchable('epochs'),
    states: untouchable('states'),
    genesis,
    clientConfig: createClientConfig(readTourConfig(), genesis, version),
    node: {
      nodePublicKey: secretToPublic(keyFromSeed('ed25519', 'node')),
      validator: null,
      peersMax: 40,
      uptimeSeconds: () => 0,
      isSyncing: () => false,
      expectsBlocks: () => false,
    },
    port: untouchable('port'),
    onBlock: () => () => {},
    now: () => 0n,
    timer: () => () => {},
    limits: TEST_LIMITS,
    metrics: {
      startRequest: () => () => {},
      countTimeout: () => {},
      countWaitUntil: () => {},
      countRefusal: () => {},
      changeConnections: () => {},
      changeWaits: () => {},
      countStatusRequest: () => {},
      countPrometheusRequest: () => {},
      format: async () => '# nothing\n',
    },
    reportFailure: (error) => {
      throw error;
    },
    ...parts,
  };
}
