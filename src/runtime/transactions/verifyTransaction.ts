// Whether a transaction may be included and what it then takes from its signer. The same checks run
// for the chunk that includes it, when transactions are selected for a chunk, and when one is
// submitted. The order of the checks decides which error is reported.

import type { Protocol } from '../../params/protocol.ts';
import type { HashedTransaction } from '../../types/transaction.ts';
import type { InvalidTxError } from '../../types/transactionErrors.ts';
import type { AuthorisedTransaction } from './authorisation.ts';
import { transactionCost } from './transactionCost.ts';
import { transactionSize } from './transactionSize.ts';
import { validateActions } from './validateActions.ts';
import type { SignerRows, Verdict } from './verdict.ts';

export interface VerifyInput extends AuthorisedTransaction {
  readonly protocol: Protocol;
  readonly signer: SignerRows;
  readonly gasPrice: bigint;
  /** The height whose nonces are still allowed, as a rule of the including block; null for any. */
  readonly nonceHeight: number | null;
  /** How an unknown signer is reported: chunks and submission differ. */
  readonly unknownSigner: 'InvalidSignerId' | 'SignerDoesNotExist';
}

export function verifyTransaction(input: VerifyInput): Verdict {
  const { protocol, signer, nonceHeight } = input;
  const fault = findTransactionFault(input);
  if (fault !== null) return refuse(fault);
  const { transaction } = input.signed;
  const cost = transactionCost(protocol, transaction, input.gasPrice);
  if (cost === null) return refuse({ kind: 'CostOverflow' });
  const { account } = signer;
  if (account === null) {
    return refuse({ kind: input.unknownSigner, value: { signerId: transaction.signerId } });
  }
  return input.authorisation.charge({ protocol, transaction, cost, account, signer, nonceHeight });
}

/** What is wrong with a transaction in any state, or null. */
function findTransactionFault({
  protocol,
  signed,
  authorisation,
}: VerifyInput): InvalidTxError | null {
  const { actions, receiverId } = signed.transaction;
  const fault = validateActions(protocol, actions, receiverId, 'new');
  if (fault !== null) return { kind: 'ActionsValidation', value: fault };
  if (!isSupported(protocol, signed)) return { kind: 'InvalidTransactionVersion' };
  const limit = protocol.limits.maxTransactionSize;
  const size = transactionSize(protocol, signed);
  if (size > limit) return { kind: 'TransactionSizeExceeded', value: { size, limit } };
  return authorisation.isAuthentic(signed) ? null : { kind: 'InvalidSignature' };
}

/** Whether the protocol has the transaction's version and the scheme of its signature. */
function isSupported(
  { features }: Protocol,
  { signature, transaction: { publicKey, version } }: HashedTransaction,
): boolean {
  if (version === 1 && !features.gasKeys) return false;
  if (features.postQuantumSignatures) return true;
  return publicKey.type !== 'ml-dsa-65' && signature.type !== 'ml-dsa-65';
}

function refuse(error: InvalidTxError): Verdict {
  return { kind: 'refused', error };
}
