// The stack of a failed call as its author reads it. Threads that run contracts may know more about
// it than the code itself says: see `ContractRunner.describeStack`.

import type { Protocol } from '../../params/protocol.ts';
import { ContractSymbols } from '../../symbols/contractSymbols.ts';
import type { StackFrame } from '../../symbols/stackFrame.ts';
import { WasmLayout } from '../../symbols/wasmLayout.ts';
import { functionsOf, type RanStack } from '../../vm/debug/wasmFrame.ts';
import type { ContractCode } from '../../vm/moduleCache.ts';

export interface FailedCall {
  readonly protocol: Protocol;
  /** Null for an account without a contract. */
  readonly code: ContractCode | null;
  readonly stack: RanStack;
}

/** Innermost first. */
export type DescribeStack = (failed: FailedCall) => readonly StackFrame[];

/** By the names in the code. Nothing is read without need. */
export const nameStack: DescribeStack = ({ code, stack }) => {
  const bytes = stack.frames.length === 0 ? null : (code?.read() ?? null);
  return bytes === null
    ? []
    : new ContractSymbols(new WasmLayout(bytes)).frames(functionsOf(stack));
};
