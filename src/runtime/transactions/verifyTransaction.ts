// Whether a transaction may be included and what it then takes from its signer. It serves the chunk
// that includes it, the choice of transactions for a chunk, and the door at which transactions
// arrive. The order of the checks decides which error is shown.

import type { RuntimeConfig } from '../../params/runtimeConfig.ts';
import type { AccessKey } from '../../types/accessKey.ts';
import type { Account } from '../../types/account.ts';
import type { HashedTransaction } from '../../types/transaction.ts';
import type { InvalidTxError } from '../../types/transactionErrors.ts';
import { chargeAccessKey } from './chargeAccessKey.ts';
import { chargeGasKey } from './chargeGasKey.ts';
import { fittingKey, isImpersonated } from './impersonation.ts';
import { type TransactionCost, transactionCost } from './transactionCost.ts';
import { hasValidSignature } from './transactionSignature.ts';
import { validateActions } from './validateActions.ts';

/** The rows of the state that a transaction depends on. */
export interface SignerRows {
  readonly account: Account | null;
  readonly accessKey: AccessKey | null;
  /** The nonce that the transaction names, if it names one of a gas key. */
  readonly gasKeyNonce: bigint | null;
}

/** The same rows after the signer has paid. */
export interface ChargedRows {
  readonly account: Account;
  /** Null where no key was looked at. */
  readonly accessKey: AccessKey | null;
  /** Null for an ordinary key, whose nonce is in the key itself. */
  readonly gasKeyNonce: bigint | null;
}

export type Verdict =
  | { readonly kind: 'accepted'; readonly cost: TransactionCost; readonly rows: ChargedRows }
  /** A gas key pays for a transaction whose deposit its account does not have. */
  | {
      readonly kind: 'depositFailed';
      readonly cost: TransactionCost;
      readonly rows: ChargedRows;
      readonly error: InvalidTxError;
    }
  | { readonly kind: 'refused'; readonly error: InvalidTxError };

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
  if (isImpersonated(signed)) return chargeWithoutKey({ ...input, account, cost });
  if (accessKey === null) {
    const value = { accountId: signerId, publicKey };
    return refuse({ kind: 'InvalidAccessKeyError', value: { kind: 'AccessKeyNotFound', value } });
  }
  const known = { config, transaction, cost, account, accessKey, nonceHeight: input.nonceHeight };
  return transaction.nonce.kind === 'Nonce'
    ? chargeAccessKey(known)
    : chargeGasKey({ ...known, nonceIndex: transaction.nonce.value.nonceIndex, gasKeyNonce });
}

/** The account pays as if it had signed with a key that allows everything; no key changes. */
function chargeWithoutKey(
  input: VerifyInput & { readonly account: Account; readonly cost: TransactionCost },
): Verdict {
  const { transaction } = input.signed;
  const verdict = chargeAccessKey({ ...input, transaction, accessKey: fittingKey(transaction) });
  if (verdict.kind === 'refused') return verdict;
  return { ...verdict, rows: { ...verdict.rows, accessKey: null } };
}

/** What is wrong with a transaction in any state, or null. */
function findTransactionFault(
  config: RuntimeConfig,
  signed: HashedTransaction,
): InvalidTxError | null {
  const { actions, receiverId } = signed.transaction;
  const fault = validateActions(config.limits, actions, receiverId, 'new');
  if (fault !== null) return { kind: 'ActionsValidation', value: fault };
  const limit = config.limits.maxTransactionSize;
  const size = signed.bytes.length;
  if (size > limit) return { kind: 'TransactionSizeExceeded', value: { size, limit } };
  const isTrusted = isImpersonated(signed) || hasValidSignature(signed);
  return isTrusted ? null : { kind: 'InvalidSignature' };
}

function refuse(error: InvalidTxError): Verdict {
  return { kind: 'refused', error };
}
