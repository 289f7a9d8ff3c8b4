// perigee_account_contracts.

import { RELATIONS } from '../../chain/records/relatedContracts.ts';
import { described } from '../../codec/codec.ts';
import { bounded, vec } from '../../codec/primitives.ts';
import { defaulted, struct } from '../../codec/struct.ts';
import { words } from '../../codec/union.ts';
import { accountId } from '../../types/accountId.ts';
import { defineMethod } from '../core/method.ts';
import { defineErrors } from '../messages/errors.ts';
import { exact } from '../params/params.ts';

const LIMIT_MAX = 1_000;
const LIMIT_DEFAULT = 100;

const RelatedContract = struct('PerigeeRelatedContract', {
  relation: described(
    words('PerigeeRelation', RELATIONS),
    'A fungible token (NEP-141), a non-fungible one (NEP-171), a multi token (NEP-245) or a ' +
      'staking pool.',
  ),
  contractId: accountId,
});

export const accountContracts = defineMethod({
  name: 'perigee_account_contracts',
  summary:
    'The token contracts and staking pools that an account has had to do with, as far as events ' +
    'and calls show it: balances may be zero, and a contract may claim anything, so ask it. On a ' +
    'fork, only since it began.',
  params: exact('PerigeeAccountContractsRequest', {
    accountId,
    limit: defaulted(bounded(1, LIMIT_MAX), LIMIT_DEFAULT),
  }),
  result: struct('PerigeeAccountContractsResponse', { contracts: vec(RelatedContract) }),
  returns: '`contracts`, each with its `relation` and `contract_id`.',
  errors: defineErrors('PerigeeAccountContractsError', {}),
  handle: ({ chain }, { accountId, limit }) => ({
    contracts: chain.relatedContracts(accountId, limit),
  }),
});
