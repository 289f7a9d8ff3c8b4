// Which nonces a transaction may have: above, or exactly one above, the last one, and below a bound
// that grows with the height.

import { U64_MAX } from '../../base/bytes/bigints.ts';
import { ACCESS_KEY_NONCE_RANGE_MULTIPLIER } from '../../params/constants.ts';
import type { Transaction } from '../../types/transaction.ts';
import type { InvalidTxError } from '../../types/transactionErrors.ts';

/** `lastNonce` is the key's current nonce; without a height there is no upper bound. */
export function findNonceFault(
  { nonce, nonceMode }: Pick<Transaction, 'nonce' | 'nonceMode'>,
  lastNonce: bigint,
  nonceHeight: number | null,
): InvalidTxError | null {
  const txNonce = nonce.value.nonce;
  const isNext = nonceMode === 'Strict' ? txNonce === lastNonce + 1n : txNonce > lastNonce;
  if (!isNext) return { kind: 'InvalidNonce', value: { txNonce, akNonce: lastNonce } };
  if (nonceHeight === null) return null;
  const upperBound = nonceUpperBound(nonceHeight);
  return txNonce < upperBound ? null : { kind: 'NonceTooLarge', value: { txNonce, upperBound } };
}

function nonceUpperBound(height: number): bigint {
  const bound = BigInt(height) * ACCESS_KEY_NONCE_RANGE_MULTIPLIER;
  return bound > U64_MAX ? U64_MAX : bound;
}
