// An index from keys to the accounts that were given them, so that the accounts of a key can be
// found. A row stays when the account deletes the key: readers check whether the key is still
// there.

import { bytesToUtf8, concatBytes, utf8ToBytes } from '../../base/bytes/bytes.ts';
import type { PublicKeyHandle } from '../../base/crypto/keys.ts';
import { encode } from '../../codec/codec.ts';
import { keyAccountKey } from '../../state/keyAccountKey.ts';
import { TRIE_COLUMN } from '../../state/trieKey.ts';
import type { TrieState } from '../../state/trieState.ts';
import type { Batch, StoreReader } from '../../store/store.ts';
import { prefixRange } from '../../store/storeKeys.ts';
import type { AccountId } from '../../types/accountId.ts';
import { publicKeyHandle } from '../../types/primitives.ts';
import type { KeyChanges } from '../../types/stateChange.ts';
import { Column } from '../columns/columns.ts';

/** Sorts after an account and before all accounts whose names begin with it. */
const AFTER_ACCOUNT = Uint8Array.of(0);

/** The keys that a block gave to accounts; transactions only raise the nonces of theirs. */
export function writeGivenKeys(batch: Batch, changed: readonly KeyChanges[]): void {
  for (const { key, changes } of changed) {
    if (key[0] !== TRIE_COLUMN.accessKey) continue;
    if (changes.some(({ cause, value }) => cause.kind !== 'TransactionProcessing' && value)) {
      const row = keyAccountKey(key);
      if (row !== null) batch.put(Column.keyAccount, row, null);
    }
  }
}

/** The keys of the rows for all keys of a state. Its nodes must be at hand. */
export function* listKeyAccounts(state: TrieState): Generator<Uint8Array> {
  for (const trieKey of state.keysWithPrefix(Uint8Array.of(TRIE_COLUMN.accessKey))) {
    const row = keyAccountKey(trieKey);
    if (row !== null) yield row;
  }
}

/** In the order of their names, from behind one of them. */
export function* readKeyAccounts(
  store: StoreReader,
  publicKey: PublicKeyHandle,
  after: AccountId | null,
): Generator<AccountId> {
  const prefix = encode(publicKeyHandle, publicKey);
  const range = prefixRange(prefix);
  const start = after === null ? prefix : concatBytes(prefix, utf8ToBytes(after), AFTER_ACCOUNT);
  for (const [key] of store.range(Column.keyAccount, { ...range, start })) {
    yield bytesToUtf8(key.subarray(prefix.length));
  }
}
