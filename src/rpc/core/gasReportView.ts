// Reports of burnt gas: for contracts with one row per function, for a transaction with one row per
// receipt. The parts of a row add up to its gas.

import { described, type TypeOf } from '../../codec/codec.ts';
import { string, u64Number, vec } from '../../codec/primitives.ts';
import { struct } from '../../codec/struct.ts';
import { accountId } from '../../types/accountId.ts';
import { balance, gas, hash } from '../../types/primitives.ts';

export const GasParts = struct('PerigeeGasParts', {
  wasm: described(gas, 'Instructions of contract code.'),
  hostFunctions: gas,
  actions: described(
    gas,
    'Receipts and their actions: those that were executed, and those that contracts created.',
  ),
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

export const GasReportRow = struct('PerigeeGasReportRow', {
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

export const GasReportView = struct('PerigeeGasReportResponse', {
  fromHeight: described(u64Number, 'The first block of the report.'),
  toHeight: described(u64Number, 'The last block of the report.'),
  transactions: u64Number,
  total: described(gas, 'All gas, of transactions and their receipts.'),
  rows: vec(GasReportRow),
});
export type GasReportView = TypeOf<typeof GasReportView>;

export const ReceiptGas = struct('PerigeeReceiptGas', {
  id: described(hash, 'The id of a receipt, or the hash of the transaction.'),
  executorId: accountId,
  name: described(
    string,
    '`transaction`, `refund`, or the actions of a receipt: functions by name, others by kind.',
  ),
  gas,
  tokensBurnt: balance,
  parts: GasParts,
});
export type ReceiptGas = TypeOf<typeof ReceiptGas>;

export const TransactionGasView = struct('PerigeeTransactionGasResponse', {
  gas: described(gas, 'The sum over the rows.'),
  tokensBurnt: balance,
  parts: GasParts,
  pending: described(u64Number, 'Receipts that are not executed yet; their gas is missing.'),
  rows: vec(ReceiptGas),
});
export type TransactionGasView = TypeOf<typeof TransactionGasView>;
