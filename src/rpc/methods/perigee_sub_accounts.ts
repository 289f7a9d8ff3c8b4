// perigee_sub_accounts.

import { vec } from '../../codec/primitives.ts';
import { view } from '../../codec/struct.ts';
import { accountId as accountIdCodec } from '../../types/accountId.ts';
import { defineErrors } from '../errors.ts';
import { defineMethod } from '../method.ts';
import { defaulting, optional, record } from '../params.ts';
import { accountIdText, boundedInteger } from '../scalars.ts';

const LIMIT_MAX = 100;

export const subAccounts = defineMethod({
  name: 'perigee_sub_accounts',
  summary:
    'The accounts below another one, at any depth, that a transaction or receipt concerned, ' +
    'whether they still exist or not. Accounts of genesis count once something concerns them.',
  params: record('SubAccountsRequest', {
    accountId: accountIdText,
    after: optional(accountIdText),
    limit: defaulting(boundedInteger(1, LIMIT_MAX), LIMIT_MAX),
  }),
  result: view({ accountIds: vec(accountIdCodec) }),
  returns: '`account_ids`; the last of them as `after` asks for those behind it.',
  errors: defineErrors({}),
  handle: ({ chain }, { accountId, after, limit }) => {
    return { accountIds: chain.subAccounts(accountId, after, limit) };
  },
});
