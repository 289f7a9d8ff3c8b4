// The genesis of a local chain. The values are those that the reference's `init` writes, but for
// the two periods: a transaction costs a local chain five blocks, so a validity of 100 blocks would
// let a client's transaction expire after twenty others.

import { ChaChaRng } from '../base/crypto/chacha.ts';
import {
  keyFromSeed,
  type PublicKey,
  publicKeyToHandle,
  secretToPublic,
} from '../base/crypto/keys.ts';
import type { AccountId } from '../types/accountId.ts';
import type { Genesis, GenesisConfig, StateRecord } from '../types/genesis.ts';
import { createShardLayout, type ShardLayout } from '../types/shardLayout.ts';
import { newestVersion } from './protocol.ts';

const YOCTO_PER_NEAR = 10n ** 24n;

/** The one validator, the treasury, and the parent of the funded accounts. */
export const ROOT_ACCOUNT = 'test.near';
const ROOT_AMOUNT = 1_000_000_000n * YOCTO_PER_NEAR;
const ROOT_STAKE = 50_000_000n * YOCTO_PER_NEAR;

/** The parent of `test.near`; its key follows from its name, as in the reference. */
const NEAR_ACCOUNT = 'near';
const NEAR_AMOUNT = 1_000_000_000n * YOCTO_PER_NEAR;

const FUNDED_AMOUNT = 10_000n * YOCTO_PER_NEAR;
const FUNDED_NAMES = [
  'alice',
  'bob',
  'carol',
  'dave',
  'erin',
  'frank',
  'grace',
  'heidi',
  'ivan',
  'judy',
];

/** The names of the funded accounts: ten well-known ones, then numbers. */
export function fundedAccountIds(count: number): AccountId[] {
  return Array.from(
    { length: count },
    (_, index) => `${FUNDED_NAMES[index] ?? `user${index + 1}`}.${ROOT_ACCOUNT}`,
  );
}

type LocalGenesisOptions = {
  /** RFC 3339, as written to the file. */
  readonly genesisTime: string;
  /** The one validator; `test.near` if nothing is said. */
  readonly rootId?: AccountId | undefined;
  readonly rootKey: PublicKey;
  readonly accounts: readonly { readonly accountId: AccountId; readonly publicKey: PublicKey }[];
  readonly shards: number;
  /** What shall differ from the usual values. */
  readonly config?: Partial<GenesisConfig> | undefined;
};

export function createLocalGenesis(options: LocalGenesisOptions): Genesis {
  const { genesisTime, rootId = ROOT_ACCOUNT, rootKey, accounts, shards } = options;
  const nearKey = secretToPublic(keyFromSeed('ed25519', NEAR_ACCOUNT));
  const records = [
    ...createAccount(rootId, rootKey, { amount: ROOT_AMOUNT, locked: ROOT_STAKE }),
    ...createAccount(NEAR_ACCOUNT, nearKey, { amount: NEAR_AMOUNT, locked: 0n }),
    ...accounts.flatMap(({ accountId, publicKey }) =>
      createAccount(accountId, publicKey, { amount: FUNDED_AMOUNT, locked: 0n }),
    ),
  ];
  const accountIds = [rootId, NEAR_ACCOUNT, ...accounts.map(({ accountId }) => accountId)];
  const config: GenesisConfig = {
    ...LOCAL_CONFIG,
    genesisTime,
    validators: [{ accountId: rootId, publicKey: rootKey, amount: ROOT_STAKE }],
    totalSupply: sumBalances(records),
    shardLayout: spreadShards(accountIds, shards),
    protocolTreasuryAccount: rootId,
    ...options.config,
  };
  return { config, records };
}

const LOCAL_CONFIG = {
  protocolVersion: newestVersion('release'),
  chainId: 'localnet',
  genesisHeight: 0,
  numBlockProducerSeats: 50,
  protocolUpgradeStakeThreshold: [4, 5],
  epochLength: 43_200,
  gasLimit: 1_000_000_000_000_000n,
  minGasPrice: 100_000_000n,
  maxGasPrice: 10_000_000_000_000_000_000_000n,
  blockProducerKickoutThreshold: 90,
  chunkProducerKickoutThreshold: 90,
  chunkValidatorOnlyKickoutThreshold: 80,
  targetValidatorMandatesPerShard: 68,
  onlineMinThreshold: [9, 10],
  onlineMaxThreshold: [99, 100],
  gasPriceAdjustmentRate: [1, 100],
  transactionValidityPeriod: 86_400,
  protocolRewardRate: [1, 10],
  maxInflationRate: [1, 20],
  numBlocksPerYear: 31_536_000,
  fishermenThreshold: 10n * YOCTO_PER_NEAR,
  minimumStakeDivisor: 10,
  numChunkProducerSeats: 100,
  numChunkValidatorSeats: 300,
  minimumValidatorsPerShard: 1,
  minimumStakeRatio: [1, 6250],
  chunkProducerAssignmentChangesLimit: 5,
  shuffleShardAssignmentForChunkProducers: false,
  maxKickoutStakePerc: 100,
  dynamicResharding: false,
  useProductionConfig: false,
} as const;

function createAccount(
  accountId: AccountId,
  publicKey: PublicKey,
  balances: { readonly amount: bigint; readonly locked: bigint },
): StateRecord[] {
  // The storage usage is counted from the records when the state is made.
  const account = {
    ...balances,
    storageUsage: 0,
    contract: { kind: 'None' },
    version: 'V1',
  } as const;
  const accessKey = { nonce: 0n, permission: { kind: 'FullAccess' } } as const;
  return [
    { kind: 'Account', value: { accountId, account } },
    {
      kind: 'AccessKey',
      value: { accountId, publicKey: publicKeyToHandle(publicKey), accessKey },
    },
  ];
}

function sumBalances(records: readonly StateRecord[]): bigint {
  return records.reduce((sum, record) => {
    if (record.kind !== 'Account') return sum;
    const { amount, locked } = record.value.account;
    return sum + amount + locked;
  }, 0n);
}

/** The reference shuffles the ids of a local network's shards with this seed. */
const SHARD_IDS_SEED = 42n;
const SHARD_IDS_ROUNDS = 12;

export function localShardIds(count: number): number[] {
  const ids = Array.from({ length: count }, (_, id) => id);
  ChaChaRng.fromU64(SHARD_IDS_SEED, SHARD_IDS_ROUNDS).shuffle(ids);
  return ids;
}

/**
 * Boundaries that spread the given accounts evenly, so that a few shards already see traffic
 * between them. More shards than accounts get the reference's boundaries `test1`, `test2`, ...
 */
function spreadShards(accountIds: readonly AccountId[], shards: number): ShardLayout {
  const extraCount = Math.max(0, shards - accountIds.length);
  const extra = Array.from({ length: extraCount }, (_, index) => `test${index + 1}`);
  const places = [...accountIds, ...extra].sort();
  const boundaries = Array.from(
    { length: shards - 1 },
    (_, index) => places[Math.floor(((index + 1) * places.length) / shards)] as AccountId,
  );
  return createShardLayout(boundaries, localShardIds(shards));
}
