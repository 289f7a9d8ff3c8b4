// Signed transactions for tests: any part may be replaced, and the signature always matches.

import { HASH_ZERO } from '../../src/base/crypto/hash.ts';
import { keyFromSeed, type SecretKey } from '../../src/base/crypto/keys.ts';
import { plainNonce, signTransaction } from '../../src/types/signTransaction.ts';
import type { HashedTransaction, Transaction } from '../../src/types/transaction.ts';

export const ALICE = 'alice.near';
export const BOB = 'bob.near';
export const aliceKey = keyFromSeed('ed25519', ALICE);

/** A transaction from Alice to Bob with an ordinary key, without actions. */
export function createTransaction(
  parts: Partial<Transaction> = {},
  secret: SecretKey = aliceKey,
): HashedTransaction {
  return signTransaction(secret, {
    version: parts.nonce?.kind === 'GasKeyNonce' || parts.nonceMode === 'Strict' ? 1 : 0,
    signerId: ALICE,
    nonce: plainNonce(1n),
    receiverId: BOB,
    blockHash: HASH_ZERO,
    actions: [],
    ...parts,
  });
}
