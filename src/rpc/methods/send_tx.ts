// send_tx.

import { defineMethod } from '../method.ts';
import { sendParams } from '../txRequest.ts';
import { TxStatus } from '../txStatus.ts';
import { sendTransaction, txErrors } from '../txWait.ts';

export const sendTx = defineMethod({
  name: 'send_tx',
  summary:
    'Sends a transaction and waits until it has come as far as `wait_until` says. Sending the ' +
    'same transaction again gives the same answer.',
  isSubmission: true,
  params: sendParams,
  result: TxStatus,
  returns: 'As `tx`; with `wait_until` NONE only `final_execution_status`, which is NONE.',
  errors: txErrors,
  handle: (context, { transaction, waitUntil }) => sendTransaction(context, transaction, waitUntil),
});
