// Tools about transactions: what became of them, what they did, and where their gas went.

import { described } from '../../codec/codec.ts';
import { bounded } from '../../codec/primitives.ts';
import { defaulted } from '../../codec/struct.ts';
import { closed } from '../../rpc/params/params.ts';
import { formatProfile } from '../../trace/profile/output/formatProfile.ts';
import { TransactionProfile } from '../../trace/profile/transactionProfile.ts';
import { describeFailure } from '../../trace/text/failureLines.ts';
import { formatTrace } from '../../trace/text/formatTrace.ts';
import { PLAIN } from '../../trace/text/styles.ts';
import { TraceLevel, TransactionTrace } from '../../trace/tree/transactionTrace.ts';
import { defineTool, methodTool, type Tool } from '../tool.ts';
import { transactionHash } from '../toolParams.ts';

/** Nodes that know a transaction by its hash alone do not look at the sender. */
const ANY_SENDER = 'unused';
const FUNCTIONS_MAX = 1_000;

const getTransaction = defineTool({
  name: 'get_transaction',
  title: 'Get a transaction',
  description:
    'A transaction with its status, outcomes and receipts; a failure also in plain words, with ' +
    'what helps.',
  effect: 'read',
  params: closed('GetTransaction', { txHash: transactionHash }),
  run: async ({ rpc }, { txHash }) => {
    const status = await rpc('EXPERIMENTAL_tx_status', {
      tx_hash: txHash,
      sender_account_id: ANY_SENDER,
      wait_until: 'NONE',
    });
    const { status: ended } = status as { readonly status?: unknown };
    const isFailure = typeof ended === 'object' && ended !== null && 'Failure' in ended;
    return isFailure ? { failure: describeFailure(ended.Failure), ...status } : status;
  },
});

const traceTransaction = defineTool({
  name: 'trace_transaction',
  title: 'Trace a transaction',
  description:
    'What a past transaction did, as a tree: receipts, actions, host calls of contracts, storage ' +
    'and balance changes, gas, and for a failure its cause, what helps, and the Wasm stack.',
  effect: 'read',
  params: closed('TraceTransaction', {
    txHash: transactionHash,
    level: described(
      defaulted(TraceLevel, 'calls'),
      '`receipts`, with `calls` also actions, with `host` also the host functions.',
    ),
  }),
  run: async ({ rpc }, { txHash, level }) => {
    const trace = await rpc('perigee_trace_transaction', { tx_hash: txHash, level });
    return formatTrace(TransactionTrace.parse(trace), PLAIN);
  },
});

const profileTransaction = defineTool({
  name: 'profile_transaction',
  title: 'Profile the gas of a transaction',
  description:
    'Where the gas of a transaction went: a table of functions of the contracts, host functions ' +
    'and fees.',
  effect: 'read',
  params: closed('ProfileTransaction', {
    txHash: transactionHash,
    top: described(defaulted(bounded(1, FUNCTIONS_MAX), 20), 'How many functions are listed.'),
  }),
  run: async ({ rpc }, { txHash, top }) => {
    const profile = await rpc('perigee_profile_transaction', { tx_hash: txHash });
    return formatProfile(TransactionProfile.parse(profile), top);
  },
});

export const TRANSACTION_TOOLS: readonly Tool[] = [
  getTransaction,
  methodTool({
    name: 'get_receipt',
    title: 'Get a receipt',
    effect: 'read',
    method: 'EXPERIMENTAL_receipt',
  }),
  traceTransaction,
  profileTransaction,
  methodTool({
    name: 'refused_transactions',
    title: 'List refused transactions',
    effect: 'read',
    method: 'perigee_refused_transactions',
  }),
];
