// perigee_refused_transactions.

import { named } from '../../codec/codec.ts';
import { controlErrors } from '../controls/control.ts';
import { defineMethod } from '../core/method.ts';
import { RefusedTransactionsView } from '../core/refusedTransactions.ts';
import { noParams } from '../params/params.ts';

export const refusedTransactions = defineMethod({
  name: 'perigee_refused_transactions',
  summary:
    'The most recent transactions that were refused, and are in no block, with the cause and ' +
    'what helps. At most 200; with further processes (`--workers`), those of the first one.',
  isControl: true,
  params: named('PerigeeRefusedTransactionsRequest', noParams),
  result: RefusedTransactionsView,
  returns: '`transactions`, newest first.',
  errors: controlErrors,
  handle: ({ refused }) => ({ transactions: refused?.list() ?? [] }),
});
