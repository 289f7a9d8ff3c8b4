// Signed transactions for tests: any part may be replaced, and the signature always fits.

import { HASH_ZERO } from '../../src/base/hash.ts';
import { keyFromSeed, type SecretKey, secretToPublic, sign } from '../../src/base/keys.ts';
import {
  type HashedTransaction,
  hashTransaction,
  type Transaction,
  transactionHash,
} from '../../src/types/transaction.ts';

export const ALICE = 'alice.near';
export const BOB = 'bob.near';
export const aliceKey = keyFromSeed('ed25519', ALICE);

/** A transaction of Alice to Bob with an ordinary key, without actions. */
export function createTransaction(
  parts: Partial<Transaction> = {},
  secret: SecretKey = aliceKey,
): HashedTransaction {
  const transaction: Transaction = {
    version: parts.nonce?.kind === 'GasKeyNonce' || parts.nonceMode === 'Strict' ? 1 : 0,
    signerId: ALICE,
    publicKey: secretToPublic(secret),
    nonce: { kind: 'Nonce', value: { nonce: 1n } },
    receiverId: BOB,
    blockHash: HASH_ZERO,
    actions: [],
    nonceMode: 'Monotonic',
    ...parts,
  };
  const signature = sign(secret, transactionHash(transaction));
  return hashTransaction({ transaction, signature });
}
