// perigee_delete_account.

import { AtHeight, defineControl } from '../controls/control.ts';
import { DeleteAccount, toStateEdit } from '../params/stateEdits.ts';

export const deleteAccount = defineControl({
  name: 'perigee_delete_account',
  summary: 'Deletes an account with its keys, code and storage.',
  params: DeleteAccount,
  result: AtHeight,
  returns: '`height` of the block with the change.',
  action: (value) => ({
    kind: 'patchState',
    patches: [toStateEdit({ kind: 'DeleteAccount', value })],
  }),
});
