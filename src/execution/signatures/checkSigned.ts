// The check of a transaction on a node without a chain thread: an expensive signature is verified
// in another thread first, so its verdict is known when the check needs it.

import { type Admission, dropTransaction } from '../../chain/production/producer.ts';
import type { HashedTransaction } from '../../types/transaction.ts';
import {
  isExpensive,
  SIGNATURES_FULL,
  type SignatureChecks,
  type TransactionOrigin,
} from './signatureChecks.ts';

interface SignedCheck {
  readonly signatures: SignatureChecks;
  readonly origin: TransactionOrigin;
  check(): Admission | Promise<Admission>;
}

export async function checkSigned(
  signed: HashedTransaction,
  { signatures, origin, check }: SignedCheck,
): Promise<Admission> {
  if (isExpensive(signed) && (await signatures.verify(signed, origin)) === 'refused') {
    return dropTransaction('signatures', SIGNATURES_FULL);
  }
  return check();
}
