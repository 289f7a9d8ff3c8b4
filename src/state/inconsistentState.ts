// Rows of the state that contradict each other. Execution never leaves such rows behind; a state
// that was edited by hand or read from a damaged disk may have them. The reference stops its node
// there (StorageInconsistentState); here the block is not made, and the chain halts.

import { PerigeeError } from '../base/errors.ts';

type InconsistentState = { readonly code: 'inconsistent_state' };

/** Throws a PerigeeError of code `inconsistent_state` unless the condition holds. */
export function requireConsistent(condition: unknown, rule: string): asserts condition {
  if (condition) return;
  const message = `the state is inconsistent: ${rule}`;
  throw new PerigeeError<InconsistentState>({ code: 'inconsistent_state' }, message);
}
