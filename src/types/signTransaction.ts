// Building and signing transactions with a secret key.

import { type SecretKey, secretToPublic, sign } from '../base/crypto/keys.ts';
import {
  type HashedTransaction,
  hashTransaction,
  type Transaction,
  transactionHash,
} from './transaction.ts';

/** Fields with a usual value may be omitted. */
type TransactionParts = Omit<Transaction, 'version' | 'publicKey' | 'nonceMode'> &
  Partial<Transaction>;

export function signTransaction(secret: SecretKey, parts: TransactionParts): HashedTransaction {
  const publicKey = secretToPublic(secret);
  const transaction = { version: 0, publicKey, nonceMode: 'Monotonic', ...parts } as const;
  const signature = sign(secret, transactionHash(transaction));
  return hashTransaction({ transaction, signature });
}

export function plainNonce(nonce: bigint): Transaction['nonce'] {
  return { kind: 'Nonce', value: { nonce } };
}
