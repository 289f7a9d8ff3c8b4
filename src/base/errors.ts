// The failures that this program expects.

import type { ErrorCode } from './errorTable.ts';

/**
 * The one class of expected failures. Each module states its own union of `info` shapes, told apart
 * by `code`; errorTable.ts lists all codes. The message is the text that a user may see. A broken
 * invariant of our own is never a PerigeeError (see assert.ts).
 */
export class PerigeeError<T extends { readonly code: ErrorCode }> extends Error {
  readonly info: T;

  constructor(info: T, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'PerigeeError';
    this.info = info;
  }

  get code(): T['code'] {
    return this.info.code;
  }
}

/** The result of `run`; its expected failures are replaced by others. */
export function restate<T>(
  run: () => T,
  explain: (error: PerigeeError<{ readonly code: ErrorCode }>) => Error,
): T {
  try {
    return run();
  } catch (error) {
    throw error instanceof PerigeeError ? explain(error) : error;
  }
}
