// tx.

import { defineMethod } from '../method.ts';
import { txStatusParams } from '../txRequest.ts';
import { isFinalStatus, TxStatus } from '../txStatus.ts';
import { txErrors, waitForTransaction } from '../txWait.ts';

export const tx = defineMethod({
  name: 'tx',
  summary:
    'The result of a transaction with all outcomes that came from it. Waits until the ' +
    'transaction has come as far as `wait_until` says.',
  params: txStatusParams,
  result: TxStatus,
  returns: 'As `tx_status`, without `receipts`.',
  errors: txErrors,
  holds: isFinalStatus,
  count: ({ metrics }, { waitUntil }) => metrics.countWaitUntil('tx_status', waitUntil),
  handle: (context, request) => waitForTransaction(context, request, false),
});
