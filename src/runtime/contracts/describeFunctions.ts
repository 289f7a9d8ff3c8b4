// Functions of a contract as its author knows them: their names, and where they are declared.
// Threads that run contracts may know more about them than the code itself says.

import type { Protocol } from '../../params/protocol.ts';
import { ContractSymbols, type NamedFunction } from '../../symbols/contractSymbols.ts';
import { WasmLayout } from '../../symbols/wasmLayout.ts';
import type { ContractCode } from '../../vm/moduleCache.ts';

export interface FunctionsOfContract {
  readonly protocol: Protocol;
  readonly code: ContractCode;
  /** They count the contract's imports. */
  readonly functionIndexes: readonly number[];
}

/** In the order of the indexes. */
export type DescribeFunctions = (functions: FunctionsOfContract) => readonly NamedFunction[];

/** By the names in the code. */
export const nameFunctions: DescribeFunctions = ({ code, functionIndexes }) =>
  new ContractSymbols(new WasmLayout(code.read() ?? new Uint8Array())).functions(functionIndexes);
