// tx_status, and its older name EXPERIMENTAL_tx_status.

import { defineMethod } from '../core/method.ts';
import { describedTxParams, txStatusParams } from '../transactions/transactionRequest.ts';
import { DescribedTxStatus, isFinalStatus, TxStatus } from '../transactions/transactionStatus.ts';
import { txErrors, waitForTransaction } from '../transactions/transactionWait.ts';

export const txStatus = defineMethod({
  name: 'tx_status',
  aliases: [{ name: 'EXPERIMENTAL_tx_status', isDeprecated: true }],
  summary:
    'The final result of a transaction and the details of all its receipts. Waits until the ' +
    'transaction reaches the milestone `wait_until`.',
  mayWait: true,
  params: txStatusParams,
  result: TxStatus,
  ownPath: { params: describedTxParams, result: DescribedTxStatus },
  returns:
    '`final_execution_status` (the milestone reached), `status`, `transaction`, ' +
    '`transaction_outcome`, `receipts_outcome` and `receipts`; only the first while the ' +
    'transaction has no outcome.',
  errors: txErrors,
  holds: isFinalStatus,
  count: ({ metrics }, { waitUntil }, name) => metrics.countWaitUntil(name, waitUntil),
  handle: (context, request) => waitForTransaction(context, request, true),
});
