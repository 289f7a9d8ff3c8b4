// The trace of a gathered transaction, and beside it, with overrides, of what would have happened.

import { assert } from '../base/assert.ts';
import type { ContractRunner } from '../runtime/chunkContext.ts';
import { traceHistory } from '../trace/traceTransaction.ts';
import type { PastRows } from './changesBefore.ts';
import { PastReceipts } from './pastReceipts.ts';
import { RemoteHistory } from './remoteHistory.ts';
import type { RemoteTask } from './remoteMessages.ts';
import type { RemoteTrace } from './remoteTrace.ts';
import { WhatIf } from './whatIf.ts';

/** Throws a PerigeeError if a row cannot be read. */
export function createRemoteTrace(
  task: RemoteTask,
  contracts: ContractRunner,
  rows: PastRows,
): RemoteTrace {
  const { past, dialect, overrides } = task;
  const receipts = new PastReceipts(past, rows);
  const execution = { receipts, dialect, contracts, rows };
  const history = new RemoteHistory(execution);
  const trace = traceHistory(history, task);
  assert(trace !== null, 'a gathered transaction was executed');
  const { checks, notices } = history;
  const real = { trace, checks, notices };
  if (overrides.length === 0) return { ...real, whatIf: null, differences: [] };
  const changed = new WhatIf(execution, history, overrides);
  const whatIf = traceHistory(changed, task);
  return { ...real, whatIf, differences: changed.describeDifferences() };
}
