// Small epochs for tests: the configuration of a local chain and validators by name and stake.

import { HASH_ZERO } from '../../../src/base/crypto/hash.ts';
import type { ValidatorWork } from '../../../src/chain/epoch/uptime.ts';
import {
  type SelectionInput,
  selectValidators,
} from '../../../src/chain/epoch/validatorSelection.ts';
import { createEpochConfigs } from '../../../src/params/epochConfigs.ts';
import type { EpochInfo } from '../../../src/types/epoch.ts';
import type { EpochConfig } from '../../../src/types/epochConfig.ts';
import { createShardLayout, type ShardLayout } from '../../../src/types/shardLayout.ts';
import type { ValidatorStake } from '../../../src/types/validatorStake.ts';
import { readGenesis } from './recordedHeaders.ts';

/** One shard, version 87. */
export const GENESIS = readGenesis('tour');
export const CONFIG: EpochConfig = createEpochConfigs(GENESIS).at(GENESIS.protocolVersion);

const NO_KEY = { type: 'ed25519', data: new Uint8Array(32) } as const;

export function createStake(accountId: string, stake: number | bigint): ValidatorStake {
  return { accountId, publicKey: NO_KEY, stake: BigInt(stake) };
}

/** `['a', 10]` for each validator. */
export function createStakes(
  ...stakes: readonly (readonly [string, number | bigint])[]
): ValidatorStake[] {
  return stakes.map(([accountId, stake]) => createStake(accountId, stake));
}

/** Shards of any size are split, one at a time. */
export const DYNAMIC: EpochConfig = {
  ...CONFIG,
  shardLayoutConfig: {
    kind: 'dynamic',
    config: {
      memoryUsageThreshold: 0n,
      minChildMemoryUsage: 0n,
      maxNumberOfShards: 10n,
      minEpochsBetweenResharding: 1n,
      forceSplitShards: [],
      blockSplitShards: [],
    },
  },
};

export function createLayout(...shardIds: number[]): ShardLayout {
  return createShardLayout(
    shardIds.slice(1).map((_, index) => `test${index + 1}`),
    shardIds,
  );
}

/** The first epoch of a chain with these validators, unless specified otherwise. */
export function trySelect(input: Partial<SelectionInput>): EpochInfo | null {
  return selectValidators({
    config: CONFIG,
    rngSeed: HASH_ZERO,
    previous: null,
    proposals: [],
    kickouts: new Map(),
    rewards: new Map(),
    minted: 0n,
    protocolVersion: 87,
    shardLayout: createLayout(0),
    isSticky: true,
    ...input,
  });
}

export function select(input: Partial<SelectionInput>): EpochInfo {
  const epoch = trySelect(input);
  if (epoch === null) throw new Error('too few validators');
  return epoch;
}

type Counts = readonly [produced: number, expected: number];

export function createWork(
  blocks: Counts = [0, 0],
  chunks: Counts = [0, 0],
  endorsements: Counts = [0, 0],
): ValidatorWork {
  const count = ([produced, expected]: Counts) => ({ produced, expected });
  return { blocks: count(blocks), chunks: count(chunks), endorsements: count(endorsements) };
}
