// What a transaction costs its signer: gas that is burnt at once for turning it into a receipt, gas
// bought for that receipt, and the tokens that its actions carry.

import { U64_MAX, U128_MAX } from '../../base/bytes/bigints.ts';
import type { Protocol } from '../../params/protocol.ts';
import type { Transaction } from '../../types/transaction.ts';
import { delegatedPart } from '../fees/delegated.ts';
import {
  addCosts,
  boughtGas,
  type Cost,
  receiptSendFee,
  sendFees,
  totalDeposit,
} from '../fees/fees.ts';
import { receiptGasPrice } from './transactionReceipt.ts';

export interface TransactionCost {
  /** Gas and compute of turning the transaction into a receipt. */
  readonly burnt: Cost;
  /** The gas that the receipt takes along. */
  readonly gasRemaining: bigint;
  /** What one unit of it is bought for; it may be burnt for less, and the rest comes back. */
  readonly receiptGasPrice: bigint;
  readonly burntAmount: bigint;
  /** All gas, burnt and bought, in tokens. */
  readonly gasCost: bigint;
  readonly depositCost: bigint;
  readonly totalCost: bigint;
}

type Priced = Pick<Transaction, 'signerId' | 'publicKey' | 'receiverId' | 'actions'>;

/** Null when a sum does not fit into the integers of the protocol. */
export function transactionCost(
  protocol: Protocol,
  transaction: Priced,
  gasPrice: bigint,
): TransactionCost | null {
  const { actions, receiverId, signerId } = transaction;
  const isSir = signerId === receiverId;
  const conversion = addCosts(
    receiptSendFee(protocol, isSir),
    sendFees(protocol, actions, receiverId, isSir),
  );
  const burnt = addCosts(conversion, signatureCost(protocol, transaction));
  const gasRemaining = boughtGas(protocol, actions, receiverId);
  const boughtFor = receiptGasPrice(protocol, gasPrice);
  const burntAmount = gasPrice * burnt.gas;
  const gasCost = burntAmount + boughtFor * gasRemaining;
  const depositCost = totalDeposit(actions);
  const totalCost = gasCost + depositCost;
  // No part is larger than its sum, so only the sums are checked.
  const isOverflow =
    burnt.gas > U64_MAX ||
    burnt.compute > U64_MAX ||
    gasRemaining > U64_MAX ||
    totalCost > U128_MAX;
  if (isOverflow) return null;
  return {
    burnt,
    gasRemaining,
    receiptGasPrice: boughtFor,
    burntAmount,
    gasCost,
    depositCost,
    totalCost,
  };
}

/**
 * Verifying long signatures costs extra: the signer's own, and those of delegate actions. The
 * latter are verified on another shard; with the fix their compute counts there
 * (actions/delegate.ts).
 */
function signatureCost(protocol: Protocol, { publicKey, actions }: Priced): Cost {
  const costs = protocol.signatureVerification;
  let total: Cost = costs[publicKey.type];
  for (const action of actions) {
    const inner = delegatedPart(action);
    if (inner === null) continue;
    const { gas, compute } = costs[inner.publicKey.type];
    total = addCosts(total, { gas, compute: protocol.vm.fixMlDsaCostCharging ? 0n : compute });
  }
  return total;
}
