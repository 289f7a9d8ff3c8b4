// Admitted transactions that wait for a chunk. Grouped by signer and key, lowest nonce first, so
// that one chunk can take several of a key in order. Bounded in bytes, half of which one account
// may use, and in the number of transactions per account.

import { bytesKey, equalBytes } from '../../base/bytes/bytes.ts';
import type { Hash } from '../../base/crypto/hash.ts';
import { PerigeeError } from '../../base/errors.ts';
import {
  type Authorisation,
  type AuthorisedTransaction,
  BY_SIGNATURE,
} from '../../runtime/transactions/authorisation.ts';
import type { AccountId } from '../../types/accountId.ts';
import type { HashedTransaction, Transaction } from '../../types/transaction.ts';
import type { InvalidTxError } from '../../types/transactionErrors.ts';

export class PoolFull extends PerigeeError<{ readonly code: 'pool_full' }> {
  constructor(what: string) {
    super(
      { code: 'pool_full' },
      `the transaction pool holds its limit of ${what}; try again later`,
    );
  }
}

export interface PooledTransaction extends AuthorisedTransaction {
  /** The height of the head when it was admitted. */
  readonly arrivalHeight: number;
}

/** What a producer takes transactions from. */
export interface WaitingTransactions
  extends Pick<TransactionPool, 'add' | 'clear' | 'inTurn' | 'size'> {
  /** With the reason if no block can include it. */
  remove(transaction: HashedTransaction, error?: InvalidTxError): void;
}

/** Transactions that share a key and a nonce row. */
interface Group {
  /** In nonce order. */
  readonly transactions: PooledTransaction[];
  /** Whether an iteration may be in progress; then the group is copied before it is modified. */
  isShown: boolean;
}

interface PoolLimits {
  readonly bytesMax: number;
  /** For one account; defaults to all of the bytes. */
  readonly accountBytesMax?: number;
  readonly accountMax?: number;
}

/** The share of one account in the pool. */
interface AccountShare {
  count: number;
  bytes: number;
}

export class TransactionPool {
  readonly #groups = new Map<string, Group>();
  /** The group of each transaction, by its hash. */
  readonly #groupKeys = new Map<string, string>();
  readonly #shares = new Map<AccountId, AccountShare>();
  readonly #limits: Required<PoolLimits>;
  #bytes = 0;

  constructor({
    bytesMax,
    accountBytesMax = bytesMax,
    accountMax = Number.POSITIVE_INFINITY,
  }: PoolLimits) {
    this.#limits = { bytesMax, accountBytesMax, accountMax };
  }

  get size(): number {
    return this.#groupKeys.size;
  }

  get bytes(): number {
    return this.#bytes;
  }

  has(transactionHash: Hash): boolean {
    return this.#groupKeys.has(bytesKey(transactionHash));
  }

  /** Adds a transaction; does nothing if it is already in the pool. */
  add(
    signed: HashedTransaction,
    arrivalHeight = 0,
    authorisation: Authorisation = BY_SIGNATURE,
  ): void {
    const hashKey = bytesKey(signed.hash);
    if (this.#groupKeys.has(hashKey)) return;
    this.#checkRoom(signed);
    const groupKey = signerKey(signed.transaction);
    this.#groupKeys.set(hashKey, groupKey);
    this.#bytes += signed.bytes.length;
    this.#countAccount(signed, 1);
    const group = this.#ownGroup(groupKey);
    const place = countUpTo(group, nonceOf(signed));
    group.splice(place, 0, { signed, authorisation, arrivalHeight });
  }

  clear(): void {
    this.#groups.clear();
    this.#groupKeys.clear();
    this.#shares.clear();
    this.#bytes = 0;
  }

  /** All waiting transactions, round-robin over the groups, each group in nonce order. */
  *inTurn(): Generator<PooledTransaction> {
    let groups = [...this.#groups.values()].map((group) => {
      group.isShown = true;
      return group.transactions;
    });
    for (let round = 0; groups.length > 0; round++) {
      groups = groups.filter((group) => group.length > round);
      for (const group of groups) yield group[round] as PooledTransaction;
    }
  }

  remove(transaction: HashedTransaction): void {
    const hashKey = bytesKey(transaction.hash);
    const groupKey = this.#groupKeys.get(hashKey);
    if (groupKey === undefined) return;
    this.#groupKeys.delete(hashKey);
    this.#bytes -= transaction.bytes.length;
    this.#countAccount(transaction, -1);
    const group = this.#ownGroup(groupKey);
    let at = countUpTo(group, nonceOf(transaction)) - 1;
    while (!equalBytes((group[at] as PooledTransaction).signed.hash, transaction.hash)) at--;
    group.splice(at, 1);
    if (group.length === 0) this.#groups.delete(groupKey);
  }

  /** The transactions of a key, safe to modify. */
  #ownGroup(key: string): PooledTransaction[] {
    const known = this.#groups.get(key);
    if (known !== undefined && !known.isShown) return known.transactions;
    const transactions = [...(known?.transactions ?? [])];
    this.#groups.set(key, { transactions, isShown: false });
    return transactions;
  }

  #checkRoom({ bytes, transaction }: HashedTransaction): void {
    const { bytesMax, accountBytesMax, accountMax } = this.#limits;
    if (this.#bytes + bytes.length > bytesMax) throw new PoolFull(`${bytesMax} bytes`);
    const { signerId } = transaction;
    const share = this.#shares.get(signerId);
    if (share === undefined) return;
    if (share.count >= accountMax) throw new PoolFull(`${accountMax} transactions of ${signerId}`);
    if (share.bytes + bytes.length <= accountBytesMax) return;
    throw new PoolFull(`${accountBytesMax} bytes of ${signerId}`);
  }

  #countAccount({ transaction, bytes }: HashedTransaction, by: 1 | -1): void {
    const { signerId } = transaction;
    const share = this.#shares.get(signerId) ?? { count: 0, bytes: 0 };
    share.count += by;
    share.bytes += by * bytes.length;
    if (share.count === 0) this.#shares.delete(signerId);
    else this.#shares.set(signerId, share);
  }
}

/** How many transactions of a group have a nonce at or below the given one. */
function countUpTo(group: readonly PooledTransaction[], nonce: bigint): number {
  let [low, high] = [0, group.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (nonceOf((group[middle] as PooledTransaction).signed) <= nonce) low = middle + 1;
    else high = middle;
  }
  return low;
}

function nonceOf({ transaction }: HashedTransaction): bigint {
  return transaction.nonce.value.nonce;
}

/** What transactions with a common nonce row share: an account, its key, and an index. */
export function signerKey({ signerId, publicKey, nonce }: Transaction): string {
  const index = nonce.kind === 'GasKeyNonce' ? nonce.value.nonceIndex : '';
  return `${signerId}|${publicKey.type}|${bytesKey(publicKey.data)}|${index}`;
}
