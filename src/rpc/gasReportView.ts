// What contracts have burnt: one row for each function of each contract. The parts of a row add up
// to its total.

import type { TypeOf } from '../codec/codec.ts';
import { string, u64Number, vec } from '../codec/primitives.ts';
import { view } from '../codec/struct.ts';
import { accountId } from '../types/accountId.ts';
import { gas } from '../types/primitives.ts';

export const GasParts = view({
  /** Instructions of contracts. */
  wasm: gas,
  hostFunctions: gas,
  /** Receipts and their actions: those that were executed, and those that contracts made. */
  actions: gas,
});
export type GasParts = TypeOf<typeof GasParts>;

export const GasReportRow = view({
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

export const GasReportView = view({
  /** The blocks that the report covers. */
  fromHeight: u64Number,
  toHeight: u64Number,
  transactions: u64Number,
  /** All gas, of transactions and of all their receipts. */
  total: gas,
  rows: vec(GasReportRow),
});
export type GasReportView = TypeOf<typeof GasReportView>;
