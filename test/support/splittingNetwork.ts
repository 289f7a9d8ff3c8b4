// A network whose shards are split as soon as the protocol allows, up to five.

import { createEpochConfigs } from '../../src/params/epochConfigs.ts';
import { type ProtocolRules, RELEASE_RULES } from '../../src/params/protocolRules.ts';
import type { Store } from '../../src/store/store.ts';
import { CheckedNetwork } from '../chain/checkedNetwork.ts';
import { PROTOCOL } from './protocol.ts';
import { createSplittableLayout } from './staticSplit.ts';
import { createNetworkGenesis, FORGIVING, type NetworkOptions } from './testNetwork.ts';

export const SPLITTING_EPOCH = 8;
const SHARDS_MAX = 5n;

const CONFIG: NonNullable<NetworkOptions['config']> = {
  ...FORGIVING,
  epochLength: SPLITTING_EPOCH,
  shardLayout: createSplittableLayout([], [0]),
};

/** The configuration that such a chain has without files, but with shards that are split. */
function createRules(): ProtocolRules {
  const genesis = createNetworkGenesis({ config: CONFIG }).config;
  const config = createEpochConfigs(genesis).at(genesis.protocolVersion);
  const dynamic = {
    memoryUsageThreshold: 1_500n,
    minChildMemoryUsage: 500n,
    maxNumberOfShards: SHARDS_MAX,
    minEpochsBetweenResharding: 1n,
    forceSplitShards: [],
    blockSplitShards: [],
  };
  const shardLayoutConfig = { kind: 'dynamic', config: dynamic } as const;
  return { ...RELEASE_RULES, epochConfigs: [[PROTOCOL.version, { ...config, shardLayoutConfig }]] };
}

export function createSplittingNetwork(store?: Store): CheckedNetwork {
  return new CheckedNetwork({ config: CONFIG, rules: createRules() }, store);
}
