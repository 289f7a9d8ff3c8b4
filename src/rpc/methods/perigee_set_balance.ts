// perigee_set_balance.

import { struct } from '../../codec/struct.ts';
import { accountId } from '../../types/accountId.ts';
import { balance } from '../../types/primitives.ts';
import { AtHeight, defineControl } from '../controls/control.ts';

export const setBalance = defineControl({
  name: 'perigee_set_balance',
  summary: 'Sets the balance of an account; creates the account if it does not exist.',
  params: struct('PerigeeSetBalanceRequest', { accountId, amount: balance }),
  result: AtHeight,
  returns: '`height` of the block with the change.',
  action: (value) => ({ kind: 'patchState', patches: [{ kind: 'SetBalance', value }] }),
});
