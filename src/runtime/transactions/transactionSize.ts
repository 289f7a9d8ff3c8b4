// How many bytes of a transaction count towards its own limit and that of its chunk.

import type { Protocol } from '../../params/protocol.ts';
import { type HashedTransaction, unsignedLength } from '../../types/transaction.ts';

/** Signatures are counted since there are long ones. */
export function transactionSize({ features }: Protocol, signed: HashedTransaction): number {
  return features.postQuantumSignatures ? signed.bytes.length : unsignedLength(signed);
}
