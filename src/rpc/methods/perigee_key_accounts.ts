// perigee_key_accounts.

import { publicKeyHandle } from '../../types/primitives.ts';
import { defineMethod } from '../core/method.ts';
import { defineErrors } from '../messages/errors.ts';
import { ACCOUNT_PAGE_PARAMS, AccountPage, describeAccountPage } from '../params/accountPage.ts';
import { exact } from '../params/params.ts';

export const keyAccounts = defineMethod({
  name: 'perigee_key_accounts',
  summary:
    'The accounts that were given a public key, from genesis on. Some may have deleted it: check ' +
    'with `query` and `view_access_key`. On a fork, only keys that were added there.',
  params: exact('PerigeeKeyAccountsRequest', {
    publicKey: publicKeyHandle,
    ...ACCOUNT_PAGE_PARAMS,
  }),
  result: AccountPage,
  returns: describeAccountPage('the order of their names'),
  errors: defineErrors('PerigeeKeyAccountsError', {}),
  handle: ({ chain }, { publicKey, after, limit }) => {
    return { accountIds: chain.keyAccounts(publicKey, after, limit) };
  },
});
