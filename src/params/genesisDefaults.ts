// The genesis of a local chain, and that of the reference's `localnet`. The values of the former
// are those that the reference's `init` writes, except for the two periods: a transaction takes
// five blocks on a local chain, so with a validity of 100 blocks a client's transaction would
// expire after twenty others.

import { ChaChaRng } from '../base/crypto/chacha.ts';
import {
  keyFromSeed,
  type PublicKey,
  publicKeyToHandle,
  secretToPublic,
} from '../base/crypto/keys.ts';
import { YOCTO_PER_NEAR } from '../base/units.ts';
import type { AccountId } from '../types/accountId.ts';
import type { Genesis, GenesisConfig, StateRecord } from '../types/genesis.ts';
import { createShardLayout, type ShardLayout } from '../types/shardLayout.ts';
import { newestVersion } from './protocol.ts';

/** The one validator, the treasury, and the parent of the funded accounts. */
export const ROOT_ACCOUNT = 'test.near';
const ROOT_AMOUNT = 1_000_000_000n * YOCTO_PER_NEAR;
const ROOT_STAKE = 50_000_000n * YOCTO_PER_NEAR;

const LOCALNET_EPOCH_LENGTH = 60;
const LOCALNET_VALIDITY_PERIOD = 100;

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
  /** The one validator; `test.near` by default. */
  readonly rootId?: AccountId | undefined;
  readonly rootKey: PublicKey;
  readonly accounts: readonly { readonly accountId: AccountId; readonly publicKey: PublicKey }[];
  readonly shards: number;
  /** Differences from the usual values. */
  readonly config?: Partial<GenesisConfig> | undefined;
};

export function createLocalGenesis(options: LocalGenesisOptions): Genesis {
  const { genesisTime, rootId = ROOT_ACCOUNT, rootKey, shards } = options;
  const accounts = [
    { accountId: rootId, publicKey: rootKey, amount: ROOT_AMOUNT, locked: ROOT_STAKE },
    createNearAccount(),
    ...options.accounts.map((account) => ({ ...account, amount: FUNDED_AMOUNT, locked: 0n })),
  ];
  const accountIds = accounts.map(({ accountId }) => accountId);
  return createGenesis(accounts, {
    genesisTime,
    shardLayout: spreadShards(accountIds, shards),
    protocolTreasuryAccount: rootId,
    ...options.config,
  });
}

type LocalnetOptions = {
  readonly genesisTime: string;
  readonly chainId: string;
  readonly protocolVersion: number;
  /** One per node; the first ones are the validators. */
  readonly accountIds: readonly AccountId[];
  readonly validators: number;
  readonly shards: number;
};

/** The genesis of the reference's `localnet`: every node has an account with equal means. */
export function createLocalnetGenesis(options: LocalnetOptions): Genesis {
  const { accountIds, validators, shards, ...config } = options;
  const accounts = accountIds.map((accountId, index) => {
    const locked = index < validators ? ROOT_STAKE : 0n;
    return { accountId, publicKey: keyOf(accountId), amount: ROOT_AMOUNT - locked, locked };
  });
  return createGenesis([...accounts, createNearAccount()], {
    ...config,
    shardLayout: createShardLayout(numberedBoundaries(shards - 1).sort(), localShardIds(shards)),
    protocolTreasuryAccount: NEAR_ACCOUNT,
    numBlockProducerSeats: validators,
    epochLength: LOCALNET_EPOCH_LENGTH,
    transactionValidityPeriod: LOCALNET_VALIDITY_PERIOD,
  });
}

/** In an account of genesis, what is locked is its stake. */
type GenesisAccount = {
  readonly accountId: AccountId;
  readonly publicKey: PublicKey;
  readonly amount: bigint;
  readonly locked: bigint;
};

type ChosenConfig = Partial<GenesisConfig> &
  Pick<GenesisConfig, 'genesisTime' | 'shardLayout' | 'protocolTreasuryAccount'>;

/** The accounts with a stake are the validators. */
function createGenesis(accounts: readonly GenesisAccount[], chosen: ChosenConfig): Genesis {
  const validators = accounts
    .filter(({ locked }) => locked > 0n)
    .map(({ accountId, publicKey, locked }) => ({ accountId, publicKey, amount: locked }));
  const totalSupply = accounts.reduce((sum, { amount, locked }) => sum + amount + locked, 0n);
  return {
    config: { ...LOCAL_CONFIG, validators, totalSupply, ...chosen },
    records: accounts.flatMap(createRecords),
  };
}

function createNearAccount(): GenesisAccount {
  const publicKey = keyOf(NEAR_ACCOUNT);
  return { accountId: NEAR_ACCOUNT, publicKey, amount: NEAR_AMOUNT, locked: 0n };
}

/** The key of a well-known account is derived from its name. */
function keyOf(accountId: AccountId): PublicKey {
  return secretToPublic(keyFromSeed('ed25519', accountId));
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

function createRecords({ accountId, publicKey, ...balances }: GenesisAccount): StateRecord[] {
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
  const extra = numberedBoundaries(Math.max(0, shards - accountIds.length));
  const places = [...accountIds, ...extra].sort();
  const boundaries = Array.from(
    { length: shards - 1 },
    (_, index) => places[Math.floor(((index + 1) * places.length) / shards)] as AccountId,
  );
  return createShardLayout(boundaries, localShardIds(shards));
}

function numberedBoundaries(count: number): AccountId[] {
  return Array.from({ length: count }, (_, index) => `test${index + 1}`);
}
