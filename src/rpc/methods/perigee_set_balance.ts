// perigee_set_balance.

import { AtHeight, defineControl } from '../controls/control.ts';
import { amount } from '../controls/controlParams.ts';
import { record } from '../params/params.ts';
import { accountIdText } from '../params/scalars.ts';

export const setBalance = defineControl({
  name: 'perigee_set_balance',
  summary: 'Sets the balance of an account; creates the account if it does not exist.',
  params: record('SetBalanceRequest', { accountId: accountIdText, amount }),
  result: AtHeight,
  returns: '`height` of the block with the change.',
  action: (value) => ({ kind: 'patchState', patches: [{ kind: 'SetBalance', value }] }),
});
