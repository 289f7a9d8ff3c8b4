// perigee_impersonate.

import { controlErrors, runControl } from '../controls/control.ts';
import { action } from '../controls/controlParams.ts';
import { defineMethod } from '../core/method.ts';
import { list, record } from '../params/params.ts';
import { accountIdText } from '../params/scalars.ts';
import { waitUntil } from '../transactions/transactionRequest.ts';
import { TxStatus } from '../transactions/transactionStatus.ts';
import { refusal, txErrors, waitForTransaction } from '../transactions/transactionWait.ts';

export const impersonate = defineMethod({
  name: 'perigee_impersonate',
  summary: 'Sends a transaction on behalf of any account, without its key, and waits for it.',
  isControl: true,
  params: record('ImpersonateRequest', {
    signerId: accountIdText,
    receiverId: accountIdText,
    actions: list(action),
    waitUntil,
  }),
  result: TxStatus,
  returns: 'As `send_tx`.',
  errors: { ...controlErrors, ...txErrors },
  handle: async (context, { waitUntil: level, ...parts }) => {
    const { height } = context.chain.head();
    const { hash, admission } = await runControl(context, { kind: 'impersonate', ...parts });
    if (admission.kind !== 'admitted') throw refusal(admission);
    if (level === 'NONE') return { level, outcome: null };
    const info = { kind: 'id', hash, senderId: parts.signerId } as const;
    return waitForTransaction(context, { info, waitUntil: level }, false, height);
  },
});
