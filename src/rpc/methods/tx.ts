// tx.

import { defineMethod } from '../method.ts';
import { txStatusParams } from '../txRequest.ts';
import { TxStatus } from '../txStatus.ts';
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
  handle: (context, request) => {
    context.metrics.countWaitUntil('tx_status', request.waitUntil);
    return waitForTransaction(context, request, false);
  },
});
