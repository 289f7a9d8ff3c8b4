// The parameters of execution as EXPERIMENTAL_protocol_config shows them. Tables of parameters are
// the source of the names; keys are omitted where a version or dialect does not have the parameter.
// Follows core/parameters/src/view.rs of the reference.

import { type Codec, described, named, type TypeOf } from '../../codec/codec.ts';
import { bool, f64, option, u8, u32, u64, u64Number } from '../../codec/primitives.ts';
import { omitNull, struct } from '../../codec/struct.ts';
import { words } from '../../codec/union.ts';
import { congestion, witness } from '../../params/tables/congestion.ts';
import { EXT_COSTS, type ExtCostName } from '../../params/tables/extCosts.ts';
import { limits } from '../../params/tables/limits.ts';
import { accountId } from '../../types/accountId.ts';
import { Ratio } from '../../types/genesis.ts';
import { balance, gas } from '../../types/primitives.ts';

/** A parameter that some versions or dialects do not have. */
function optional<T>(codec: Codec<T>): Codec<T | null> {
  return omitNull(option(codec));
}

type Value = bigint | number | null;
type FieldsOf<T> = { readonly [Name in keyof T]: Codec<T[Name]> };

/** The fields of a table: bigints are gas, and null means that the parameter is optional. */
function fieldsOf<T extends { readonly [name: string]: Value }>(table: T): FieldsOf<T> {
  const codecOf = (value: Value) => {
    if (value === null) return optional(u64Number);
    return typeof value === 'bigint' ? gas : u64Number;
  };
  const fields = Object.entries(table).map(([name, value]) => [name, codecOf(value)]);
  return Object.fromEntries(fields);
}

const Fee = struct('Fee', {
  sendSir: described(gas, 'For sending to the own account.'),
  sendNotSir: described(gas, 'For sending to another account.'),
  execution: gas,
});

const AccessKeyCreationConfig = struct('AccessKeyCreationConfigView', {
  fullAccessCost: Fee,
  functionCallCost: Fee,
  functionCallCostPerByte: described(Fee, 'For each byte of the method names.'),
});

const ActionCreationConfig = struct('ActionCreationConfigView', {
  addKeyCost: AccessKeyCreationConfig,
  createAccountCost: Fee,
  delegateCost: Fee,
  deleteAccountCost: Fee,
  deleteKeyCost: Fee,
  deployContractCost: Fee,
  deployContractCostPerByte: Fee,
  functionCallCost: Fee,
  functionCallCostPerByte: Fee,
  stakeCost: Fee,
  transferCost: Fee,
});

const RuntimeFeesConfig = struct('RuntimeFeesConfigView', {
  actionCreationConfig: ActionCreationConfig,
  actionReceiptCreationConfig: Fee,
  burntGasReward: described(Ratio, 'The share of burnt gas that the called contract is paid.'),
  dataReceiptCreationConfig: struct('DataReceiptCreationConfigView', {
    baseCost: Fee,
    costPerByte: Fee,
  }),
  ml_dsa_65_verification_cost: gas,
  pessimisticGasPriceInflationRatio: Ratio,
  storageUsageConfig: struct('StorageUsageConfigView', {
    numBytesAccount: described(u64Number, 'What an account occupies in itself.'),
    numExtraBytesRecord: described(u64Number, 'What a record occupies besides key and value.'),
  }),
});

/** The snapshot does not have universal accounts. */
function extCostCodec(name: ExtCostName): Codec<bigint | null> {
  return (name.startsWith('universal_') ? optional(gas) : gas) as Codec<bigint | null>;
}

const ExtCostsConfig = struct('ExtCostsConfigView', {
  ...(Object.fromEntries(EXT_COSTS.map((name) => [name, extCostCodec(name)])) as Readonly<
    Record<ExtCostName, Codec<bigint | null>>
  >),
  contract_compile_base: described(gas, 'Always 0.'),
  contract_compile_bytes: described(gas, 'Always 0.'),
});

const LimitConfig = struct('LimitConfig', {
  ...fieldsOf(limits),
  initialMemoryPages: u32,
  maxMemoryPages: u32,
  maxStackHeight: u32,
  maxTablesPerContract: u32,
  accountIdValidityRulesVersion: named('AccountIdValidityRulesVersion', u8),
  maxStateInitEntries: optional(u64Number),
  maxUniversalStateInitKeys: optional(u64Number),
});

const VmConfig = struct('VMConfigView', {
  bls12381NotInGroupFix: bool,
  chainIdHostFn: bool,
  discardCustomSections: bool,
  ethImplicitAccounts: bool,
  extCosts: ExtCostsConfig,
  fixContractLoadingCost: bool,
  gasKeyHostFns: bool,
  globalContractHostFns: bool,
  growMemCost: u32,
  implicitAccountCreation: bool,
  limitConfig: LimitConfig,
  linearOpBaseCost: u64,
  linearOpUnitCost: u64,
  mlDsaVerifyHostFn: bool,
  oneYoctoOnPromise: bool,
  p256VerifyHostFn: bool,
  reftypesBulkMemory: bool,
  regularOpCost: described(u32, 'The gas of one instruction of contract code.'),
  sha3HostFns: bool,
  storageGetMode: words('StorageGetMode', ['FlatStorage', 'Trie']),
  universalAccounts: optional(bool),
  vmKind: words('VMKind', ['Wasmer0', 'Wasmtime', 'Wasmer2', 'NearVm']),
  yieldWithIdHostFns: bool,
});

export const RuntimeConfigView = struct('RuntimeConfigView', {
  accountCreationCharge: described(balance, 'What the creation of an account costs in all.'),
  accountCreationConfig: struct('AccountCreationConfigView', {
    minAllowedTopLevelAccountLength: u8,
    registrarAccountId: described(accountId, 'Creates the top-level accounts that are shorter.'),
  }),
  congestionControlConfig: struct('CongestionControlConfigView', {
    ...fieldsOf(congestion),
    rejectTxCongestionThreshold: described(
      f64,
      'Above this congestion level of the receiver, a shard takes no transactions for it.',
    ),
  }),
  minGasPurchasePrice: described(balance, 'The lowest price at which gas of receipts is bought.'),
  storageAmountPerByte: described(balance, 'What an account must hold for each byte of state.'),
  transactionCosts: RuntimeFeesConfig,
  wasmConfig: VmConfig,
  witnessConfig: struct('WitnessConfigView', fieldsOf(witness)),
});
export type RuntimeConfigView = TypeOf<typeof RuntimeConfigView>;
