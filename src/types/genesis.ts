// genesis.json: the configuration of a chain and the records that its state begins with.

import { type Codec, JsonError, jsonOnly, type TypeOf } from '../codec/codec.ts';
import {
  bool,
  bytes,
  option,
  pair,
  string,
  u16,
  u32,
  u64Number,
  vec,
} from '../codec/primitives.ts';
import { defaulted, omitNull, view } from '../codec/struct.ts';
import { union, words } from '../codec/union.ts';
import { AccessKey } from './accessKey.ts';
import { type Account, contractFromCodeHash, localCodeHash } from './account.ts';
import { accountId } from './accountId.ts';
import { balance, gas, hash, nonce, publicKey, publicKeyHandle } from './primitives.ts';
import { createShardLayout, ShardLayout } from './shardLayout.ts';

/** Numerator and denominator exactly as in the file, never reduced. */
export const Ratio = pair(u64Number, u64Number);
export type Ratio = TypeOf<typeof Ratio>;

const GenesisValidator = view({ accountId, amount: balance, publicKey });

/** Everything of genesis.json but its records; also the answer of `genesis_config`. */
export const GenesisConfig = view({
  protocolVersion: u32,
  genesisTime: string,
  chainId: string,
  genesisHeight: u64Number,
  numBlockProducerSeats: u64Number,
  protocolUpgradeStakeThreshold: defaulted(Ratio, [4, 5]),
  epochLength: u64Number,
  gasLimit: gas,
  minGasPrice: balance,
  maxGasPrice: balance,
  blockProducerKickoutThreshold: u64Number,
  chunkProducerKickoutThreshold: u64Number,
  chunkValidatorOnlyKickoutThreshold: defaulted(u64Number, 80),
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
  maxKickoutStakePerc: defaulted(u64Number, 100),
  dynamicResharding: bool,
  useProductionConfig: defaulted(bool, false),
});
export type GenesisConfig = TypeOf<typeof GenesisConfig>;

const AccountFields = view({
  amount: balance,
  locked: balance,
  codeHash: hash,
  storageUsage: u64Number,
  version: defaulted(words('AccountVersion', ['V1', 'V2']), 'V1'),
  globalContractHash: omitNull(option(hash)),
  globalContractAccountId: omitNull(option(accountId)),
});

/** An account as records spell it; own and global code together are refused. */
const AccountRecord: Codec<Account> = jsonOnly({
  json: ({ contract, ...account }) =>
    AccountFields.json({
      ...account,
      codeHash: localCodeHash(contract),
      globalContractHash: contract.kind === 'Global' ? contract.value : null,
      globalContractAccountId: contract.kind === 'GlobalByAccount' ? contract.value : null,
    }),
  parse: (json) => {
    const { codeHash, globalContractHash, globalContractAccountId, ...account } =
      AccountFields.parse(json);
    const contracts: Account['contract'][] = [];
    const local = contractFromCodeHash(codeHash);
    if (local.kind !== 'None') contracts.push(local);
    if (globalContractHash !== null) contracts.push({ kind: 'Global', value: globalContractHash });
    if (globalContractAccountId !== null) {
      contracts.push({ kind: 'GlobalByAccount', value: globalContractAccountId });
    }
    if (contracts.length > 1) {
      throw new JsonError('an account cannot have more than one of local and global contracts');
    }
    return { ...account, contract: contracts[0] ?? { kind: 'None' } };
  },
});

/** One record of the initial state. */
export const StateRecord = union('StateRecord', {
  Account: view({ accountId, account: AccountRecord }),
  Data: view({ accountId, dataKey: bytes, value: bytes }),
  Contract: view({ accountId, code: bytes }),
  AccessKey: view({ accountId, publicKey: publicKeyHandle, accessKey: AccessKey }),
  ReceivedData: view({ accountId, dataId: hash, data: option(bytes) }),
  GasKeyNonce: view({ accountId, publicKey: publicKeyHandle, index: u16, nonce }),
});
export type StateRecord = TypeOf<typeof StateRecord>;

export interface Genesis {
  readonly config: GenesisConfig;
  readonly records: readonly StateRecord[];
}

const Records = view({ records: vec(StateRecord) });

export const Genesis: Codec<Genesis> = jsonOnly({
  json: ({ config, records }) =>
    `${GenesisConfig.json(config).slice(0, -1)},${Records.json({ records }).slice(1)}`,
  parse: (json) => ({ config: GenesisConfig.parse(json), records: Records.parse(json).records }),
});
