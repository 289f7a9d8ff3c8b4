// What a receipt refunds: its deposits if it failed, and the price of gas that it did not burn or
// that has become cheaper since it was bought. Creating an account is charged out of that
// difference.

import { maxBigint, minBigint, saturatingSub } from '../../base/bytes/bigints.ts';
import type { Protocol } from '../../params/protocol.ts';
import type { AccountId } from '../../types/accountId.ts';
import type { Receipt } from '../../types/receipt.ts';
import { boughtGas, totalDeposit } from '../fees/fees.ts';
import type { ReceiptOfActions } from './actionResult.ts';
import { createDepositRefund, createGasRefund } from './systemReceipts.ts';

interface RefundInput extends ReceiptOfActions {
  readonly protocol: Protocol;
  /** The price at which the receipt's gas is burnt; never above the price it was bought at. */
  readonly burnPrice: bigint;
  readonly gasBurnt: bigint;
  readonly gasUsed: bigint;
  readonly hasFailed: boolean;
  readonly hasCreatedAccount: boolean;
}

export interface Refunds {
  readonly receipts: readonly Receipt[];
  /** Tokens that are burnt besides the gas. */
  readonly charge: bigint;
}

export const NO_REFUNDS: Refunds = { receipts: [], charge: 0n };

/** Who receives refunded deposits. */
export function refundReceiver({ envelope, receipt }: ReceiptOfActions): AccountId {
  return envelope.refundTo ?? receipt.predecessorId;
}

export function computeRefunds(input: RefundInput): Refunds {
  const { protocol, burnPrice, envelope, receipt, gasBurnt, gasUsed, hasFailed } = input;
  const bought = boughtGas(protocol, envelope.actions, receipt.receiverId);
  // The gas reserved for new receipts is left over when they are not sent.
  const unusedGas = bought - (hasFailed ? gasBurnt : gasUsed);
  const penalty = burnPrice * refundPenalty(protocol, unusedGas);
  const unused = saturatingSub(envelope.gasPrice * unusedGas, penalty);
  const surplus = (envelope.gasPrice - burnPrice) * gasBurnt;
  const creation = input.hasCreatedAccount ? creationCharge(protocol, burnPrice, surplus) : 0n;
  const gasRefund = unused + surplus - creation;
  const deposit = hasFailed ? totalDeposit(envelope.actions) : 0n;
  const receipts: Receipt[] = [];
  if (deposit > 0n) receipts.push(createDepositRefund(refundReceiver(input), deposit));
  if (gasRefund > 0n) receipts.push(createGasRefund(envelope, gasRefund));
  return { receipts, charge: penalty + creation };
}

/** Gas that is not refunded; parameters may set a share of it or a minimum. */
function refundPenalty({ economics }: Protocol, unusedGas: bigint): bigint {
  const { gasRefundPenalty, minGasRefundPenalty } = economics;
  const [numerator, denominator] = gasRefundPenalty;
  const share = (unusedGas * BigInt(numerator)) / BigInt(denominator);
  return minBigint(unusedGas, maxBigint(share, minGasRefundPenalty));
}

/** What the creation of an account costs beyond its gas, as far as the surplus covers it. */
function creationCharge(protocol: Protocol, burnPrice: bigint, surplus: bigint): bigint {
  const burnt = burnPrice * protocol.actionFees.create_account.execution;
  return minBigint(saturatingSub(protocol.economics.accountCreationCharge, burnt), surplus);
}
