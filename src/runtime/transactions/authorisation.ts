// How a transaction is authorised: what proves that its account wants it, and which rows of the
// state allow it. The protocol has one way, a signature by an access key. It is passed along with
// each transaction as a value, so that a caller can define another way without changing the
// runtime.

import type { HashedTransaction } from '../../types/transaction.ts';
import { isBootstrapShaped } from './bootstrap.ts';
import { type ChargeInput, chargeAccessKey } from './chargeAccessKey.ts';
import { chargeBootstrap } from './chargeBootstrap.ts';
import { chargeGasKey } from './chargeGasKey.ts';
import { hasValidSignature } from './transactionSignature.ts';
import type { SignerRows, Verdict } from './verdict.ts';

export interface Authorisation {
  /** Whether the transaction comes from its account, judged without the state. */
  isAuthentic(signed: HashedTransaction): boolean;
  /** Whether the rows of the signer allow the transaction, and what is left after paying for it. */
  charge(input: AuthorisationInput): Verdict;
}

interface AuthorisationInput extends ChargeInput {
  readonly signer: SignerRows;
}

/** A transaction on its way into a chunk. */
export interface AuthorisedTransaction {
  readonly signed: HashedTransaction;
  readonly authorisation: Authorisation;
}

/** Authorisation as defined by the protocol. */
export const BY_SIGNATURE: Authorisation = { isAuthentic: hasValidSignature, charge: chargeKey };

export function authoriseBySignature(signed: HashedTransaction): AuthorisedTransaction {
  return { signed, authorisation: BY_SIGNATURE };
}

function chargeKey(input: AuthorisationInput): Verdict {
  const { accessKey, gasKeyNonce } = input.signer;
  const { signerId, publicKey, nonce } = input.transaction;
  if (accessKey === null) {
    const { account, protocol, transaction } = input;
    const { bootstrapNonce } = account;
    const mayBootstrap = protocol.features.universalAccounts && bootstrapNonce !== undefined;
    if (mayBootstrap && isBootstrapShaped(transaction)) {
      return chargeBootstrap({ ...input, bootstrapNonce });
    }
    const value = { accountId: signerId, publicKey };
    const fault = { kind: 'AccessKeyNotFound', value } as const;
    return { kind: 'refused', error: { kind: 'InvalidAccessKeyError', value: fault } };
  }
  return nonce.kind === 'Nonce'
    ? chargeAccessKey(input, accessKey)
    : chargeGasKey({ ...input, accessKey, nonceIndex: nonce.value.nonceIndex, gasKeyNonce });
}
