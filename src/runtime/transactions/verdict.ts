// What verifying a transaction reads about its signer, and the result.

import type { AccessKey } from '../../types/accessKey.ts';
import type { Account } from '../../types/account.ts';
import type { InvalidTxError } from '../../types/transactionErrors.ts';
import type { TransactionCost } from './transactionCost.ts';

/** The rows of the state that a transaction depends on. */
export interface SignerRows {
  readonly account: Account | null;
  readonly accessKey: AccessKey | null;
  /** The nonce row that the transaction names, if it names one of a gas key. */
  readonly gasKeyNonce: bigint | null;
}

/** The same rows after the signer has paid. */
export interface ChargedRows {
  readonly account: Account;
  /** Null if no key was used. */
  readonly accessKey: AccessKey | null;
  /** Null for an ordinary key, whose nonce is part of the key itself. */
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
