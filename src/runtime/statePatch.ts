// A patch of a sandbox: changes of the state after everything else in a chunk. Records are written
// as they are, without adjusting storage usage or supply. Each shard takes what concerns its
// accounts; the reference lets its first shard take everything, which is the same where there is
// only one.

import { PerigeeError } from '../base/errors.ts';
import { replaceShardState, type ShardState } from '../state/shardState.ts';
import { stateRecordError, writeStateRecord } from '../state/stateRecords.ts';
import type { StateUpdate } from '../state/stateUpdate.ts';
import { gasKeyInfo } from '../types/accessKey.ts';
import type { StateRecord } from '../types/genesis.ts';
import { shardIdOfAccount } from '../types/shardLayout.ts';
import type { ChunkContext } from './chunkContext.ts';
import { applyStateEdit, type StateEdit } from './stateEdit.ts';
import { verifyStateRows } from './verifyStateRows.ts';

/** The whole state of accounts and contracts. */
type StateReplacement = { readonly kind: 'ReplaceState'; readonly value: ShardState };

export type StatePatch = StateRecord | StateEdit | StateReplacement;

/** Sums of a few such balances are still balances. */
const BALANCE_MAX = 1n << 120n;
/** Whatever an account adds later, its usage is still a safe integer. */
const STORAGE_USAGE_MAX = 2 ** 50;

/**
 * Applies all patches of this shard or, if one does not fit the state, none; answers why, or null.
 */
export function applyStatePatch(
  chunk: ChunkContext,
  state: StateUpdate,
  patches: readonly StatePatch[],
): string | null {
  try {
    for (const patch of patches) {
      if (isHere(chunk, patch)) applyPatch(chunk, state, patch);
    }
  } catch (error) {
    if (!(error instanceof PerigeeError)) throw error;
    state.rollback();
    return error.message;
  }
  state.commit({ kind: 'Migration' });
  return null;
}

function isHere({ shardLayout, shardId }: ChunkContext, patch: StatePatch): boolean {
  if (patch.kind === 'ReplaceState') return patch.value.shardId === shardId;
  return shardIdOfAccount(shardLayout, patch.value.accountId) === shardId;
}

function applyPatch({ config }: ChunkContext, state: StateUpdate, patch: StatePatch): void {
  switch (patch.kind) {
    case 'ReplaceState':
      for (const record of patch.value.records) verifyBounds(config.limits, record);
      verifyStateRows(config.limits, patch.value);
      replaceShardState(state, patch.value);
      break;
    case 'SetBalance':
    case 'SetCode':
    case 'SetData':
    case 'SetAccessKey':
    case 'DeleteAccount':
      verifyBounds(config.limits, patch);
      applyStateEdit(state, config.storage, patch);
      break;
    default:
      verifyBounds(config.limits, patch);
      writeStateRecord(state, patch);
  }
}

/**
 * What later blocks rely on: no sum of balances or of storage overflows, and no key is too long for
 * the store.
 */
function verifyBounds(
  { maxLengthStorageKey }: ChunkContext['config']['limits'],
  patch: StateRecord | StateEdit,
): void {
  const { accountId } = patch.value;
  if (balancesOf(patch).some((balance) => balance > BALANCE_MAX)) {
    throw stateRecordError(`a balance of ${accountId} is above 2^120`);
  }
  if (patch.kind === 'Account' && patch.value.account.storageUsage > STORAGE_USAGE_MAX) {
    throw stateRecordError(`the storage usage of ${accountId} is above 2^50`);
  }
  if ('dataKey' in patch.value && patch.value.dataKey.length > maxLengthStorageKey) {
    throw stateRecordError(
      `a key of the data of ${accountId} has more than ${maxLengthStorageKey} bytes`,
    );
  }
}

function balancesOf(patch: StateRecord | StateEdit): readonly bigint[] {
  switch (patch.kind) {
    case 'Account':
      return [patch.value.account.amount, patch.value.account.locked];
    case 'SetBalance':
      return [patch.value.amount];
    case 'AccessKey':
    case 'SetAccessKey': {
      const key = patch.value.accessKey;
      return key === null ? [] : [gasKeyInfo(key.permission)?.balance ?? 0n];
    }
    default:
      return [];
  }
}
