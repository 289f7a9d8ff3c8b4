// Why a call of a contract failed, from what was given to the VM and what it gave back.

import type { Protocol } from '../params/protocol.ts';
import { readMethodNames } from '../symbols/functionNames.ts';
import { WasmLayout } from '../symbols/wasmLayout.ts';
import { whichVersionHas } from '../vm/host/hostTable.ts';
import type { ContractCall } from '../vm/runContract.ts';
import { type FunctionCallFailure, failureToError } from '../vm/vmErrors.ts';
import type { VmOutcome } from '../vm/vmTypes.ts';
import { explainCall } from './callRules.ts';
import type { Explanation } from './explanation.ts';
import type { CallFacts } from './facts.ts';

/** What the explanation depends on. */
interface ExplainedCall {
  readonly protocol: Protocol;
  readonly call: ContractCall;
  readonly outcome: Pick<VmOutcome, 'aborted' | 'burntGas'>;
  /** The gas attached to the transaction, if that is known. */
  readonly transactionGas?: bigint | undefined;
}

/** Null if the call succeeded, or its message says everything that is known. */
export function explainContractCall(explained: ExplainedCall): Explanation | null {
  const { aborted } = explained.outcome;
  return aborted === null
    ? null
    : explainCall(failureToError(aborted), factsOf(explained, aborted));
}

function factsOf(
  { protocol, call, outcome, transactionGas }: ExplainedCall,
  aborted: FunctionCallFailure,
): CallFacts {
  const { context, method: methodName, code } = call;
  const { currentAccountId: accountId, view } = context;
  return {
    accountId,
    methodName,
    args: context.input,
    attachedDeposit: context.attachedDeposit,
    prepaidGas: context.prepaidGas,
    burntGas: outcome.burntGas,
    isView: view !== null,
    isCallback: context.predecessorAccountId === accountId && context.promiseResults.length > 0,
    transactionGas,
    methods: () => {
      const bytes = code?.read() ?? null;
      return bytes === null ? [] : readMethodNames(new WasmLayout(bytes));
    },
    missingImport: aborted.kind === 'LinkError' ? aborted.missingImport : undefined,
    describeImport: (name) => describeImport(name, protocol),
  };
}

function describeImport(name: string, { version, dialect }: Protocol): string {
  const first = whichVersionHas(name, dialect);
  return first === null
    ? `the contract imports ${name}, which no known protocol version has`
    : `the contract imports ${name}, which exists from protocol ${first} on; ` +
        `this chain is at ${version}`;
}
