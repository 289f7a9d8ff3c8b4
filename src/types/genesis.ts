// genesis.json: the configuration of a chain and the records that its state begins with.

import { type Codec, described, JsonError, jsonOnly, type TypeOf } from '../codec/codec.ts';
import {
  bool,
  bounded,
  bytes,
  option,
  pair,
  string,
  u8,
  u16,
  u32,
  u64Number,
  vec,
} from '../codec/primitives.ts';
import { defaulted, omitNull, struct } from '../codec/struct.ts';
import { union, words } from '../codec/union.ts';
import { AccessKey } from './accessKey.ts';
import {
  type Account,
  type AccountContract,
  accountState,
  contractFromCodeHash,
  createUninitialized,
  localCodeHash,
} from './account.ts';
import { accountId } from './accountId.ts';
import { balance, dateTime, gas, hash, nonce, publicKey, publicKeyHandle } from './primitives.ts';
import { createShardLayout, ShardLayout } from './shardLayout.ts';

const I32_MAX = 0x7fff_ffff;
const ratioPart: Codec<number> = {
  ...bounded(0, I32_MAX, 'i32'),
  schema: () => ({ type: 'integer', format: 'int32', minimum: 0, maximum: I32_MAX }),
};

/** Numerator and denominator exactly as in the file, never reduced. */
export const Ratio = described(pair(ratioPart, ratioPart), 'Numerator and denominator.');
export type Ratio = TypeOf<typeof Ratio>;

const GenesisValidator = struct('AccountInfo', { accountId, amount: balance, publicKey });

export const genesisConfigFields = {
  protocolVersion: u32,
  genesisTime: dateTime,
  chainId: string,
  genesisHeight: u64Number,
  numBlockProducerSeats: u64Number,
  protocolUpgradeStakeThreshold: defaulted(Ratio, [4, 5]),
  epochLength: u64Number,
  gasLimit: gas,
  minGasPrice: balance,
  maxGasPrice: balance,
  blockProducerKickoutThreshold: u8,
  chunkProducerKickoutThreshold: u8,
  chunkValidatorOnlyKickoutThreshold: defaulted(u8, 80),
  targetValidatorMandatesPerShard: defaulted(u64Number, 68),
  onlineMinThreshold: defaulted(Ratio, [9, 10]),
  onlineMaxThreshold: defaulted(Ratio, [99, 100]),
  gasPriceAdjustmentRate: Ratio,
  validators: vec(GenesisValidator),
  transactionValidityPeriod: u64Number,
  protocolRewardRate: Ratio,
  maxInflationRate: Ratio,
  totalSupply: balance,
  numBlocksPerYear: u64Number,
  protocolTreasuryAccount: accountId,
  fishermenThreshold: balance,
  minimumStakeDivisor: defaulted(u64Number, 10),
  shardLayout: defaulted(ShardLayout, createShardLayout([], [0])),
  numChunkProducerSeats: defaulted(u64Number, 100),
  numChunkValidatorSeats: defaulted(u64Number, 300),
  minimumValidatorsPerShard: defaulted(u64Number, 1),
  minimumStakeRatio: defaulted(Ratio, [1, 6250]),
  chunkProducerAssignmentChangesLimit: defaulted(u64Number, 5),
  shuffleShardAssignmentForChunkProducers: defaulted(bool, false),
  maxKickoutStakePerc: defaulted(u8, 100),
  dynamicResharding: bool,
  useProductionConfig: defaulted(bool, false),
} as const;

/** Everything of genesis.json but its records. */
export const GenesisConfig = struct(genesisConfigFields);
export type GenesisConfig = TypeOf<typeof GenesisConfig>;

