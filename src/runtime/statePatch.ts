// A patch of a sandbox: records written over the state after everything else in a chunk, as they are
// (facts: runtime 8.1). Storage usage and supply are not adjusted.

import { PerigeeError } from '../base/errors.ts';
import { writeStateRecord } from '../state/stateRecords.ts';
import type { StateUpdate } from '../state/stateUpdate.ts';
import type { StateRecord } from '../types/genesis.ts';

/** Writes all records or, if one does not fit the state, none; answers why, or null. */
export function applyStatePatch(
  state: StateUpdate,
  records: readonly StateRecord[],
): string | null {
  try {
    for (const record of records) writeStateRecord(state, record);
  } catch (error) {
    if (!(error instanceof PerigeeError)) throw error;
    state.rollback();
    return error.message;
  }
  state.commit({ kind: 'Migration' });
  return null;
}
