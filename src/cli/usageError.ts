// A command line that cannot be understood: one sentence for the user, and exit code 2.

import { PerigeeError } from '../base/errors.ts';

type UsageError = PerigeeError<{ readonly code: 'usage' }>;

export function createUsageError(message: string): UsageError {
  return new PerigeeError({ code: 'usage' }, message);
}

export function isUsageError(error: unknown): error is UsageError {
  return error instanceof PerigeeError && error.code === 'usage';
}
