// What a transaction or a receipt did to the tokens of an account, from the changes that the block
// keeps with their causes.

import { equalBytes } from '../../base/bytes/bytes.ts';
import type { Hash } from '../../base/crypto/hash.ts';
import { decode } from '../../codec/codec.ts';
import { accountTrieKey } from '../../state/trieKey.ts';
import { Account } from '../../types/account.ts';
import type { AccountId } from '../../types/accountId.ts';
import type { StateChangeCause } from '../../types/stateChange.ts';
import type { ExecutedAt, TracedHistory } from '../tracedHistory.ts';
import type { AccountBalance, BalanceChange } from '../tree/transactionTrace.ts';

/** `executed` is the transaction or receipt; empty if it changed no balance of the account. */
export function readBalanceChanges(
  history: Pick<TracedHistory, 'changes' | 'rowBefore'>,
  executed: ExecutedAt,
  accountId: AccountId,
): readonly BalanceChange[] {
  const key = accountTrieKey(accountId);
  const changes = history.changes(executed.blockHash, key);
  const first = changes.findIndex(({ cause }) => isCausedBy(cause, executed.id));
  if (first === -1) return [];
  const last = changes.findLastIndex(({ cause }) => isCausedBy(cause, executed.id));
  const before = decodeBalance(
    first > 0 ? (changes[first - 1]?.value ?? null) : history.rowBefore(executed, key),
  );
  const after = decodeBalance(changes[last]?.value ?? null);
  const isSame = before?.amount === after?.amount && before?.locked === after?.locked;
  return isSame ? [] : [{ accountId, before, after }];
}

/** The transaction or receipt that caused a change by being executed; null if none did. */
export function executedCause(cause: StateChangeCause): Hash | null {
  switch (cause.kind) {
    case 'TransactionProcessing':
      return cause.value.txHash;
    case 'ReceiptProcessing':
    case 'ActionReceiptGasReward':
      return cause.value.receiptHash;
    default:
      return null;
  }
}

function isCausedBy(cause: StateChangeCause, id: Hash): boolean {
  const executed = executedCause(cause);
  return executed !== null && equalBytes(executed, id);
}

function decodeBalance(row: Uint8Array | null): AccountBalance | null {
  if (row === null) return null;
  const { amount, locked } = decode(Account, row);
  return { amount, locked };
}
