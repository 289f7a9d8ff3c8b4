// The state that a chain begins with: the records of its genesis file, one trie for each shard.
// Storage usage in the records is ignored and computed, and what validators have locked comes from
// the list of validators.

import { HASH_ZERO } from '../base/crypto/hash.ts';
import { dataRowBytes } from '../params/chargedBytes.ts';
import type { Storage } from '../params/tables/economics.ts';
import { EMPTY_TRIE } from '../trie/trie.ts';
import { isInitialized } from '../types/account.ts';
import { type AccountId, SYSTEM_ACCOUNT } from '../types/accountId.ts';
import type { Genesis, StateRecord } from '../types/genesis.ts';
import { shardIdOfAccount, shardIds } from '../types/shardLayout.ts';
import { readAccount, writeAccount } from './accounts.ts';
import { RecordedTrie } from './recordedTrie.ts';
import { stateRecordError, writeStateRecord } from './stateRecords.ts';
import { type StateResult, StateUpdate } from './stateUpdate.ts';
import { keyRowStorageUsage, nonceStorageUsage } from './storageUsage.ts';

interface GenesisShard extends StateResult {
  readonly shardId: number;
}

/** One entry for each shard, in the order of the layout. */
export function createGenesisState(
  genesis: Genesis,
  storage: Storage,
  shardLayout = genesis.config.shardLayout,
): GenesisShard[] {
  const { validators } = genesis.config;
  return shardIds(shardLayout).map((shardId) => {
    const isHere = (id: AccountId) => shardIdOfAccount(shardLayout, id) === shardId;
    const records = genesis.records.filter(({ value: { accountId } }) => {
      return accountId !== SYSTEM_ACCOUNT && isHere(accountId);
    });
    const state = new StateUpdate(new RecordedTrie(EMPTY_TRIE, HASH_ZERO));
    for (const record of records) writeStateRecord(state, record);
    for (const [id, storageUsage] of sumStorageUsage(records, storage)) {
      changeAccount(state, id, { storageUsage });
    }
    for (const { accountId, amount } of validators) {
      if (isHere(accountId)) changeAccount(state, accountId, { locked: amount });
    }
    state.commit({ kind: 'InitialState' });
    return { shardId, ...state.finish() };
  });
}

function changeAccount(
  state: StateUpdate,
  id: AccountId,
  changes: { readonly storageUsage?: number; readonly locked?: bigint },
): void {
  const account = readAccount(state, id);
  if (account === null) throw stateRecordError(`${id} has records but no account`);
  if (changes.locked !== undefined && !isInitialized(account)) {
    throw stateRecordError(`${id} is uninitialized and cannot be a validator`);
  }
  writeAccount(state, id, { ...account, ...changes });
}

function sumStorageUsage(
  records: readonly StateRecord[],
  storage: Storage,
): ReadonlyMap<AccountId, number> {
  const usage = new Map<AccountId, number>();
  for (const record of records) {
    const { accountId } = record.value;
    const bytes = recordStorageUsage(record, storage);
    if (bytes > 0) usage.set(accountId, (usage.get(accountId) ?? 0) + bytes);
  }
  return usage;
}

function recordStorageUsage(record: StateRecord, storage: Storage): number {
  switch (record.kind) {
    case 'Account':
      return storage.numBytesAccount;
    case 'Data':
      return dataRowBytes(storage, record.value.dataKey, record.value.value);
    case 'Contract':
      return record.value.code.length;
    case 'AccessKey':
      return keyRowStorageUsage(storage, record.value.publicKey, record.value.accessKey);
    case 'GasKeyNonce':
      return nonceStorageUsage(storage, record.value.publicKey);
    case 'ReceivedData':
      return 0;
  }
}
