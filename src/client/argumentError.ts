// The error for an invalid argument of the library.

import { PerigeeError, restate } from '../base/errors.ts';

export class ArgumentError extends PerigeeError<{ readonly code: 'argument' }> {
  /** `what` is the option or the control. */
  constructor(what: string, reason: string, cause?: unknown) {
    super({ code: 'argument' }, `${what}: ${reason}`, { cause });
  }
}

/** Returns the result of `read`; converts its error to an ArgumentError. */
export function readArgument<T>(what: string, read: () => T): T {
  return restate(read, (error) => new ArgumentError(what, error.message, error));
}
