// broadcast_tx_async.

import type { Hash } from '../../base/crypto/hash.ts';
import { hash } from '../../types/primitives.ts';
import { defineMethod } from '../core/method.ts';
import { sendParams } from '../transactions/transactionRequest.ts';
import { sendAndForget, txErrors } from '../transactions/transactionWait.ts';

export const broadcastTxAsync = defineMethod({
  name: 'broadcast_tx_async',
  successor: 'send_tx',
  summary: 'Sends a transaction and returns immediately, whether it is valid or not.',
  isSubmission: true,
  params: sendParams,
  result: hash,
  returns: 'The hash of the transaction.',
  errors: txErrors,
  handle: (context, { signedTxBase64: transaction }): Hash => {
    sendAndForget(context, transaction);
    return transaction.hash;
  },
});
