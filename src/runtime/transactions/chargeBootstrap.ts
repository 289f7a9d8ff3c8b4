// A transaction with which a universal account initializes itself: the account pays, and its own
// nonce takes the place of a key's.

import { missingStorageStake } from '../../state/storageStake.ts';
import type { InvalidTxError } from '../../types/transactionErrors.ts';
import type { ChargeInput } from './chargeAccessKey.ts';
import { findNonceFault } from './nonceRules.ts';
import type { Verdict } from './verdict.ts';

type BootstrapInput = ChargeInput & { readonly bootstrapNonce: bigint };

export function chargeBootstrap(input: BootstrapInput): Verdict {
  const error = findFault(input);
  if (error !== null) return { kind: 'refused', error };
  const { account, cost, transaction } = input;
  const charged = {
    ...account,
    amount: account.amount - cost.totalCost,
    // Used up even if the state init fails later.
    bootstrapNonce: transaction.nonce.value.nonce,
  };
  return { kind: 'accepted', cost, rows: { account: charged, accessKey: null, gasKeyNonce: null } };
}

/** The nonce must be the next one, whatever the transaction's mode. */
function findFault(input: BootstrapInput): InvalidTxError | null {
  const { account, bootstrapNonce, cost, nonceHeight, protocol, transaction } = input;
  const strict = { nonce: transaction.nonce, nonceMode: 'Strict' } as const;
  const nonceFault = findNonceFault(strict, bootstrapNonce, nonceHeight);
  if (nonceFault !== null) return nonceFault;
  const { signerId } = transaction;
  const { amount } = account;
  if (amount < cost.totalCost) {
    return { kind: 'NotEnoughBalance', value: { signerId, balance: amount, cost: cost.totalCost } };
  }
  const missing = missingStorageStake(protocol.storage, account, amount - cost.totalCost);
  return missing === 0n
    ? null
    : { kind: 'LackBalanceForState', value: { signerId, amount: missing } };
}
