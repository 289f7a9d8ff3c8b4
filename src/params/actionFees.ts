// Fees of actions and receipts at protocol 87, in gas.
// The order of the table is the reference's `ActionCosts` numbering: the position of a name is its
// index in the borsh encoding of a gas profile, so rows are only ever appended.

import { freezeDeep } from './freezeDeep.ts';

/**
 * What one unit of an action costs. `sendSir` is charged when sender and receiver are the same
 * account, `sendNotSir` otherwise. Sending has no separate compute cost: it equals the gas.
 */
export type Fee = {
  readonly sendSir: bigint;
  readonly sendNotSir: bigint;
  readonly execution: bigint;
  readonly executionCompute: bigint;
};

function fee(
  sendSir: bigint,
  sendNotSir: bigint,
  execution: bigint,
  executionCompute: bigint = execution,
): Fee {
  return { sendSir, sendNotSir, execution, executionCompute };
}

export const actionFees = freezeDeep({
  create_account: fee(500_000_000_000n, 500_000_000_000n, 7_200_000_000_000n),
  delete_account: fee(147_489_000_000n, 147_489_000_000n, 147_489_000_000n),
  deploy_contract_base: fee(
    184_765_750_000n,
    184_765_750_000n,
    184_765_750_000n,
    20_000_000_000_000n,
  ),
  deploy_contract_byte: fee(6_812_999n, 47_683_715n, 64_572_944n, 250_000_000n),
  function_call_base: fee(200_000_000_000n, 200_000_000_000n, 780_000_000_000n),
  function_call_byte: fee(2_235_934n, 47_683_715n, 2_235_934n),
  transfer: fee(115_123_062_500n, 115_123_062_500n, 115_123_062_500n),
  stake: fee(141_715_687_500n, 141_715_687_500n, 102_217_625_000n),
  add_full_access_key: fee(101_765_125_000n, 101_765_125_000n, 101_765_125_000n),
  add_function_call_key_base: fee(102_217_625_000n, 102_217_625_000n, 102_217_625_000n),
  add_function_call_key_byte: fee(1_925_331n, 47_683_715n, 1_925_331n),
  delete_key: fee(94_946_625_000n, 94_946_625_000n, 94_946_625_000n),
  new_action_receipt: fee(108_059_500_000n, 108_059_500_000n, 108_059_500_000n),
  new_data_receipt_base: fee(36_486_732_312n, 36_486_732_312n, 36_486_732_312n),
  new_data_receipt_byte: fee(17_212_011n, 47_683_715n, 17_212_011n),
  delegate: fee(200_000_000_000n, 200_000_000_000n, 200_000_000_000n),
  deploy_global_contract_base: fee(184_765_750_000n, 184_765_750_000n, 184_765_750_000n),
  deploy_global_contract_byte: fee(6_812_999n, 47_683_715n, 70_000_000n),
  use_global_contract_base: fee(184_765_750_000n, 184_765_750_000n, 184_765_750_000n),
  use_global_contract_byte: fee(6_812_999n, 47_683_715n, 64_572_944n),
  deterministic_state_init_base: fee(500_000_000_000n, 500_000_000_000n, 7_430_000_000_000n),
  deterministic_state_init_byte: fee(72_000_000n, 72_000_000n, 70_000_000n),
  deterministic_state_init_entry: fee(0n, 0n, 200_000_000_000n),
  gas_key_transfer_base: fee(115_123_062_500n, 115_123_062_500n, 235_676_644_250n),
  gas_key_byte: fee(59_357_464n, 59_357_464n, 101_435_400n),
  gas_key_nonce_write_base: fee(0n, 0n, 64_196_736_000n),
});

export type ActionCostName = keyof typeof actionFees;

/** The names in index order. */
export const ACTION_COSTS: readonly ActionCostName[] = Object.freeze(
  Object.keys(actionFees) as ActionCostName[],
);
