// Why a transaction failed, with the stack of the contract: its trace says so. If it cannot be
// executed again, the failure is what the outcome says.

import { PerigeeError } from '../base/errors.ts';
import { formatPlainJson } from '../base/json/plainJson.ts';
import type { PerigeeTraceFailure, PerigeeTransactionTrace } from '../client/generated/wire.ts';
import type { Rpc } from '../client/rpc.ts';
import type { Outcome } from './callResult.ts';

export async function findFailure(rpc: Rpc, outcome: Outcome): Promise<PerigeeTraceFailure> {
  const params = { tx_hash: outcome.transaction_outcome.id, level: 'calls' } as const;
  try {
    return failureOf(await rpc('perigee_trace_transaction', params)) ?? describe(outcome);
  } catch (error) {
    // Such as a trace that takes too long, or a pruned state.
    if (error instanceof PerigeeError) return describe(outcome);
    throw error;
  }
}

/** The one of the action, which has a stack, before that of the whole transaction. */
function failureOf({ receipts, failure }: PerigeeTransactionTrace): PerigeeTraceFailure | null {
  const failures = receipts
    .flatMap(({ actions = [], failure: whole }) => [...actions.map((one) => one.failure), whole])
    .filter((one) => one !== undefined);
  const same = failures.filter(({ message }) => message === failure?.message);
  return same.find(({ stack }) => stack !== undefined) ?? failure ?? same[0] ?? null;
}

function describe({ status }: Outcome): PerigeeTraceFailure {
  const failure = typeof status === 'object' && 'Failure' in status ? status.Failure : status;
  return { kind: 'TxExecutionError', message: formatPlainJson(failure) ?? '' };
}
