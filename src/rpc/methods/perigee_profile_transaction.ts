// perigee_profile_transaction. Reading is for everyone; it is bounded as traces are.

import { preformatted } from '../../codec/codec.ts';
import { TransactionProfile } from '../../trace/profile/transactionProfile.ts';
import { hash } from '../../types/primitives.ts';
import { defineMethod } from '../core/method.ts';
import {
  explainReexecution,
  reexecutionErrors,
  unknownTransaction,
} from '../core/reexecutionErrors.ts';
import { defineErrors } from '../messages/errors.ts';
import { exact } from '../params/params.ts';

const errors = defineErrors('PerigeeProfileTransactionError', {
  UNKNOWN_TRANSACTION: unknownTransaction,
  ...reexecutionErrors,
});

export const profileTransaction = defineMethod({
  name: 'perigee_profile_transaction',
  summary:
    'Where the gas of a transaction was burnt: by each function of the contracts, each host ' +
    'function, and as fees. Every receipt is executed again on the state before it, and a result ' +
    'is returned only if all outcomes are those of the chain.',
  params: exact('PerigeeProfileTransactionRequest', { txHash: hash }),
  result: preformatted(TransactionProfile),
  returns:
    'A tree of calls for each receipt: `nodes`, whose `frame` and `parent` are indexes in ' +
    '`frames` and `nodes`. The `gas` of all nodes adds up to `gas_burnt`, to the unit. Beyond ' +
    '100,000 nodes or 20,000 frames, the rest counts for frames with the name `(other)`.',
  errors,
  isServed: (context) => context.profileTransaction !== undefined,
  handle: async (context, { txHash }) => {
    try {
      const text = await context.profileTransaction?.({ transactionHash: txHash });
      if (text) return text;
    } catch (error) {
      throw explainReexecution(context, errors, error);
    }
    context.chain.verifyUnknown(txHash);
    throw errors.UNKNOWN_TRANSACTION({ requestedTransactionHash: txHash });
  },
});
