// The initial values of accounts and keys.

import { ACCESS_KEY_NONCE_RANGE_MULTIPLIER } from '../../params/constants.ts';
import type { Protocol } from '../../params/protocol.ts';
import { type Account, createUninitialized } from '../../types/account.ts';
import type { ChunkContext } from '../chunkContext.ts';

/** An account without contract, keys and data. */
export function createEmptyAccount(protocol: Protocol, amount: bigint): Account {
  return {
    amount,
    locked: 0n,
    storageUsage: protocol.storage.numBytesAccount,
    contract: { kind: 'None' },
    version: 'V1',
  };
}

/** A universal account before its state init. */
export function createUninitializedAccount(
  { protocol, block }: ChunkContext,
  amount: bigint,
): Account {
  const storageUsage = protocol.storage.numBytesAccount;
  return createUninitialized({ amount, storageUsage, bootstrapNonce: initialNonce(block.height) });
}

/**
 * The first nonce of a key. It grows with the height, so that a key which is removed and added
 * again does not accept its old transactions.
 */
export function initialNonce(height: number): bigint {
  return BigInt(height - 1) * ACCESS_KEY_NONCE_RANGE_MULTIPLIER;
}
