// What the chain knows about a refused transaction that the error does not say. A few reads.

import { publicKeyToHandle } from '../../base/crypto/keys.ts';
import { PerigeeError } from '../../base/errors.ts';
import type { TransactionFacts } from '../../explain/facts.ts';
import type { Transaction } from '../../types/transaction.ts';
import type { InvalidTxError } from '../../types/transactionErrors.ts';
import type { RpcChain } from '../core/context.ts';

/** Accounts of a key that are named. */
const ACCOUNTS_MAX = 3;

/** Nothing where the rows cannot be read. */
export function findTransactionFacts(
  chain: Pick<RpcChain, 'height' | 'keyAccounts'>,
  { signerId, publicKey, blockHash }: Transaction,
  error: InvalidTxError,
): TransactionFacts {
  try {
    if (error.kind === 'Expired') return { hasBlock: chain.height(blockHash) !== null };
    if (error.kind !== 'InvalidAccessKeyError') return {};
    if (error.value.kind !== 'AccessKeyNotFound') return {};
    const accounts = chain.keyAccounts(publicKeyToHandle(publicKey), null, ACCOUNTS_MAX);
    return { keyAccounts: accounts.filter((account) => account !== signerId) };
  } catch (thrown) {
    if (thrown instanceof PerigeeError) return {};
    throw thrown;
  }
}
