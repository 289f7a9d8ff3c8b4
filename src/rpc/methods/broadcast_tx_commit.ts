// broadcast_tx_commit.

import { defineMethod } from '../core/method.ts';
import { sendParams } from '../transactions/transactionRequest.ts';
import { TxStatus } from '../transactions/transactionStatus.ts';
import { sendTransaction, txErrors } from '../transactions/transactionWait.ts';

export const broadcastTxCommit = defineMethod({
  name: 'broadcast_tx_commit',
  successor: 'send_tx',
  summary: 'Sends a transaction and waits until it is executed; `wait_until` is ignored.',
  isSubmission: true,
  mayWait: true,
  params: sendParams,
  result: TxStatus,
  returns: 'As `tx`.',
  errors: txErrors,
  handle: (context, { signedTxBase64: transaction }) =>
    sendTransaction(context, transaction, 'EXECUTED_OPTIMISTIC'),
});
