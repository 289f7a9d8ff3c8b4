// Maps by account as epochs store them: entries in the order of the ids.

import type { AccountId } from '../../types/accountId.ts';

/** Ids are ASCII, so comparing them as text is comparing their bytes. */
export function compareAccounts(a: AccountId, b: AccountId): number {
  return a < b ? -1 : Number(a > b);
}

export function accountEntries<V>(map: ReadonlyMap<AccountId, V>): [AccountId, V][] {
  return [...map].sort(([a], [b]) => compareAccounts(a, b));
}
