// An argument that a program gave to the node inside it, and that the node does not take.

import { PerigeeError, restate } from '../base/errors.ts';

export class ArgumentError extends PerigeeError<{ readonly code: 'argument' }> {
  /** `what` is the option, or the control that was asked for. */
  constructor(what: string, reason: string, cause?: unknown) {
    super({ code: 'argument' }, `${what}: ${reason}`, { cause });
  }
}

/** What `read` gives; its refusal becomes that of an argument. */
export function readArgument<T>(what: string, read: () => T): T {
  return restate(read, (error) => new ArgumentError(what, error.message, error));
}
