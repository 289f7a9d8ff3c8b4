// Removing all rows of an account: itself, its code, its keys with their nonces, its contract's
// data. Receipts that wait for it, and data sent to it, stay.

import type { AccountId } from '../types/accountId.ts';
import { parseTrieKey } from './parseTrieKey.ts';
import type { StateUpdate } from './stateUpdate.ts';
import {
  accessKeysTriePrefix,
  accountTrieKey,
  contractCodeTrieKey,
  contractDataTrieKey,
} from './trieKey.ts';

/** The removed nonces of gas keys, which cost compute. */
export interface RemovedNonces {
  readonly count: number;
  readonly keyBytes: number;
}

export function removeAccountRows(state: StateUpdate, id: AccountId): RemovedNonces {
  state.remove(accountTrieKey(id));
  // Also for an account without code: the removal is shown among the changes.
  state.remove(contractCodeTrieKey(id));
  let count = 0;
  let keyBytes = 0;
  for (const key of state.keysWithPrefix(accessKeysTriePrefix(id))) {
    if (parseTrieKey(key).kind === 'GasKeyNonce') {
      count++;
      keyBytes += key.length;
    }
    state.remove(key);
  }
  const dataPrefix = contractDataTrieKey(id, new Uint8Array(0));
  for (const key of state.keysWithPrefix(dataPrefix)) state.remove(key);
  return { count, keyBytes };
}
