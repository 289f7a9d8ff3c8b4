// perigee_key_accounts.

import { defineErrors } from '../core/errors.ts';
import { defineMethod } from '../core/method.ts';
import { ACCOUNT_PAGE_PARAMS, AccountPage, describeAccountPage } from '../params/accountPage.ts';
import { record } from '../params/params.ts';
import { publicKeyHandleText } from '../params/scalars.ts';

export const keyAccounts = defineMethod({
  name: 'perigee_key_accounts',
  summary:
    'The accounts that were given a public key, from genesis on. Some may have given it up: ' +
    'ask `query` for `view_access_key`. A fork knows those that got the key on it.',
  params: record('KeyAccountsRequest', {
    publicKey: publicKeyHandleText,
    ...ACCOUNT_PAGE_PARAMS,
  }),
  result: AccountPage,
  returns: describeAccountPage('the order of their names'),
  errors: defineErrors({}),
  handle: ({ chain }, { publicKey, after, limit }) => {
    return { accountIds: chain.keyAccounts(publicKey, after, limit) };
  },
});
