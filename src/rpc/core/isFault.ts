// Which failures of a request the operator has to hear of.

import { PerigeeError } from '../../base/errors.ts';
import { isStoreDamage } from '../../store/storeError.ts';

/** A bug of ours or damage of the store, here or in the thread that ran a view. */
export function isFault(thrown: unknown): boolean {
  if (!(thrown instanceof PerigeeError) || isStoreDamage(thrown)) return true;
  return thrown.code === 'view_failed' && thrown.cause !== undefined && isFault(thrown.cause);
}
