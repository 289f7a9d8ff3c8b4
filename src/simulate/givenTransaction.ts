// The transactions of a request, completed with what their senders left out and authorised without
// a signature.

import { U64_MAX } from '../base/bytes/bigints.ts';
import { bytesKey } from '../base/bytes/bytes.ts';
import type { Hash } from '../base/crypto/hash.ts';
import {
  authorisationOf,
  Impersonator,
  NO_SIGNATURE,
  WITHOUT_SIGNATURE,
} from '../chain/controls/impersonation.ts';
import { stateAtHead } from '../chain/mempool/admission.ts';
import { signerKey } from '../chain/mempool/transactionPool.ts';
import type { Admission, Producer } from '../chain/production/producer.ts';
import type { Authorisation } from '../runtime/transactions/authorisation.ts';
import { readSignerRows } from '../runtime/transactions/signerRows.ts';
import { plainNonce } from '../types/signTransaction.ts';
import { type HashedTransaction, hashTransaction, type Transaction } from '../types/transaction.ts';
import type { GivenTransaction } from './simulationRequest.ts';

interface Submitted {
  readonly hash: Hash;
  readonly admission: Admission;
}

/** Which transactions of a simulation count without a signature. */
export class UnsignedTransactions {
  readonly #hashes = new Set<string>();

  add(hash: Hash): void {
    this.#hashes.add(bytesKey(hash));
  }

  authorisationOf(signed: HashedTransaction): Authorisation {
    return this.#hashes.has(bytesKey(signed.hash)) ? WITHOUT_SIGNATURE : authorisationOf(signed);
  }
}

/** Submits the transactions of one block to its producer. */
export class Submitter {
  readonly #producer: Producer;
  readonly #unsigned: UnsignedTransactions;
  readonly #impersonator: Impersonator;
  /** The nonces that were chosen here, by `signerKey`. */
  readonly #nonces = new Map<string, bigint>();

  constructor(producer: Producer, unsigned: UnsignedTransactions) {
    this.#producer = producer;
    this.#unsigned = unsigned;
    this.#impersonator = new Impersonator(producer);
  }

  submit(given: GivenTransaction): Submitted {
    switch (given.kind) {
      case 'signed': {
        const signed = hashTransaction(given.value);
        return { hash: signed.hash, admission: this.#producer.submit(signed) };
      }
      case 'unsigned':
        return this.#submitUnsigned(given.value);
      default: {
        const { publicKey, nonce, ...parts } = given.value;
        if (publicKey === null) return this.#impersonator.submit(parts);
        const named: Transaction = {
          ...parts,
          publicKey,
          version: 0,
          nonce: plainNonce(nonce ?? 0n),
          blockHash: this.#producer.chain.head.hash,
          nonceMode: 'Monotonic',
        };
        if (nonce !== null) return this.#submitUnsigned(named);
        return this.#submitUnsigned({ ...named, nonce: plainNonce(this.#nextNonce(named)) });
      }
    }
  }

  #submitUnsigned(transaction: Transaction): Submitted {
    const signed = hashTransaction({ transaction, signature: NO_SIGNATURE });
    this.#unsigned.add(signed.hash);
    return { hash: signed.hash, admission: this.#producer.submit(signed, WITHOUT_SIGNATURE) };
  }

  #nextNonce(transaction: Transaction): bigint {
    const key = signerKey(transaction);
    const { chain } = this.#producer;
    const rows = () => readSignerRows(stateAtHead(chain, transaction.signerId), transaction);
    const last = this.#nonces.get(key) ?? rows().accessKey?.nonce ?? 0n;
    // A key that has used its last nonce has no next one, and is refused for it.
    const next = last < U64_MAX ? last + 1n : last;
    this.#nonces.set(key, next);
    return next;
  }
}
