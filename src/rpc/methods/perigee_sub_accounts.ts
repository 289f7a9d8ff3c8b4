// perigee_sub_accounts.

import { accountId } from '../../types/accountId.ts';
import { defineMethod } from '../core/method.ts';
import { defineErrors } from '../messages/errors.ts';
import { ACCOUNT_PAGE_PARAMS, AccountPage, describeAccountPage } from '../params/accountPage.ts';
import { exact } from '../params/params.ts';

export const subAccounts = defineMethod({
  name: 'perigee_sub_accounts',
  summary:
    'The sub-accounts of an account, at any depth, that a transaction or receipt involved, ' +
    'whether they still exist or not. Genesis accounts are listed once they have been involved.',
  isListing: true,
  params: exact('PerigeeSubAccountsRequest', {
    accountId,
    ...ACCOUNT_PAGE_PARAMS,
  }),
  result: AccountPage,
  returns: describeAccountPage(
    'the order of their names read from the end, each account before its sub-accounts',
  ),
  errors: defineErrors('PerigeeSubAccountsError', {}),
  handle: ({ chain }, { accountId, after, limit }) => {
    return { accountIds: chain.subAccounts(accountId, after, limit) };
  },
});
