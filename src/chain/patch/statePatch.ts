// A patch: state changes that a developer requests, applied after a new chunk as a separate
// transition. Records are written as they are, without adjusting storage usage or supply. Each
// shard takes the patches of its accounts; in the reference the first shard takes all of them,
// which is the same with a single shard.

import { PerigeeError } from '../../base/errors.ts';
import type { ChunkContext } from '../../runtime/chunkContext.ts';
import { stateRecordError, writeStateRecord } from '../../state/stateRecords.ts';
import type { StateUpdate } from '../../state/stateUpdate.ts';
import { gasKeyInfo } from '../../types/accessKey.ts';
import type { StateRecord } from '../../types/genesis.ts';
import { shardIdOfAccount } from '../../types/shardLayout.ts';
import { replaceShardState, type ShardState } from './shardState.ts';
import { applyStateEdit, type StateEdit } from './stateEdit.ts';
import { verifyStateRows } from './verifyStateRows.ts';

/** The whole state of accounts and contracts. */
type StateReplacement = { readonly kind: 'ReplaceState'; readonly value: ShardState };

export type StatePatch = StateRecord | StateEdit | StateReplacement;

/** Sums of a few such balances are still valid balances. */
const BALANCE_MAX = 1n << 120n;
/** Whatever an account adds later, its usage remains a safe integer. */
const STORAGE_USAGE_MAX = 2 ** 50;

export class PatchFault extends PerigeeError<{ readonly code: 'patch_fault' }> {
  constructor(fault: string, cause?: unknown) {
    super({ code: 'patch_fault' }, `the patch does not fit the state: ${fault}`, { cause });
  }
}

type PatchedShard = Pick<ChunkContext, 'protocol' | 'shardLayout' | 'shardId'>;

/** Writes the patches of one shard to its journal. Throws PatchFault if one does not fit. */
export function applyStatePatch(
  state: StateUpdate,
  shard: PatchedShard,
  patches: readonly StatePatch[],
): void {
  try {
    for (const patch of patches) {
      if (isHere(shard, patch)) applyPatch(shard, state, patch);
    }
  } catch (error) {
    if (error instanceof PerigeeError) throw new PatchFault(error.message, error);
    throw error;
  }
  state.commit({ kind: 'Migration' });
}

function isHere({ shardLayout, shardId }: PatchedShard, patch: StatePatch): boolean {
  if (patch.kind === 'ReplaceState') return patch.value.shardId === shardId;
  return shardIdOfAccount(shardLayout, patch.value.accountId) === shardId;
}

function applyPatch({ protocol }: PatchedShard, state: StateUpdate, patch: StatePatch): void {
  switch (patch.kind) {
    case 'ReplaceState':
      for (const record of patch.value.records) verifyBounds(protocol.limits, record);
      verifyStateRows(protocol, patch.value);
      replaceShardState(state, patch.value);
      break;
    case 'SetBalance':
    case 'SetCode':
    case 'SetData':
    case 'SetAccessKey':
    case 'DeleteAccount':
      verifyBounds(protocol.limits, patch);
      applyStateEdit(state, protocol.storage, patch);
      break;
    default:
      verifyBounds(protocol.limits, patch);
      writeStateRecord(state, patch);
  }
}

/**
 * What later blocks rely on: no sum of balances or of storage overflows, and no key is too long for
 * the store.
 */
function verifyBounds(
  { maxLengthStorageKey }: ChunkContext['protocol']['limits'],
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
