// EXPERIMENTAL_view_account.

import { viewAccount } from '../views/viewAccount.ts';
import { defineViewMethod } from '../views/viewMethod.ts';

export const viewAccountMethod = defineViewMethod({
  name: 'EXPERIMENTAL_view_account',
  requestName: 'RpcViewAccountRequest',
  summary: 'An account at a block.',
  view: viewAccount,
});
