// The transactions of a simulated block, in the order in which they were given: what of them cannot
// be included is kept with the reason. Bounded by the request.

import { bytesKey } from '../base/bytes/bytes.ts';
import type { Hash } from '../base/crypto/hash.ts';
import type { PooledTransaction, WaitingTransactions } from '../chain/mempool/transactionPool.ts';
import { type Authorisation, BY_SIGNATURE } from '../runtime/transactions/authorisation.ts';
import type { HashedTransaction } from '../types/transaction.ts';
import type { InvalidTxError } from '../types/transactionErrors.ts';

export class SimulatedPool implements WaitingTransactions {
  readonly #waiting = new Map<string, PooledTransaction>();
  readonly #errors = new Map<string, InvalidTxError>();

  get size(): number {
    return this.#waiting.size;
  }

  /** Why a transaction was removed; null if a block includes it, or it still waits. */
  errorOf(hash: Hash): InvalidTxError | null {
    return this.#errors.get(bytesKey(hash)) ?? null;
  }

  add(
    signed: HashedTransaction,
    arrivalHeight = 0,
    authorisation: Authorisation = BY_SIGNATURE,
  ): void {
    this.#waiting.set(bytesKey(signed.hash), { signed, arrivalHeight, authorisation });
  }

  clear(): void {
    this.#waiting.clear();
  }

  *inTurn(): Generator<PooledTransaction> {
    yield* [...this.#waiting.values()];
  }

  remove({ hash }: HashedTransaction, error?: InvalidTxError): void {
    const key = bytesKey(hash);
    if (this.#waiting.delete(key) && error !== undefined) this.#errors.set(key, error);
  }
}
