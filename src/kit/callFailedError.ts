// The error of a call of the test kit that was executed and failed.

import { PerigeeError } from '../base/errors.ts';
import type { PerigeeStackFrame, PerigeeTraceFailure } from '../client/generated/wire.ts';
import type { Outcome } from './callResult.ts';

interface FailedCall {
  readonly code: 'call_failed';
  /** Null for a view call. */
  readonly outcome: Outcome | null;
  /** Of all receipts, in the order of their execution. */
  readonly logs: readonly string[];
  /** The name of the error, such as `FunctionCallError`. */
  readonly kind: string;
  /** The cause in plain words, if known. */
  readonly explanation?: string;
  /** What helps, if known. */
  readonly remedy?: string;
  /** The functions that were active in the contract, innermost first; empty if not known. */
  readonly stack: readonly PerigeeStackFrame[];
}

interface FailureParts extends Pick<FailedCall, 'outcome' | 'logs'> {
  readonly failure: PerigeeTraceFailure;
}

export class CallFailedError extends PerigeeError<FailedCall> {
  /** `what` is the call, such as `alice.test.near → counter.test.near add`. */
  constructor(what: string, { outcome, logs, failure }: FailureParts) {
    const { kind, message, explanation, remedy, stack = [] } = failure;
    const lines = [
      `${what}: ${message}`,
      ...[explanation, remedy].flatMap((text) => (text === undefined ? [] : [`  ${text}`])),
      ...stack.map((frame) => `  in ${formatFrame(frame)}`),
      ...logs.map((log) => `  log: ${log}`),
    ];
    super(
      {
        code: 'call_failed',
        outcome,
        logs,
        kind,
        stack,
        ...(explanation !== undefined && { explanation }),
        ...(remedy !== undefined && { remedy }),
      },
      lines.join('\n'),
    );
  }
}

function formatFrame({ function: called, file, line, column }: PerigeeStackFrame): string {
  if (file === undefined) return called;
  const place = [file, line, column].filter((part) => part !== undefined).join(':');
  return `${called} (${place})`;
}
