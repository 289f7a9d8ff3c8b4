// A trace: what a transaction did, receipt by receipt. Receipts are a list, parents first, because
// the reference's JSON reader and others refuse deep nesting; `children` makes the list a tree.

import { described, documented, type TypeOf } from '../../codec/codec.ts';
import { bool, option, string, u32, u64Number, vec } from '../../codec/primitives.ts';
import { omitDefault, omitEmpty, omitNull, struct } from '../../codec/struct.ts';
import { words } from '../../codec/union.ts';
import { accountId } from '../../types/accountId.ts';
import { balance, gas, hash, height, shardId } from '../../types/primitives.ts';
import { TracedBytes } from './tracedBytes.ts';

/** Each level has everything of those before it. */
export const TRACE_LEVELS = ['receipts', 'calls', 'host'] as const;
export type TraceLevel = (typeof TRACE_LEVELS)[number];
export const TraceLevel = words('PerigeeTraceLevel', TRACE_LEVELS);

/** A function on the stack of a contract; innermost first. */
const StackFrame = struct('PerigeeStackFrame', {
  function: described(string, 'Its name, or its number in the module.'),
  inlined: described(omitDefault(bool, false), 'Whether it is part of the code of the next one.'),
  file: omitNull(option(string)),
  line: omitNull(option(u32)),
  column: omitNull(option(u32)),
});

export const traceFailureFields = {
  kind: described(string, 'The name of the error, such as `FunctionCallError`.'),
  message: string,
  explanation: described(omitNull(option(string)), 'The cause in plain words, if known.'),
  remedy: described(omitNull(option(string)), 'What helps, if known.'),
  stack: described(
    omitEmpty(vec(StackFrame)),
    'The functions that were active in the contract, innermost first.',
  ),
} as const;
export const TraceFailure = struct('PerigeeTraceFailure', traceFailureFields);
export type TraceFailure = TypeOf<typeof TraceFailure>;

/** A named argument or parameter: a short text, or bytes. */
const TraceField = struct('PerigeeTraceField', {
  name: string,
  value: omitNull(option(string)),
  bytes: omitNull(option(TracedBytes)),
  accountIds: described(
    omitEmpty(vec(accountId)),
    'For a promise: the accounts that its receipts go to.',
  ),
});
export type TraceField = TypeOf<typeof TraceField>;

/** Where something was left out because the trace would be too long. */
export const Truncation = struct('PerigeeTraceTruncation', {
  what: described(string, 'The name of the list.'),
  leftOut: described(u64Number, 'The number of entries that are missing at its end.'),
});
export type Truncation = TypeOf<typeof Truncation>;

export const HostCallTrace = documented(
  struct('PerigeeHostCall', {
    name: described(string, 'As contracts import it.'),
    args: vec(TraceField),
    result: described(omitNull(option(string)), 'The number that it returned.'),
    output: described(
      omitNull(option(TracedBytes)),
      'The bytes that it wrote to a register or to memory.',
    ),
    error: described(omitNull(option(string)), 'Why it ended the call.'),
    gasBurnt: described(u64Number, 'The gas that it burnt.'),
    gasAfter: described(u64Number, 'The gas that the contract had burnt after it.'),
    computeAfter: described(u64Number, 'The compute that the contract had used after it.'),
  }),
  'A host function that a contract called.',
);
export type HostCallTrace = TypeOf<typeof HostCallTrace>;

const StorageChange = struct('PerigeeStorageChange', {
  key: TracedBytes,
  before: described(option(TracedBytes), 'Null if there was no such key.'),
  after: described(option(TracedBytes), 'Null if the key was removed.'),
});
export type StorageChange = TypeOf<typeof StorageChange>;

const ActionTrace = struct('PerigeeActionTrace', {
  kind: described(string, 'As in `ActionView`.'),
  status: words('PerigeeActionStatus', ['success', 'failure', 'not_executed']),
  fields: described(omitEmpty(vec(TraceField)), 'The parameters, unless it is a function call.'),
  methodName: omitNull(option(string)),
  args: omitNull(option(TracedBytes)),
  deposit: described(omitNull(option(balance)), 'The tokens attached to a function call.'),
  gas: described(omitNull(option(gas)), 'The gas attached to a function call.'),
  gasBurnt: described(gas, 'With the fee for executing the action.'),
  gasUsed: described(gas, 'Burnt gas, and gas that new receipts take along.'),
  result: described(omitNull(option(TracedBytes)), 'The value that the contract returned.'),
  failure: omitNull(option(TraceFailure)),
  logs: omitEmpty(vec(string)),
  storageChanges: described(
    omitEmpty(vec(StorageChange)),
    'The keys that the contract changed. Nothing if the receipt failed.',
  ),
  hostCalls: omitEmpty(vec(HostCallTrace)),
  truncated: omitEmpty(vec(Truncation)),
});
export type ActionTrace = TypeOf<typeof ActionTrace>;

const AccountBalance = struct('PerigeeAccountBalance', { amount: balance, locked: balance });
export type AccountBalance = TypeOf<typeof AccountBalance>;

const BalanceChange = struct('PerigeeBalanceChange', {
  accountId,
  before: described(option(AccountBalance), 'Null if the account did not exist.'),
  after: described(option(AccountBalance), 'Null if the account was deleted.'),
});
export type BalanceChange = TypeOf<typeof BalanceChange>;

const Status = words('PerigeeTraceStatus', ['success', 'failure', 'pending']);

/** How a transaction or a receipt ended. */
const ending = {
  status: described(Status, '`pending`: it has not been executed yet.'),
  result: described(omitNull(option(TracedBytes)), 'The value that it returned.'),
  failure: omitNull(option(TraceFailure)),
} as const;

const ReceiptTrace = struct('PerigeeReceiptTrace', {
  receiptId: hash,
  parentId: described(hash, 'The receipt or the transaction that created it.'),
  kind: words('PerigeeReceiptKind', ['action', 'refund', 'yield']),
  predecessorId: accountId,
  receiverId: accountId,
  blockHash: described(omitNull(option(hash)), 'The block in which it was executed.'),
  blockHeight: omitNull(option(height)),
  shardId: omitNull(option(shardId)),
  ...ending,
  promisedReceiptId: described(
    omitNull(option(hash)),
    'The receipt whose result is the result of this one.',
  ),
  gasBurnt: gas,
  tokensBurnt: balance,
  actions: described(omitEmpty(vec(ActionTrace)), 'Absent at the level `receipts`.'),
  balanceChanges: omitEmpty(vec(BalanceChange)),
  children: described(vec(hash), 'The receipts that it created.'),
  truncated: omitEmpty(vec(Truncation)),
});
export type ReceiptTrace = TypeOf<typeof ReceiptTrace>;

export const TransactionTrace = struct('PerigeeTransactionTrace', {
  transactionHash: hash,
  signerId: accountId,
  receiverId: accountId,
  blockHash: hash,
  blockHeight: height,
  shardId,
  level: TraceLevel,
  ...ending,
  gasBurnt: described(gas, 'By the transaction and all of its receipts.'),
  tokensBurnt: described(balance, 'By the transaction and all of its receipts.'),
  conversionGasBurnt: described(gas, 'By turning the transaction into a receipt.'),
  balanceChanges: described(
    omitEmpty(vec(BalanceChange)),
    'What the signer paid when the transaction was turned into a receipt.',
  ),
  children: described(vec(hash), 'The receipt that it became.'),
  receipts: described(vec(ReceiptTrace), 'All receipts, each after the one that created it.'),
  truncated: omitEmpty(vec(Truncation)),
});
export type TransactionTrace = TypeOf<typeof TransactionTrace>;
