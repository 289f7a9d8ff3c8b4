// perigee_impersonate.

import { controlErrors, runControl } from '../control.ts';
import { action } from '../controlParams.ts';
import { defineMethod } from '../method.ts';
import { list, record } from '../params.ts';
import { accountIdText } from '../scalars.ts';
import { waitUntil } from '../txRequest.ts';
import { TxStatus } from '../txStatus.ts';
import { refusal, txErrors, waitForTransaction } from '../txWait.ts';

export const impersonate = defineMethod({
  name: 'perigee_impersonate',
  summary: 'Sends a transaction in the name of any account, without its key, and waits for it.',
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
