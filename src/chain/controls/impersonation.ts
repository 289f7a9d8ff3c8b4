// Transactions that a developer sends in the name of an account without having its key. They are
// unsigned, and no access key is read or changed; otherwise they are ordinary transactions. The
// authorisation that they are submitted with makes them valid. It is a value of this process, which
// no bytes from outside can claim.

import { equalBytes } from '../../base/bytes/bytes.ts';
import type { Hash } from '../../base/crypto/hash.ts';
import { PUBLIC_KEY_LENGTHS, type PublicKey, SIGNATURE_LENGTHS } from '../../base/crypto/keys.ts';
import { ACCESS_KEY_NONCE_RANGE_MULTIPLIER } from '../../params/constants.ts';
import { type Authorisation, BY_SIGNATURE } from '../../runtime/transactions/authorisation.ts';
import { chargeAccessKey } from '../../runtime/transactions/chargeAccessKey.ts';
import type { AccessKey } from '../../types/accessKey.ts';
import {
  type HashedTransaction,
  hashTransaction,
  type Transaction,
} from '../../types/transaction.ts';
import type { Admission, Producer } from '../production/producer.ts';

/** The account pays as if it had signed with a full access key. */
const BY_IMPERSONATION: Authorisation = {
  isAuthentic: () => true,
  charge: (input) => {
    const verdict = chargeAccessKey(input, fittingKey(input.transaction));
    if (verdict.kind === 'refused') return verdict;
    return { ...verdict, rows: { ...verdict.rows, accessKey: null } };
  },
};

/** As a signed transaction, without verifying the signature. */
export const WITHOUT_SIGNATURE: Authorisation = { ...BY_SIGNATURE, isAuthentic: () => true };

/**
 * Fills the public key field of a transaction. It is not a point of the curve, so no private key
 * exists for it.
 */
const NOBODYS_KEY: PublicKey = {
  type: 'ed25519',
  data: new Uint8Array(PUBLIC_KEY_LENGTHS.ed25519).fill(2, 0, 1),
};

export const NO_SIGNATURE = {
  type: 'ed25519',
  data: new Uint8Array(SIGNATURE_LENGTHS.ed25519),
} as const;

/**
 * How a transaction of a block was authorised. Blocks hold unsigned transactions with that key only
 * if this node produced them for a developer.
 */
export function authorisationOf({ transaction }: HashedTransaction): Authorisation {
  const { publicKey } = transaction;
  const isNobodys =
    publicKey.type === NOBODYS_KEY.type && equalBytes(publicKey.data, NOBODYS_KEY.data);
  return isNobodys ? BY_IMPERSONATION : BY_SIGNATURE;
}

/** The parts of a transaction that a developer specifies. */
export type ImpersonatedParts = Pick<Transaction, 'signerId' | 'receiverId' | 'actions'>;

export interface ImpersonatedSubmission {
  readonly hash: Hash;
  readonly admission: Admission;
}

/** How many transactions were impersonated on top of a block. */
export interface ImpersonationCount {
  readonly blockHash: Hash;
  readonly count: number;
}

/** Submits impersonated transactions. Those on top of the same block differ by their nonces. */
export class Impersonator {
  readonly #producer: Producer;
  #count: ImpersonationCount;

  constructor(producer: Producer) {
    this.#producer = producer;
    this.#count = { blockHash: producer.chain.head.hash, count: 0 };
  }

  get count(): ImpersonationCount {
    return this.#count;
  }

  /** Must be called when the chain has returned to the head of that time. */
  restore(count: ImpersonationCount): void {
    this.#count = count;
  }

  /** Counts from zero again on top of the current head. */
  restart(): void {
    this.#count = { blockHash: this.#producer.chain.head.hash, count: 0 };
  }

  submit(parts: ImpersonatedParts): ImpersonatedSubmission {
    const { hash: blockHash, block } = this.#producer.chain.head;
    if (!equalBytes(this.#count.blockHash, blockHash)) this.restart();
    const count = this.#count.count + 1;
    this.#count = { blockHash, count };
    const firstNonce = BigInt(block.header.lite.height) * ACCESS_KEY_NONCE_RANGE_MULTIPLIER;
    const signed = createUnsigned(parts, blockHash, firstNonce + BigInt(count));
    return { hash: signed.hash, admission: this.#producer.submit(signed, BY_IMPERSONATION) };
  }
}

function createUnsigned(
  parts: ImpersonatedParts,
  blockHash: Hash,
  nonce: bigint,
): HashedTransaction {
  const transaction: Transaction = {
    ...parts,
    version: 0,
    publicKey: NOBODYS_KEY,
    nonce: { kind: 'Nonce', value: { nonce } },
    blockHash,
    nonceMode: 'Monotonic',
  };
  return hashTransaction({ transaction, signature: NO_SIGNATURE });
}

/** The key that such a transaction would need. */
function fittingKey({ nonce }: Transaction): AccessKey {
  return { nonce: nonce.value.nonce - 1n, permission: { kind: 'FullAccess' } };
}
