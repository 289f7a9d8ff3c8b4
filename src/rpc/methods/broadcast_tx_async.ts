// broadcast_tx_async.

import type { Hash } from '../../base/hash.ts';
import { hash } from '../../types/primitives.ts';
import { defineMethod } from '../method.ts';
import { sendParams } from '../txRequest.ts';
import { sendAndForget, txErrors } from '../txWait.ts';

export const broadcastTxAsync = defineMethod({
  name: 'broadcast_tx_async',
  successor: 'send_tx',
  summary: 'Sends a transaction and answers at once, whether it is valid or not.',
  isSubmission: true,
  params: sendParams,
  result: hash,
  returns: 'The hash of the transaction.',
  errors: txErrors,
  handle: (context, { transaction }): Hash => {
    sendAndForget(context, transaction);
    return transaction.hash;
  },
});
