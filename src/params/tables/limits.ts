// Limits and switches of transactions, receipts and contracts at version 84.
// Lengths and sizes are bytes. Gas is a bigint, everything else fits a number.

import { freezeDeep } from '../freezeDeep.ts';

export const limits = freezeDeep({
  maxGasBurnt: 1_000_000_000_000_000n,
  maxStackHeight: 262_144,
  initialMemoryPages: 1_024,
  maxMemoryPages: 2_048,
  registersMemoryLimit: 1_073_741_824,
  maxRegisterSize: 104_857_600,
  maxNumberRegisters: 100,
  maxNumberLogs: 100,
  maxTotalLogLength: 16_384,
  maxTotalPrepaidGas: 1_000_000_000_000_000n,
  maxActionsPerReceipt: 100,
  maxDeployActionsPerReceipt: 10,
  maxNumberBytesMethodNames: 2_000,
  maxLengthMethodName: 256,
  maxArgumentsLength: 4_194_304,
  maxLengthReturnedData: 4_194_304,
  maxContractSize: 4_194_304,
  maxTransactionSize: 1_572_864,
  maxReceiptSize: 4_194_304,
  maxLengthStorageKey: 2_048,
  maxLengthStorageValue: 4_194_304,
  maxPromisesPerFunctionCallAction: 1_024,
  maxNumberInputDataDependencies: 128,
  maxReceiptTotalInputSize: 4_294_967_295,
  maxFunctionsNumberPerContract: 10_000,
  maxLocalsPerContract: 1_000_000,
  accountIdValidityRulesVersion: 2,
  yieldTimeoutLengthInBlocks: 200,
  maxYieldPayloadSize: 1_024,
  perReceiptStorageProofSizeLimit: 4_000_000,
  maxTablesPerContract: 1,
  maxElementsPerContractTable: 10_000,
  maxFunctionBodySize: 196_608,
  maxInstrumentedCodeSize: 16_777_216,
  maxBlocksPerFunction: 5_000,
  maxBlocksPerContract: 50_000,
  maxTypesPerContract: 1_024,
  maxParamsPerFunction: 64,
  maxParamsPerContract: 50_000,
  maxOperandStackBytesPerFunction: 8_192,
  maxStateInitEntries: 4_294_967_295,
  maxUniversalStateInitKeys: 1_024,
  /** Bytes of code that a contract needs for each local variable; null for no such rule. */
  minContractSizePerLocal: null as number | null,
  maxGlobalsPerContract: null as number | null,
});

export type Limits = typeof limits;

/** Costs of Wasm execution that have no place in a gas profile's list of host costs. */
export const wasmCosts = freezeDeep({
  regularOpCost: 822_756n,
  linearOpBaseCost: 26_328_192n,
  linearOpUnitCost: 822_756n,
  growMemCost: 1n,
  maxGasBurntView: 1_000_000_000_000_000n,
});

export type WasmCosts = typeof wasmCosts;
