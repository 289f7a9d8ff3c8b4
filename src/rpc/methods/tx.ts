// tx.

import { defineMethod } from '../core/method.ts';
import { txStatusParams } from '../transactions/transactionRequest.ts';
import { isFinalStatus, TxStatus } from '../transactions/transactionStatus.ts';
import { txErrors, waitForTransaction } from '../transactions/transactionWait.ts';

export const tx = defineMethod({
  name: 'tx',
  summary:
    'The result of a transaction with all of its outcomes. Waits until the transaction reaches ' +
    'the milestone `wait_until`.',
  mayWait: true,
  params: txStatusParams,
  result: TxStatus,
  returns: 'As `tx_status`, without `receipts`.',
  errors: txErrors,
  holds: isFinalStatus,
  count: ({ metrics }, { waitUntil }, name) => metrics.countWaitUntil(name, waitUntil),
  handle: (context, request) => waitForTransaction(context, request, false),
});
