// perigee_sub_accounts.

import { defineErrors } from '../core/errors.ts';
import { defineMethod } from '../core/method.ts';
import { ACCOUNT_PAGE_PARAMS, AccountPage, describeAccountPage } from '../params/accountPage.ts';
import { record } from '../params/params.ts';
import { accountIdText } from '../params/scalars.ts';

export const subAccounts = defineMethod({
  name: 'perigee_sub_accounts',
  summary:
    'The accounts below another one, at any depth, that a transaction or receipt concerned, ' +
    'whether they still exist or not. Accounts of genesis count once something concerns them.',
  params: record('SubAccountsRequest', {
    accountId: accountIdText,
    ...ACCOUNT_PAGE_PARAMS,
  }),
  result: AccountPage,
  returns: describeAccountPage(
    'the order of their names read from the end, each account before those below it',
  ),
  errors: defineErrors({}),
  handle: ({ chain }, { accountId, after, limit }) => {
    return { accountIds: chain.subAccounts(accountId, after, limit) };
  },
});
