// Whether a transaction may be included and what it then takes from its signer. The same checks run
// for the chunk that includes it, when transactions are selected for a chunk, and when one is
// submitted. The order of the checks decides which error is reported.

import type { Protocol } from '../../params/protocol.ts';
import type { HashedTransaction } from '../../types/transaction.ts';
import type { InvalidTxError } from '../../types/transactionErrors.ts';
import { validateActions } from '../validation/validateActions.ts';
import type { AuthorisedTransaction } from './authorisation.ts';
import { type TransactionCost, transactionCost } from './transactionCost.ts';
import { transactionSize } from './transactionSize.ts';
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
  const { cost, fault } = appraise(input);
  if (cost === null) return refuse(fault);
  const { transaction } = input.signed;
  const { account } = signer;
  if (account === null) {
    return refuse({ kind: input.unknownSigner, value: { signerId: transaction.signerId } });
  }
  return input.authorisation.charge({ protocol, transaction, cost, account, signer, nonceHeight });
}

/** What verifying finds in any state: the cost of the transaction, or what is wrong with it. */
type Appraisal = Pick<VerifyInput, 'protocol' | 'authorisation' | 'gasPrice'> &
  (
    | { readonly cost: TransactionCost; readonly fault: null }
    | { readonly cost: null; readonly fault: InvalidTxError }
  );

/**
 * A transaction is verified when it is submitted, when it is selected and in its chunk, mostly at
 * the same gas price. A WeakMap, because an appraisal must end with its transaction, which exists
 * before it is in the mempool and after it has left it.
 */
const appraisals = new WeakMap<HashedTransaction, Appraisal>();

function appraise(input: VerifyInput): Appraisal {
  const { protocol, authorisation, gasPrice, signed } = input;
  const known = appraisals.get(signed);
  const isCurrent =
    known?.protocol === protocol &&
    known.authorisation === authorisation &&
    known.gasPrice === gasPrice;
  if (isCurrent) return known;
  const fault = findTransactionFault(input);
  const cost = fault === null ? transactionCost(protocol, signed.transaction, gasPrice) : null;
  const appraisal: Appraisal =
    cost === null
      ? { protocol, authorisation, gasPrice, cost, fault: fault ?? { kind: 'CostOverflow' } }
      : { protocol, authorisation, gasPrice, cost, fault: null };
  appraisals.set(signed, appraisal);
  return appraisal;
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
