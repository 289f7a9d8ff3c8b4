// Reports of burnt gas: for contracts with one row per function, for a transaction with one row per
// receipt. The parts of a row add up to its gas.

import type { TypeOf } from '../../codec/codec.ts';
import { string, u64Number, vec } from '../../codec/primitives.ts';
import { struct } from '../../codec/struct.ts';
import { accountId } from '../../types/accountId.ts';
import { balance, gas, hash } from '../../types/primitives.ts';

export const GasParts = struct({
  /** Instructions of contract code. */
  wasm: gas,
  hostFunctions: gas,
  /** Receipts and their actions: those that were executed, and those that contracts created. */
  actions: gas,
});
export type GasParts = TypeOf<typeof GasParts>;

export function addGas(a: GasParts, b: GasParts): GasParts {
  return {
    wasm: a.wasm + b.wasm,
    hostFunctions: a.hostFunctions + b.hostFunctions,
    actions: a.actions + b.actions,
  };
}

export const NO_GAS: GasParts = { wasm: 0n, hostFunctions: 0n, actions: 0n };

export const GasReportRow = struct({
  accountId,
  methodName: string,
  calls: u64Number,
  failures: u64Number,
  min: gas,
  median: gas,
  max: gas,
  total: gas,
  parts: GasParts,
});
export type GasReportRow = TypeOf<typeof GasReportRow>;

export const GasReportView = struct({
  /** The range of blocks in the report. */
  fromHeight: u64Number,
  toHeight: u64Number,
  transactions: u64Number,
  /** All gas, of transactions and their receipts. */
  total: gas,
  rows: vec(GasReportRow),
});
export type GasReportView = TypeOf<typeof GasReportView>;

export const ReceiptGas = struct({
  /** The id of a receipt, or the hash of the transaction. */
  id: hash,
  executorId: accountId,
  /** `transaction`, `refund`, or the actions of a receipt: functions by name, others by kind. */
  name: string,
  gas,
  tokensBurnt: balance,
  parts: GasParts,
});
export type ReceiptGas = TypeOf<typeof ReceiptGas>;

export const TransactionGasView = struct({
  /** Sums over the rows. */
  gas,
  tokensBurnt: balance,
  parts: GasParts,
  /** Receipts that are not executed yet; their gas is missing. */
  pending: u64Number,
  rows: vec(ReceiptGas),
});
export type TransactionGasView = TypeOf<typeof TransactionGasView>;
