// The protocol configuration as EXPERIMENTAL_protocol_config returns it: values of the genesis and
// the epoch, and the parameters of execution. Follows core/chain-configs/src/genesis_config.rs and
// core/parameters/src/view.rs of the reference.

import type { JsonObject, JsonValue } from '../../base/json/exactJson.ts';
import { parseJson } from '../../base/json/plainJson.ts';
import { camelToSnake } from '../../codec/struct.ts';
import { createEpochConfigs } from '../../params/epochConfigs.ts';
import type { Protocol } from '../../params/protocol.ts';
import type { ProtocolRules } from '../../params/protocolRules.ts';
import type { ActionCostName } from '../../params/tables/actionFees.ts';
import { GenesisConfig } from '../../types/genesis.ts';
import type { ShardLayout } from '../../types/shardLayout.ts';

interface EpochParameters {
  readonly protocol: Protocol;
  readonly shardLayout: ShardLayout;
  readonly rules: ProtocolRules;
}

/** Fields of genesis that are not shown. */
const HIDDEN: readonly string[] = [
  'validators',
  'total_supply',
  'num_chunk_producer_seats',
  'num_chunk_validator_seats',
  'use_production_config',
  'chunk_producer_assignment_changes_limit',
];

export function describeProtocol(
  genesis: GenesisConfig,
  { protocol, shardLayout, rules }: EpochParameters,
): JsonObject {
  const epochConfig = createEpochConfigs(genesis, rules.epochConfigs).at(protocol.version);
  const config: GenesisConfig = {
    ...genesis,
    ...epochConfig,
    maxKickoutStakePerc: epochConfig.validatorMaxKickoutStakePerc,
    protocolVersion: protocol.version,
    shardLayout,
  };
  const all = parseJson(GenesisConfig.json(config)) as JsonObject;
  const shown = Object.entries(all).filter(([key]) => !HIDDEN.includes(key));
  return {
    ...Object.fromEntries(shown),
    runtime_config: describeRuntime(protocol),
  };
}

/** A table of parameters by their JSON names. */
function describeTable(table: Readonly<Record<string, JsonValue>>): JsonObject {
  return Object.fromEntries(
    Object.entries(table).map(([name, value]) => [camelToSnake(name), value]),
  );
}

function describeRuntime(protocol: Protocol): JsonObject {
  const { accountCreation, congestion, witness, economics, storage } = protocol;
  return {
    account_creation_charge: `${economics.accountCreationCharge}`,
    account_creation_config: describeTable(accountCreation),
    congestion_control_config: describeTable(congestion),
    min_gas_purchase_price: `${economics.minGasPurchasePrice}`,
    storage_amount_per_byte: `${storage.storageAmountPerByte}`,
    transaction_costs: describeCosts(protocol),
    wasm_config: describeWasm(protocol),
    witness_config: describeTable(witness),
  };
}

/** Newer actions have fees too, but the reference does not return them. */
function describeCosts(protocol: Protocol): JsonObject {
  const fee = (name: ActionCostName): JsonObject => {
    const { sendSir, sendNotSir, execution } = protocol.actionFees[name];
    return { send_sir: sendSir, send_not_sir: sendNotSir, execution };
  };
  const { economics, storage, signatureVerification } = protocol;
  return {
    action_creation_config: {
      add_key_cost: {
        full_access_cost: fee('add_full_access_key'),
        function_call_cost: fee('add_function_call_key_base'),
        function_call_cost_per_byte: fee('add_function_call_key_byte'),
      },
      create_account_cost: fee('create_account'),
      delegate_cost: fee('delegate'),
      delete_account_cost: fee('delete_account'),
      delete_key_cost: fee('delete_key'),
      deploy_contract_cost: fee('deploy_contract_base'),
      deploy_contract_cost_per_byte: fee('deploy_contract_byte'),
      function_call_cost: fee('function_call_base'),
      function_call_cost_per_byte: fee('function_call_byte'),
      stake_cost: fee('stake'),
      transfer_cost: fee('transfer'),
    },
    action_receipt_creation_config: fee('new_action_receipt'),
    burnt_gas_reward: [...economics.burntGasReward],
    data_receipt_creation_config: {
      base_cost: fee('new_data_receipt_base'),
      cost_per_byte: fee('new_data_receipt_byte'),
    },
    ml_dsa_65_verification_cost: signatureVerification['ml-dsa-65'].gas,
    pessimistic_gas_price_inflation_ratio: [...economics.pessimisticGasPriceInflation],
    storage_usage_config: {
      num_bytes_account: storage.numBytesAccount,
      num_extra_bytes_record: storage.numExtraBytesRecord,
    },
  };
}

function describeWasm({ dialect, extCosts, limits, wasmCosts, vm }: Protocol): JsonObject {
  const isRelease = dialect === 'release';
  const costs = Object.entries(extCosts)
    .filter(([name]) => isRelease || !name.startsWith('universal_'))
    .map(([name, { gas }]) => [name, gas]);
  return {
    ext_costs: {
      ...Object.fromEntries(costs),
      // Compiling costs nothing; the reference kept the names.
      contract_compile_base: 0,
      contract_compile_bytes: 0,
    },
    limit_config: describeLimits(limits, isRelease),
    grow_mem_cost: wasmCosts.growMemCost,
    regular_op_cost: wasmCosts.regularOpCost,
    linear_op_base_cost: wasmCosts.linearOpBaseCost,
    linear_op_unit_cost: wasmCosts.linearOpUnitCost,
    vm_kind: vm.vmKind,
    discard_custom_sections: vm.discardCustomSections,
    reftypes_bulk_memory: vm.reftypesBulkMemory,
    storage_get_mode: vm.flatStorageReads ? 'FlatStorage' : 'Trie',
    fix_contract_loading_cost: vm.fixContractLoadingCost,
    implicit_account_creation: true,
    eth_implicit_accounts: vm.ethImplicitAccounts,
    global_contract_host_fns: vm.globalContractHostFns,
    gas_key_host_fns: vm.gasKeyHostFns,
    one_yocto_on_promise: vm.oneYoctoOnPromise,
    p256_verify_host_fn: vm.p256VerifyHostFn,
    ml_dsa_verify_host_fn: vm.mlDsaVerifyHostFn,
    sha3_host_fns: vm.sha3HostFns,
    yield_with_id_host_fns: vm.yieldWithIdHostFns,
    chain_id_host_fn: vm.chainIdHostFn,
    bls12381_not_in_group_fix: vm.bls12381NotInGroupFix,
    ...(isRelease && { universal_accounts: vm.universalAccounts }),
  };
}

/** Limits that a version does not have are left out, and so are those that the snapshot lacks. */
function describeLimits(limits: Protocol['limits'], isRelease: boolean): JsonObject {
  const { maxStateInitEntries, maxUniversalStateInitKeys, ...common } = limits;
  const shown = isRelease ? limits : common;
  return describeTable(
    Object.fromEntries(Object.entries(shown).filter(([, value]) => value !== null)) as JsonObject,
  );
}
