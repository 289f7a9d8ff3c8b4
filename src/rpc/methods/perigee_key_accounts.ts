// perigee_key_accounts.

import { vec } from '../../codec/primitives.ts';
import { view } from '../../codec/struct.ts';
import { accountId as accountIdCodec } from '../../types/accountId.ts';
import { defineErrors } from '../errors.ts';
import { defineMethod } from '../method.ts';
import { defaulting, optional, record } from '../params.ts';
import { accountIdText, boundedInteger, publicKeyHandleText } from '../scalars.ts';

const LIMIT_MAX = 100;

export const keyAccounts = defineMethod({
  name: 'perigee_key_accounts',
  summary:
    'The accounts that were given a public key, from genesis on. Some may have given it up: ' +
    'ask `query` for `view_access_key`. A fork knows those that got the key on it.',
  params: record('KeyAccountsRequest', {
    publicKey: publicKeyHandleText,
    after: optional(accountIdText),
    limit: defaulting(boundedInteger(1, LIMIT_MAX), LIMIT_MAX),
  }),
  result: view({ accountIds: vec(accountIdCodec) }),
  returns:
    '`account_ids` in the order of their names; the last as `after` asks for those behind it.',
  errors: defineErrors({}),
  handle: ({ chain }, { publicKey, after, limit }) => {
    return { accountIds: chain.keyAccounts(publicKey, after, limit) };
  },
});
