// Transactions in both versions, and signed. Version 0 has no tag byte: the versions differ in the
// second byte, which is zero in version 0 (a signer's id is shorter than 256 bytes).

import { type Hash, sha256 } from '../base/crypto/hash.ts';
import type { PublicKey, Signature } from '../base/crypto/keys.ts';
import { BorshError, BorshReader } from '../codec/borsh.ts';
import {
  bytesOnly,
  type Codec,
  decode,
  documented,
  encode,
  encodedHash,
  encodedLength,
  type TypeOf,
} from '../codec/codec.ts';
import { vec } from '../codec/primitives.ts';
import { struct } from '../codec/struct.ts';
import { words } from '../codec/union.ts';
import { type AccountId, accountId } from './accountId.ts';
import { Action, TransactionNonce } from './action.ts';
import { hash, nonce, publicKey, signature } from './primitives.ts';

/** Strict: the nonce must be exactly the next one. */
export const NonceMode = documented(
  words('NonceMode', ['Monotonic', 'Strict'], { Monotonic: 'monotonic', Strict: 'strict' }),
  '`monotonic`: any nonce strictly greater than the access key nonce, the default behavior. ' +
    '`strict`: the nonce must equal the access key nonce plus one.',
);
export type NonceMode = TypeOf<typeof NonceMode>;

const fieldsBeforeBase = { signerId: accountId, publicKey, nonce, receiverId: accountId } as const;
const BeforeBaseV0 = struct(fieldsBeforeBase);
const BeforeBaseV1 = struct({ ...fieldsBeforeBase, nonce: TransactionNonce });

const TransactionV0 = struct({ ...fieldsBeforeBase, blockHash: hash, actions: vec(Action) });

const TransactionV1 = struct({
  ...fieldsBeforeBase,
  nonce: TransactionNonce,
  blockHash: hash,
  actions: vec(Action),
  nonceMode: NonceMode,
});

/** Both versions in one shape: version 0 is a plain nonce, monotonic. */
export interface Transaction {
  readonly version: 0 | 1;
  readonly signerId: AccountId;
  readonly publicKey: PublicKey;
  readonly nonce: TransactionNonce;
  readonly receiverId: AccountId;
  readonly blockHash: Hash;
  readonly actions: readonly Action[];
  readonly nonceMode: NonceMode;
}

export const Transaction: Codec<Transaction> = bytesOnly({
  write: (writer, transaction) => {
    if (transaction.version === 0) {
      TransactionV0.write(writer, { ...transaction, nonce: transaction.nonce.value.nonce });
    } else {
      writer.u8(1);
      TransactionV1.write(writer, transaction);
    }
  },
  read: (reader) => {
    if (reader.peek(1) === 0) {
      const plain = TransactionV0.read(reader);
      // Named one by one: adding the fields of another object takes many times as long.
      return {
        version: 0,
        signerId: plain.signerId,
        publicKey: plain.publicKey,
        nonce: { kind: 'Nonce', value: { nonce: plain.nonce } },
        receiverId: plain.receiverId,
        blockHash: plain.blockHash,
        actions: plain.actions,
        nonceMode: 'Monotonic',
      };
    }
    const tag = reader.u8();
    reader.require(1);
    if (tag !== 1) throw new BorshError(`invalid transaction version tag: ${tag}`);
    return { version: 1, ...TransactionV1.read(reader) };
  },
});

/** Where in the bytes of a transaction its base block is. */
export function blockHashOffset(transaction: Transaction): number {
  if (transaction.version === 1) return 1 + encodedLength(BeforeBaseV1, transaction);
  const { nonce: plain } = transaction.nonce.value;
  return encodedLength(BeforeBaseV0, { ...transaction, nonce: plain });
}

export interface SignedTransaction {
  readonly transaction: Transaction;
  readonly signature: Signature;
}

const signedFields = struct({ transaction: Transaction, signature });

export const SignedTransaction: Codec<SignedTransaction> = bytesOnly({
  write: (writer, signed) => {
    if (isHashed(signed)) writer.fixed(signed.bytes);
    else signedFields.write(writer, signed);
  },
  read: signedFields.read,
});

/**
 * The hash names a transaction and is what its signature signs; the signature is not part of it.
 */
export function transactionHash(transaction: Transaction): Hash {
  return encodedHash(Transaction, transaction);
}

/** A transaction with its hash and its bytes, which are needed again and again. */
export interface HashedTransaction extends SignedTransaction {
  readonly hash: Hash;
  readonly bytes: Uint8Array;
}

export function hashTransaction(signed: SignedTransaction): HashedTransaction {
  if (isHashed(signed)) return signed;
  return describeSigned(encode(signedFields, signed), signed);
}

/**
 * From bytes that `hashTransaction` made. Bytes from elsewhere may hold the same transaction in
 * another form: a map out of order.
 */
export function readHashedTransaction(bytes: Uint8Array): HashedTransaction {
  return describeSigned(bytes, decode(SignedTransaction, bytes));
}

function describeSigned(
  bytes: Uint8Array,
  { transaction, signature: signed }: SignedTransaction,
): HashedTransaction {
  const hashed = hashUnsigned({ bytes, signature: signed });
  return { hash: hashed, bytes, transaction, signature: signed };
}

/** A transaction of the chain, decoded when somebody wants more than to show it. */
export class EncodedTransaction implements HashedTransaction {
  readonly hash: Hash;
  readonly bytes: Uint8Array;
  #signed: SignedTransaction | null = null;

  constructor(hash: Hash, bytes: Uint8Array) {
    this.hash = hash;
    this.bytes = bytes;
  }

  get transaction(): Transaction {
    return this.#decoded.transaction;
  }

  get signature(): Signature {
    return this.#decoded.signature;
  }

  get #decoded(): SignedTransaction {
    this.#signed ??= decode(SignedTransaction, this.bytes);
    return this.#signed;
  }
}

/** Whether the signer is the receiver. */
export function isToItself(signed: HashedTransaction): boolean {
  const { bytes } = signed;
  if (!isPlain(bytes)) {
    const { signerId, receiverId } = signed.transaction;
    return signerId === receiverId;
  }
  const reader = new BorshReader(bytes);
  const signerId = reader.text();
  publicKey.read(reader);
  reader.skip(NONCE_BYTES);
  return reader.text() === signerId;
}

const NONCE_BYTES = 8;

/** Whether the bytes from a place on are those of version 0. */
export function isPlain(bytes: Uint8Array, start = 0): boolean {
  return bytes[start + 1] === 0;
}

type SignedBytes = Pick<HashedTransaction, 'bytes' | 'signature'>;

function hashUnsigned(encoded: SignedBytes): Hash {
  return sha256(encoded.bytes.subarray(0, unsignedLength(encoded)));
}

/** The signature comes last: a byte for its scheme, and its data. */
export function unsignedLength({ bytes, signature: { data } }: SignedBytes): number {
  return bytes.length - 1 - data.length;
}

function isHashed(signed: SignedTransaction): signed is HashedTransaction {
  return 'bytes' in signed;
}
