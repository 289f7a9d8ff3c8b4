// Whether a transaction may be included and what it then takes from its signer (facts: runtime 3.2
// to 3.5, 3.7). It serves the chunk that includes it, the choice of transactions for a chunk, and
// the door at which transactions arrive. The order of the checks decides which error is shown.

import type { RuntimeConfig } from '../params/runtimeConfig.ts';
import type { HashedTransaction } from '../types/transaction.ts';
import type { InvalidTxError } from '../types/transactionErrors.ts';
import { chargeAccessKey } from './chargeAccessKey.ts';
import { chargeGasKey } from './chargeGasKey.ts';
import { transactionCost } from './transactionCost.ts';
import { hasValidSignature } from './transactionSignature.ts';
import { validateActions } from './validateActions.ts';
import type { SignerRows, Verdict } from './verdict.ts';

export interface VerifyInput {
  readonly config: RuntimeConfig;
  readonly signed: HashedTransaction;
  readonly signer: SignerRows;
  readonly gasPrice: bigint;
  /** The height whose nonces are still allowed, as a rule of the including block; null for any. */
  readonly nonceHeight: number | null;
  /** How an unknown signer is reported: chunks and the door for transactions differ. */
  readonly unknownSigner: 'InvalidSignerId' | 'SignerDoesNotExist';
}

export function verifyTransaction(input: VerifyInput): Verdict {
  const { config, signed, signer, gasPrice, unknownSigner } = input;
  const fault = findTransactionFault(config, signed);
  if (fault !== null) return refuse(fault);
  const { transaction } = signed;
  const cost = transactionCost(config, transaction, gasPrice);
  if (cost === null) return refuse({ kind: 'CostOverflow' });
  const { signerId, publicKey } = transaction;
  const { account, accessKey, gasKeyNonce } = signer;
  if (account === null) return refuse({ kind: unknownSigner, value: { signerId } });
  if (accessKey === null) {
    const value = { accountId: signerId, publicKey };
    return refuse({ kind: 'InvalidAccessKeyError', value: { kind: 'AccessKeyNotFound', value } });
  }
  const known = { config, transaction, cost, account, accessKey, nonceHeight: input.nonceHeight };
  return transaction.nonce.kind === 'Nonce'
    ? chargeAccessKey(known)
    : chargeGasKey({ ...known, nonceIndex: transaction.nonce.value.nonceIndex, gasKeyNonce });
}

/** What is wrong with a transaction in any state, or null. */
export function findTransactionFault(
  config: RuntimeConfig,
  signed: HashedTransaction,
): InvalidTxError | null {
  const { actions, receiverId } = signed.transaction;
  const fault = validateActions(config.limits, actions, receiverId, 'new');
  if (fault !== null) return { kind: 'ActionsValidation', value: fault };
  const limit = config.limits.maxTransactionSize;
  const size = signed.bytes.length;
  if (size > limit) return { kind: 'TransactionSizeExceeded', value: { size, limit } };
  return hasValidSignature(signed) ? null : { kind: 'InvalidSignature' };
}

function refuse(error: InvalidTxError): Verdict {
  return { kind: 'refused', error };
}
