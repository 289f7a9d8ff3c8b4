// Whether a transaction is signed by the key it names. A transaction is checked when it arrives,
// when it is selected for a chunk and when that chunk is applied; its signature is verified once.

import { verify } from '../../base/crypto/keys.ts';
import type { HashedTransaction } from '../../types/transaction.ts';

/**
 * A WeakMap, because verdicts exist before a transaction is in the mempool and after it has left
 * it, and must not become part of the value that is compared, encoded and sent to other threads.
 */
const known = new WeakMap<HashedTransaction, boolean>();

/** Undefined if the signature has not been verified yet. */
export function knownSignature(signed: HashedTransaction): boolean | undefined {
  return known.get(signed);
}

/** Records that the signature was verified elsewhere. */
export function rememberSignature(signed: HashedTransaction, isValid: boolean): void {
  known.set(signed, isValid);
}

export function hasValidSignature(signed: HashedTransaction): boolean {
  let isValid = known.get(signed);
  if (isValid === undefined) {
    isValid = verify(signed.transaction.publicKey, signed.hash, signed.signature);
    known.set(signed, isValid);
  }
  return isValid;
}
