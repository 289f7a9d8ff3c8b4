// A contract call as its author wants to read it in a log. Outcomes contain only the gas and logs
// of whole receipts, and not where in its code a contract has failed.

import type { Hash } from '../../base/crypto/hash.ts';
import { explainContractCall } from '../../explain/explainContractCall.ts';
import type { Explanation } from '../../explain/explanation.ts';
import type { Protocol } from '../../params/protocol.ts';
import type { StackFrame } from '../../symbols/stackFrame.ts';
import type { AccountId } from '../../types/accountId.ts';
import type { FunctionCallError } from '../../types/actionErrors.ts';
import type { ContractCall } from '../../vm/runContract.ts';
import { failureToError } from '../../vm/vmErrors.ts';
import type { VmOutcome } from '../../vm/vmTypes.ts';
import type { DescribeStack } from './describeStack.ts';

export interface FunctionCallReport {
  readonly receiptId: Hash;
  readonly accountId: AccountId;
  readonly methodName: string;
  readonly gasBurnt: bigint;
  readonly logs: readonly string[];
  /** Null if the call succeeded; its receipt may still fail. */
  readonly failure: FunctionCallError | null;
  /** What the text of the failure does not say, if anything is known. */
  readonly explanation: Explanation | null;
  /** The functions that were active when the call trapped or panicked, innermost first. */
  readonly stack: readonly StackFrame[];
}

interface ReportedReceipt {
  readonly receiptId: Hash;
  readonly protocol: Protocol;
  readonly describeStack: DescribeStack;
}

export function createFunctionCallReport(
  { receiptId, protocol, describeStack }: ReportedReceipt,
  call: ContractCall,
  outcome: VmOutcome,
): FunctionCallReport {
  const { code, context, method } = call;
  const { aborted, burntGas, logs, wasmStack } = outcome;
  return {
    receiptId,
    accountId: context.currentAccountId,
    methodName: method,
    gasBurnt: burntGas,
    logs,
    failure: aborted === null ? null : failureToError(aborted),
    explanation: explainContractCall({ protocol, call, outcome }),
    stack: describeStack({ protocol, code, stack: wasmStack }),
  };
}
