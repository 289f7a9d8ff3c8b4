// Transactions that were admitted and wait for a chunk. Grouped by signer and key, lowest nonce
// first, so that one chunk can take several of a key in their order. Bounded in bytes, and in the
// number of transactions that one account may have here.

import { bytesKey, equalBytes } from '../base/bytes.ts';
import { PerigeeError } from '../base/errors.ts';
import type { AccountId } from '../types/accountId.ts';
import type { HashedTransaction, Transaction } from '../types/transaction.ts';

export class PoolFull extends PerigeeError<{ readonly code: 'pool_full' }> {
  constructor(what: string) {
    super(
      { code: 'pool_full' },
      `the transaction pool holds its limit of ${what}; try again later`,
    );
  }
}

/** Transactions of one key and nonce row, in nonce order. */
type Group = HashedTransaction[];

export class TransactionPool {
  readonly #groups = new Map<string, Group>();
  /** The height at which each transaction came in, by its hash. */
  readonly #arrivals = new Map<string, number>();
  readonly #counts = new Map<AccountId, number>();
  readonly #bytesMax: number;
  readonly #accountMax: number;
  #bytes = 0;

  constructor(bytesMax: number, accountMax = Number.POSITIVE_INFINITY) {
    this.#bytesMax = bytesMax;
    this.#accountMax = accountMax;
  }

  get size(): number {
    return this.#arrivals.size;
  }

  get bytes(): number {
    return this.#bytes;
  }

  has(transaction: HashedTransaction): boolean {
    return this.#arrivals.has(bytesKey(transaction.hash));
  }

  /** The height at which a waiting transaction came in. */
  arrivalOf(transaction: HashedTransaction): number {
    return this.#arrivals.get(bytesKey(transaction.hash)) ?? 0;
  }

  /** Adds a transaction; one that is already here changes nothing. */
  add(transaction: HashedTransaction, height = 0): void {
    if (this.has(transaction)) return;
    this.#checkRoom(transaction);
    this.#arrivals.set(bytesKey(transaction.hash), height);
    this.#bytes += transaction.bytes.length;
    this.#countAccount(transaction, 1);
    const key = signerKey(transaction.transaction);
    const group = this.#groups.get(key) ?? [];
    // Most come in the order of their nonces.
    const before = group.findLastIndex((other) => nonceOf(other) <= nonceOf(transaction));
    group.splice(before + 1, 0, transaction);
    this.#groups.set(key, group);
  }

  clear(): void {
    this.#groups.clear();
    this.#arrivals.clear();
    this.#counts.clear();
    this.#bytes = 0;
  }

  /** All waiting transactions, one of each group in turn, each group in nonce order. */
  *inTurn(): Generator<HashedTransaction> {
    let groups: Group[] = [...this.#groups.values()];
    for (let round = 0; groups.length > 0; round++) {
      groups = groups.filter((group) => group.length > round);
      for (const group of groups) yield group[round] as HashedTransaction;
    }
  }

  remove(transaction: HashedTransaction): void {
    if (!this.#arrivals.delete(bytesKey(transaction.hash))) return;
    this.#bytes -= transaction.bytes.length;
    this.#countAccount(transaction, -1);
    const key = signerKey(transaction.transaction);
    const group = this.#groups.get(key) ?? [];
    const at = group.findIndex(({ hash }) => equalBytes(hash, transaction.hash));
    // A copy, since somebody may be going through the group.
    const rest = group.toSpliced(at, 1);
    if (rest.length === 0) this.#groups.delete(key);
    else this.#groups.set(key, rest);
  }

  #checkRoom({ bytes, transaction }: HashedTransaction): void {
    if (this.#bytes + bytes.length > this.#bytesMax) throw new PoolFull(`${this.#bytesMax} bytes`);
    const { signerId } = transaction;
    if ((this.#counts.get(signerId) ?? 0) < this.#accountMax) return;
    throw new PoolFull(`${this.#accountMax} transactions of ${signerId}`);
  }

  #countAccount({ transaction }: HashedTransaction, by: 1 | -1): void {
    const { signerId } = transaction;
    const count = (this.#counts.get(signerId) ?? 0) + by;
    if (count === 0) this.#counts.delete(signerId);
    else this.#counts.set(signerId, count);
  }
}

function nonceOf({ transaction }: HashedTransaction): bigint {
  return transaction.nonce.value.nonce;
}

/** What transactions share whose nonces stand in one row: an account, its key, and an index. */
export function signerKey({ signerId, publicKey, nonce }: Transaction): string {
  const index = nonce.kind === 'GasKeyNonce' ? nonce.value.nonceIndex : '';
  return `${signerId}|${publicKey.type}|${bytesKey(publicKey.data)}|${index}`;
}
