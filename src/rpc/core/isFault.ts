// Which failures of a request are reported to the operator.

import { PerigeeError } from '../../base/errors.ts';
import { isStoreDamage } from '../../store/storeError.ts';

/** A bug or a damaged store, here or in the thread that ran a view. */
export function isFault(thrown: unknown): boolean {
  if (!(thrown instanceof PerigeeError) || isStoreDamage(thrown)) return true;
  return thrown.code === 'view_failed' && thrown.cause !== undefined && isFault(thrown.cause);
}
