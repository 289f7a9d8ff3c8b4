// The protocol configuration as EXPERIMENTAL_protocol_config returns it: values of the genesis and
// the epoch, and the parameters of execution. Follows core/chain-configs/src/genesis_config.rs of
// the reference.

import type { TypeOf } from '../../codec/codec.ts';
import { struct } from '../../codec/struct.ts';
import { createEpochConfigs } from '../../params/epochConfigs.ts';
import type { Protocol } from '../../params/protocol.ts';
import type { ProtocolRules } from '../../params/protocolRules.ts';
import { type GenesisConfig, genesisConfigFields } from '../../types/genesis.ts';
import type { ShardLayout } from '../../types/shardLayout.ts';
import { RuntimeConfigView } from './runtimeConfigView.ts';

interface EpochParameters {
  readonly protocol: Protocol;
  readonly shardLayout: ShardLayout;
  readonly rules: ProtocolRules;
}

const {
  validators,
  totalSupply,
  numChunkProducerSeats,
  numChunkValidatorSeats,
  useProductionConfig,
  chunkProducerAssignmentChangesLimit,
  ...shownFields
} = genesisConfigFields;

export const ProtocolConfigView = struct('RpcProtocolConfigResponse', {
  ...shownFields,
  runtimeConfig: RuntimeConfigView,
});
type ProtocolConfigView = TypeOf<typeof ProtocolConfigView>;

export function describeProtocol(
  genesis: GenesisConfig,
  { protocol, shardLayout, rules }: EpochParameters,
): ProtocolConfigView {
  const epochConfig = createEpochConfigs(genesis, rules.epochConfigs).at(protocol.version);
  return {
    ...genesis,
    ...epochConfig,
    maxKickoutStakePerc: epochConfig.validatorMaxKickoutStakePerc,
    protocolVersion: protocol.version,
    shardLayout,
    runtimeConfig: describeRuntime(protocol),
  };
}

function describeRuntime(protocol: Protocol): RuntimeConfigView {
  const { accountCreation, congestion, witness, economics, storage } = protocol;
  return {
    accountCreationCharge: economics.accountCreationCharge,
    accountCreationConfig: accountCreation,
    congestionControlConfig: congestion,
    minGasPurchasePrice: economics.minGasPurchasePrice,
    storageAmountPerByte: storage.storageAmountPerByte,
    transactionCosts: describeCosts(protocol),
    wasmConfig: describeWasm(protocol),
    witnessConfig: witness,
  };
}

/** Newer actions have fees too, but the reference does not return them. */
function describeCosts(protocol: Protocol): RuntimeConfigView['transactionCosts'] {
  const { actionFees: fees, economics, storage, signatureVerification } = protocol;
  return {
    actionCreationConfig: {
      addKeyCost: {
        fullAccessCost: fees.add_full_access_key,
        functionCallCost: fees.add_function_call_key_base,
        functionCallCostPerByte: fees.add_function_call_key_byte,
      },
      createAccountCost: fees.create_account,
      delegateCost: fees.delegate,
      deleteAccountCost: fees.delete_account,
      deleteKeyCost: fees.delete_key,
      deployContractCost: fees.deploy_contract_base,
      deployContractCostPerByte: fees.deploy_contract_byte,
      functionCallCost: fees.function_call_base,
      functionCallCostPerByte: fees.function_call_byte,
      stakeCost: fees.stake,
      transferCost: fees.transfer,
    },
    actionReceiptCreationConfig: fees.new_action_receipt,
    burntGasReward: economics.burntGasReward,
    dataReceiptCreationConfig: {
      baseCost: fees.new_data_receipt_base,
      costPerByte: fees.new_data_receipt_byte,
    },
    ml_dsa_65_verification_cost: signatureVerification['ml-dsa-65'].gas,
    pessimisticGasPriceInflationRatio: economics.pessimisticGasPriceInflation,
    storageUsageConfig: storage,
  };
}

function describeWasm(protocol: Protocol): RuntimeConfigView['wasmConfig'] {
  const { dialect, limits, wasmCosts, vm } = protocol;
  const isRelease = dialect === 'release';
  return {
    ...vm,
    ...wasmCosts,
    growMemCost: Number(wasmCosts.growMemCost),
    regularOpCost: Number(wasmCosts.regularOpCost),
    extCosts: describeExtCosts(protocol),
    limitConfig: {
      ...limits,
      ...(!isRelease && { maxStateInitEntries: null, maxUniversalStateInitKeys: null }),
    },
    storageGetMode: vm.flatStorageReads ? 'FlatStorage' : 'Trie',
    implicitAccountCreation: true,
    universalAccounts: isRelease ? vm.universalAccounts : null,
  };
}

type ExtCosts = RuntimeConfigView['wasmConfig']['extCosts'];

function describeExtCosts({ dialect, extCosts }: Protocol): ExtCosts {
  const isShown = (name: string) => dialect === 'release' || !name.startsWith('universal_');
  const costs = Object.entries(extCosts).map(([name, { gas }]) => [
    name,
    isShown(name) ? gas : null,
  ]);
  // Compiling costs nothing; the reference kept the names.
  const compiling = { contract_compile_base: 0n, contract_compile_bytes: 0n };
  return { ...Object.fromEntries(costs), ...compiling };
}