const accountFields = {
  amount: balance,
  locked: balance,
  codeHash: hash,
  storageUsage: u64Number,
  version: defaulted(words('AccountVersion', ['V1', 'V2']), 'V1'),
  state: accountState,
  bootstrapNonce: omitNull(option(nonce)),
  globalContractHash: omitNull(option(hash)),
  globalContractAccountId: omitNull(option(accountId)),
} as const;
const AccountFields = struct('SerdeAccount', accountFields);
type AccountFields = TypeOf<typeof AccountFields>;

/**
 * An account as records spell it; combinations that no account can have are refused. Version 1 has
 * no global contract, and one in its record is ignored.
 */
const AccountRecord: Codec<Account> = jsonOnly({
  json: ({ contract, bootstrapNonce = null, ...account }) =>
    AccountFields.json({
      ...account,
      state: bootstrapNonce === null ? 'initialized' : 'uninitialized',
      bootstrapNonce,
      codeHash: localCodeHash(contract),
      globalContractHash: contract.kind === 'Global' ? contract.value : null,
      globalContractAccountId: contract.kind === 'GlobalByAccount' ? contract.value : null,
    }),
  parse: (json) => {
    const fields = AccountFields.parse(json);
    const { amount, locked, storageUsage, version, bootstrapNonce } = fields;
    const contract = parseContract(fields);
    if (fields.state === 'initialized') {
      if (bootstrapNonce === null) {
        const kept = version === 'V1' ? contractFromCodeHash(fields.codeHash) : contract;
        return { amount, locked, storageUsage, contract: kept, version };
      }
      throw new JsonError("an initialized account can't have a bootstrap nonce");
    }
    if (version !== 'V1') throw new JsonError('an uninitialized account must be version V1');
    if (locked !== 0n) throw new JsonError("an uninitialized account can't have locked balance");
    if (contract.kind !== 'None') {
      throw new JsonError("an uninitialized account can't have a contract");
    }
    if (bootstrapNonce !== null) {
      return createUninitialized({ amount, storageUsage, bootstrapNonce });
    }
    throw new JsonError('an uninitialized account must carry a bootstrap nonce');
  },
  schema: struct(accountFields).schema,
});

function parseContract(fields: AccountFields): AccountContract {
  const { codeHash, globalContractHash, globalContractAccountId } = fields;
  const local = contractFromCodeHash(codeHash);
  const isGlobal = globalContractHash !== null || globalContractAccountId !== null;
  if (local.kind !== 'None' && isGlobal) {
    throw new JsonError("An Account can't contain both a local and global contract");
  }
  if (globalContractHash !== null && globalContractAccountId !== null) {
    throw new JsonError("An Account can't contain both types of global contracts");
  }
  if (globalContractHash !== null) return { kind: 'Global', value: globalContractHash };
  if (globalContractAccountId === null) return local;
  return { kind: 'GlobalByAccount', value: globalContractAccountId };
}

/** One record of the initial state. */
export const StateRecord = union('StateRecord', {
  Account: struct({ accountId, account: AccountRecord }),
  Data: struct({ accountId, dataKey: bytes, value: bytes }),
  Contract: struct({ accountId, code: bytes }),
  AccessKey: struct({ accountId, publicKey: publicKeyHandle, accessKey: AccessKey }),
  ReceivedData: struct({ accountId, dataId: hash, data: option(bytes) }),
  GasKeyNonce: struct({ accountId, publicKey: publicKeyHandle, index: u16, nonce }),
});
export type StateRecord = TypeOf<typeof StateRecord>;

export interface Genesis {
  readonly config: GenesisConfig;
  readonly records: readonly StateRecord[];
}

const Records = struct({ records: vec(StateRecord) });

export const Genesis: Codec<Genesis> = jsonOnly({
  json: ({ config, records }) =>
    `${GenesisConfig.json(config).slice(0, -1)},${Records.json({ records }).slice(1)}`,
  parse: (json) => ({ config: GenesisConfig.parse(json), records: Records.parse(json).records }),
  schema: (scope) => ({ allOf: [GenesisConfig.schema(scope), Records.schema(scope)] }),
});
