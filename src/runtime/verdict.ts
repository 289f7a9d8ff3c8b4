// What is known of a transaction's signer before it is verified, and what verification answers.

import type { AccessKey } from '../types/accessKey.ts';
import type { Account } from '../types/account.ts';
import type { InvalidTxError } from '../types/transactionErrors.ts';
import type { TransactionCost } from './transactionCost.ts';

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
  readonly accessKey: AccessKey;
  /** Null for an ordinary key, whose nonce stands in the key itself. */
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
