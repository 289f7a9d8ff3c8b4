// perigee_impersonate.

import { vec } from '../../codec/primitives.ts';
import { accountId } from '../../types/accountId.ts';
import { controlErrors, runControl } from '../controls/control.ts';
import { defineMethod } from '../core/method.ts';
import { SET_NAME } from '../messages/errors.ts';
import { action } from '../params/controlParams.ts';
import { exact } from '../params/params.ts';
import { waitUntil } from '../transactions/transactionRequest.ts';
import { TxStatus } from '../transactions/transactionStatus.ts';
import { refusal, txErrors, waitForTransaction } from '../transactions/transactionWait.ts';

export const impersonate = defineMethod({
  name: 'perigee_impersonate',
  summary: 'Sends a transaction on behalf of any account, without its key, and waits for it.',
  isControl: true,
  params: exact('PerigeeImpersonateRequest', {
    signerId: accountId,
    receiverId: accountId,
    actions: vec(action),
    waitUntil,
  }),
  result: TxStatus,
  returns: 'As `send_tx`.',
  errors: { ...controlErrors, ...txErrors, [SET_NAME]: 'PerigeeImpersonateError' },
  handle: async (context, { waitUntil: level, ...parts }) => {
    const { height } = context.chain.head();
    const { hash, admission } = await runControl(context, { kind: 'impersonate', ...parts });
    if (admission.kind !== 'admitted') {
      context.refused?.add({ hash, transaction: parts }, admission);
      throw refusal(admission);
    }
    if (level === 'NONE') return { level, outcome: null };
    const value = { txHash: hash, senderAccountId: parts.signerId };
    const info = { kind: 'id', value } as const;
    return waitForTransaction(context, { info, waitUntil: level }, false, height);
  },
});
