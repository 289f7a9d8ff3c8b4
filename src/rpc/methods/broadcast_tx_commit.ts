// broadcast_tx_commit.

import { defineMethod } from '../method.ts';
import { sendParams } from '../txRequest.ts';
import { TxStatus } from '../txStatus.ts';
import { sendTransaction, txErrors } from '../txWait.ts';

export const broadcastTxCommit = defineMethod({
  name: 'broadcast_tx_commit',
  successor: 'send_tx',
  summary: 'Sends a transaction and waits until it is executed; `wait_until` is ignored.',
  isSubmission: true,
  params: sendParams,
  result: TxStatus,
  returns: 'As `tx`.',
  errors: txErrors,
  handle: (context, { transaction }) =>
    sendTransaction(context, transaction, 'EXECUTED_OPTIMISTIC'),
});
