// The account row.

import { Account } from '../types/account.ts';
import type { AccountId } from '../types/accountId.ts';
import { readRow, writeRow } from './row.ts';
import type { StateReader, StateUpdate } from './stateUpdate.ts';
import { accountTrieKey } from './trieKey.ts';

export function readAccount(state: StateReader, id: AccountId): Account | null {
  return readRow(state, accountTrieKey(id), Account);
}

export function writeAccount(state: StateUpdate, id: AccountId, account: Account): void {
  writeRow(state, accountTrieKey(id), Account, account);
}
