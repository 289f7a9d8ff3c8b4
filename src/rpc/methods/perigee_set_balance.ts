// perigee_set_balance.

import { AtHeight, defineControl } from '../controls/control.ts';
import { SetBalance, toStateEdit } from '../params/stateEdits.ts';

export const setBalance = defineControl({
  name: 'perigee_set_balance',
  summary: 'Sets the balance of an account; creates the account if it does not exist.',
  params: SetBalance,
  result: AtHeight,
  returns: '`height` of the block with the change.',
  action: (value) => ({
    kind: 'patchState',
    patches: [toStateEdit({ kind: 'SetBalance', value })],
  }),
});
