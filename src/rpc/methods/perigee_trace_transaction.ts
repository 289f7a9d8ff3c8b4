// perigee_trace_transaction. Reading is for everyone; as a trace executes contracts, it is bounded
// as view calls are, and runs in a thread of its own.

import { described, preformatted } from '../../codec/codec.ts';
import { option } from '../../codec/primitives.ts';
import { defaulted } from '../../codec/struct.ts';
import { TraceLevel, TransactionTrace } from '../../trace/tree/transactionTrace.ts';
import { accountId } from '../../types/accountId.ts';
import { hash } from '../../types/primitives.ts';
import { defineMethod } from '../core/method.ts';
import {
  explainReexecution,
  reexecutionErrors,
  unknownTransaction,
} from '../core/reexecutionErrors.ts';
import { defineErrors } from '../messages/errors.ts';
import { exact } from '../params/params.ts';

const errors = defineErrors('PerigeeTraceTransactionError', {
  UNKNOWN_TRANSACTION: unknownTransaction,
  ...reexecutionErrors,
});

export const traceTransaction = defineMethod({
  name: 'perigee_trace_transaction',
  summary:
    'What a transaction did: its receipts, their actions, and the host functions that contracts ' +
    'called, with their arguments, results and gas. Every receipt is executed again on the state ' +
    'before it, and a result is returned only if all outcomes are those of the chain.',
  params: exact('PerigeeTraceTransactionRequest', {
    txHash: hash,
    senderAccountId: described(option(accountId), 'Not needed; accepted as in `tx`.'),
    level: described(
      defaulted(TraceLevel, 'host'),
      'How much is shown: `receipts`, with `calls` also their actions, with `host` also the host ' +
        'functions that contracts call.',
    ),
  }),
  result: preformatted(TransactionTrace),
  returns:
    '`receipts`, each after the one that created it, with `actions`; in those that call a ' +
    'contract `host_calls`, `storage_changes`, `logs` and the result or `failure`. Long values ' +
    'are cut (`left_out` bytes), and so are lists in a trace of more than about 4 MiB: ' +
    '`truncated` says which, and how much is missing.',
  errors,
  isServed: ({ traceTransaction: trace }) => trace !== undefined,
  handle: async (context, { txHash, level }) => {
    try {
      const text = await context.traceTransaction?.({ transactionHash: txHash, level });
      if (text) return text;
    } catch (error) {
      throw explainReexecution(context, errors, error);
    }
    context.chain.verifyUnknown(txHash);
    throw errors.UNKNOWN_TRANSACTION({ requestedTransactionHash: txHash });
  },
});
