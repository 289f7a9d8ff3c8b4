// perigee_delete_account.

import { AtHeight, defineControl } from '../controls/control.ts';
import { record } from '../params/params.ts';
import { accountIdText } from '../params/scalars.ts';

export const deleteAccount = defineControl({
  name: 'perigee_delete_account',
  summary: 'Deletes an account with its keys, code and storage.',
  params: record('DeleteAccountRequest', { accountId: accountIdText }),
  result: AtHeight,
  returns: '`height` of the block with the change.',
  action: (value) => ({ kind: 'patchState', patches: [{ kind: 'DeleteAccount', value }] }),
});
