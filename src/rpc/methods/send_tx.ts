// send_tx.

import { defineMethod } from '../core/method.ts';
import { sendParams } from '../transactions/transactionRequest.ts';
import { TxStatus } from '../transactions/transactionStatus.ts';
import { sendTransaction, txErrors } from '../transactions/transactionWait.ts';

export const sendTx = defineMethod({
  name: 'send_tx',
  summary:
    'Sends a transaction and waits until it reaches the milestone `wait_until`. Sending the same ' +
    'transaction again returns the same result.',
  isSubmission: true,
  mayWait: true,
  params: sendParams,
  result: TxStatus,
  returns: 'As `tx`; with `wait_until` NONE only `final_execution_status`, which is NONE.',
  errors: txErrors,
  handle: (context, { signedTxBase64: transaction, waitUntil }) =>
    sendTransaction(context, transaction, waitUntil),
});
