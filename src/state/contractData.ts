// A contract's own storage. Lookups for a write pay for the trie nodes on their path, lookups for a
// read do not.

import type { AccountId } from '../types/accountId.ts';
import type { TrieNodeCounts } from './seenNodes.ts';
import type { FoundValue, StateReader, StateUpdate } from './stateUpdate.ts';
import { contractDataTrieKey } from './trieKey.ts';

export function readContractData(
  state: StateReader,
  id: AccountId,
  key: Uint8Array,
): Uint8Array | null {
  return state.get(contractDataTrieKey(id, key));
}

export function findDataForRead(
  state: Pick<StateUpdate, 'find'>,
  id: AccountId,
  key: Uint8Array,
): FoundValue | null {
  return state.find(contractDataTrieKey(id, key));
}

export function findDataForUpdate(
  state: StateUpdate,
  id: AccountId,
  key: Uint8Array,
  counts: TrieNodeCounts,
): FoundValue | null {
  return state.findCounted(contractDataTrieKey(id, key), counts);
}

export function writeContractData(
  state: StateUpdate,
  id: AccountId,
  key: Uint8Array,
  value: Uint8Array,
): void {
  state.set(contractDataTrieKey(id, key), value);
}

export function removeContractData(state: StateUpdate, id: AccountId, key: Uint8Array): void {
  state.remove(contractDataTrieKey(id, key));
}
