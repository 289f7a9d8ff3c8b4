// perigee_delete_account.

import { struct } from '../../codec/struct.ts';
import { accountId } from '../../types/accountId.ts';
import { AtHeight, defineControl } from '../controls/control.ts';

export const deleteAccount = defineControl({
  name: 'perigee_delete_account',
  summary: 'Deletes an account with its keys, code and storage.',
  params: struct('PerigeeDeleteAccountRequest', { accountId }),
  result: AtHeight,
  returns: '`height` of the block with the change.',
  action: (value) => ({ kind: 'patchState', patches: [{ kind: 'DeleteAccount', value }] }),
});
