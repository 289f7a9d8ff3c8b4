// A failure that is passed from one thread to another. Messages between threads lose the classes of
// errors, so a failure travels as its code, its message and, if it was unexpected, its stack, which
// goes to the log. RPC clients never see a stack.

import { PerigeeError } from './errors.ts';
import type { ErrorCode } from './errorTable.ts';

export interface ThreadFailure {
  readonly code: ErrorCode;
  readonly message: string;
  /** Null for an expected failure, whose message says everything. */
  readonly stack: string | null;
}

export function packFailure(error: unknown): ThreadFailure {
  if (error instanceof PerigeeError) {
    return { code: error.code, message: error.message, stack: null };
  }
  const message = error instanceof Error ? error.message : String(error);
  return { code: 'internal', message, stack: stackOf(error) };
}

/** An expected failure stays one, and a fault of this program keeps the stack of its thread. */
export function unpackFailure({ code, message, stack }: ThreadFailure): Error {
  if (stack === null) return new PerigeeError({ code }, message);
  return Object.assign(new Error(message), { stack });
}

/** The message of an expected failure, and the whole stack of any other. */
export function describeFault(error: unknown): string {
  return error instanceof PerigeeError ? error.message : stackOf(error);
}

/** For threads without a log: standard error is that of the process. */
export function reportFault(where: string, error: unknown): void {
  process.stderr.write(`perigee: ${where}: ${describeFault(error)}\n`);
}

function stackOf(error: unknown): string {
  return (error instanceof Error && error.stack) || String(error);
}
