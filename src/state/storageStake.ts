// An account must hold tokens for its storage, unless it uses very little. What is staked counts;
// what its gas keys hold does not.

import { ZERO_BALANCE_ACCOUNT_STORAGE_LIMIT } from '../params/constants.ts';
import type { Storage } from '../params/tables/economics.ts';
import type { Account } from '../types/account.ts';

/** What an account lacks for its storage if it had `amount`; 0 when it holds enough. */
export function missingStorageStake(
  storage: Storage,
  account: Account,
  amount: bigint = account.amount,
): bigint {
  if (account.storageUsage <= ZERO_BALANCE_ACCOUNT_STORAGE_LIMIT) return 0n;
  const required = storage.storageAmountPerByte * BigInt(account.storageUsage);
  const available = amount + account.locked;
  return available >= required ? 0n : required - available;
}
