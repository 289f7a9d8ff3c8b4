// Fees of actions and receipts at version 84, in gas.
// The order of the table is the reference's `ActionCosts` numbering: the position of a name is its
// index in the borsh encoding of a gas profile, so rows are only ever appended.

import { freezeDeep } from '../freezeDeep.ts';

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

export function createFee(
  sendSir: bigint,
  sendNotSir: bigint,
  execution: bigint,
  executionCompute: bigint = execution,
): Fee {
  return { sendSir, sendNotSir, execution, executionCompute };
}

export const actionFees = freezeDeep({
  create_account: createFee(3_850_000_000_000n, 3_850_000_000_000n, 3_850_000_000_000n),
  delete_account: createFee(147_489_000_000n, 147_489_000_000n, 147_489_000_000n),
  deploy_contract_base: createFee(
    184_765_750_000n,
    184_765_750_000n,
    184_765_750_000n,
    20_000_000_000_000n,
  ),
  deploy_contract_byte: createFee(6_812_999n, 47_683_715n, 64_572_944n, 250_000_000n),
  function_call_base: createFee(200_000_000_000n, 200_000_000_000n, 780_000_000_000n),
  function_call_byte: createFee(2_235_934n, 47_683_715n, 2_235_934n),
  transfer: createFee(115_123_062_500n, 115_123_062_500n, 115_123_062_500n),
  stake: createFee(141_715_687_500n, 141_715_687_500n, 102_217_625_000n),
  add_full_access_key: createFee(101_765_125_000n, 101_765_125_000n, 101_765_125_000n),
  add_function_call_key_base: createFee(102_217_625_000n, 102_217_625_000n, 102_217_625_000n),
  add_function_call_key_byte: createFee(1_925_331n, 47_683_715n, 1_925_331n),
  delete_key: createFee(94_946_625_000n, 94_946_625_000n, 94_946_625_000n),
  new_action_receipt: createFee(108_059_500_000n, 108_059_500_000n, 108_059_500_000n),
  new_data_receipt_base: createFee(36_486_732_312n, 36_486_732_312n, 36_486_732_312n),
  new_data_receipt_byte: createFee(17_212_011n, 47_683_715n, 17_212_011n),
  delegate: createFee(200_000_000_000n, 200_000_000_000n, 200_000_000_000n),
  deploy_global_contract_base: createFee(184_765_750_000n, 184_765_750_000n, 184_765_750_000n),
  deploy_global_contract_byte: createFee(6_812_999n, 47_683_715n, 70_000_000n),
  use_global_contract_base: createFee(184_765_750_000n, 184_765_750_000n, 184_765_750_000n),
  use_global_contract_byte: createFee(6_812_999n, 47_683_715n, 64_572_944n),
  deterministic_state_init_base: createFee(
    3_850_000_000_000n,
    3_850_000_000_000n,
    4_080_000_000_000n,
  ),
  deterministic_state_init_byte: createFee(72_000_000n, 72_000_000n, 70_000_000n),
  deterministic_state_init_entry: createFee(0n, 0n, 200_000_000_000n),
  gas_key_transfer_base: createFee(115_123_062_500n, 115_123_062_500n, 235_676_644_250n),
  gas_key_byte: createFee(59_357_464n, 59_357_464n, 101_435_400n),
  gas_key_nonce_write_base: createFee(0n, 0n, 64_196_736_000n),
  universal_state_init_base: createFee(500_000_000_000n, 500_000_000_000n, 7_430_000_000_000n),
  universal_state_init_byte: createFee(72_000_000n, 72_000_000n, 70_000_000n),
  universal_state_init_entry: createFee(0n, 0n, 200_000_000_000n),
});

export type ActionCostName = keyof typeof actionFees;

/** The names in index order. */
export const ACTION_COSTS: readonly ActionCostName[] = Object.freeze(
  Object.keys(actionFees) as ActionCostName[],
);
