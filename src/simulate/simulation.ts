// The result of a simulation: what every transaction did, as `tx` shows it, and what it changed.

import { described, type TypeOf } from '../codec/codec.ts';
import { bool, bytes, option, string, u32, u64Text, vec } from '../codec/primitives.ts';
import { omitEmpty, omitNull, struct } from '../codec/struct.ts';
import {
  TraceFailure,
  TransactionTrace,
  Truncation,
  traceFailureFields,
} from '../trace/tree/transactionTrace.ts';
import { AccessKeyView } from '../types/accessKey.ts';
import { accountId } from '../types/accountId.ts';
import { balance, gas, hash, height, nonce, publicKeyHandle } from '../types/primitives.ts';
import { AccountView } from '../types/views/accountView.ts';
import { FinalExecutionStatus } from '../types/views/finalStatusView.ts';
import { OutcomeWithIdView } from '../types/views/outcomeView.ts';

const AccountDifference = struct('PerigeeAccountDifference', {
  accountId,
  before: described(option(AccountView), 'Null if the account did not exist.'),
  after: described(option(AccountView), 'Null if the account was deleted.'),
});

const AccessKeyDifference = struct('PerigeeAccessKeyDifference', {
  accountId,
  publicKey: publicKeyHandle,
  before: described(option(AccessKeyView), 'Null if the key did not exist.'),
  after: described(option(AccessKeyView), 'Null if the key was deleted.'),
});

const GasKeyNonceDifference = struct('PerigeeGasKeyNonceDifference', {
  accountId,
  publicKey: publicKeyHandle,
  index: u32,
  before: option(nonce),
  after: option(nonce),
});

const StorageDifference = struct('PerigeeStorageDifference', {
  accountId,
  keyBase64: bytes,
  beforeBase64: described(option(bytes), 'Null if there was no such key.'),
  afterBase64: described(option(bytes), 'Null if the key was removed.'),
});

const CodeDifference = struct('PerigeeCodeDifference', {
  accountId,
  before: described(option(hash), 'The hash of the code; null without any.'),
  after: described(option(hash), 'The hash of the code; null without any.'),
});

/** Rows that are the same before the first and after the last change are not among them. */
export const StateDifferences = struct('PerigeeStateDifferences', {
  accounts: vec(AccountDifference),
  accessKeys: vec(AccessKeyDifference),
  gasKeyNonces: omitEmpty(vec(GasKeyNonceDifference)),
  storage: vec(StorageDifference),
  code: vec(CodeDifference),
});
export type StateDifferences = TypeOf<typeof StateDifferences>;

const SuggestedGas = struct('PerigeeSuggestedGas', {
  actionIndex: described(u32, 'The place of the function call among the actions.'),
  methodName: string,
  gas: described(option(gas), 'Null if the call fails with any amount.'),
  isLeast: described(
    bool,
    'Whether less is known not to suffice: for a call that shares its remaining gas among ' +
      'promises, up to 1 Ggas less might.',
  ),
});
export type SuggestedGas = TypeOf<typeof SuggestedGas>;

const FailedReceipt = struct('PerigeeFailedReceipt', {
  receiptId: hash,
  receiverId: accountId,
  ...traceFailureFields,
});

const SimulatedTransaction = struct('PerigeeSimulatedTransaction', {
  transactionHash: hash,
  status: described(
    FinalExecutionStatus,
    'As in `tx`; a transaction that no block can include has an `InvalidTxError`.',
  ),
  failure: described(omitNull(option(TraceFailure)), 'What the status says, in plain words.'),
  gasBurnt: described(gas, 'By the transaction and all of its receipts.'),
  tokensBurnt: described(balance, 'By the transaction and all of its receipts.'),
  transactionOutcome: described(
    option(OutcomeWithIdView),
    'The outcome of the transaction itself; null if no block includes it.',
  ),
  receiptsOutcome: described(
    vec(OutcomeWithIdView),
    'The outcomes of all its receipts, a receipt before those that it generated.',
  ),
  pending: described(
    omitEmpty(vec(hash)),
    'Receipts that were not executed, such as yielded promises that nobody resumes.',
  ),
  failures: described(omitEmpty(vec(FailedReceipt)), 'Every receipt that failed, and why.'),
  stateChanges: described(
    StateDifferences,
    'Every row that it changed, before its first change and after its last.',
  ),
  suggestedGas: described(
    omitEmpty(vec(SuggestedGas)),
    'The gas with which its function calls come out as they do with the gas that they have, or ' +
      'succeed if that is too little.',
  ),
  trace: omitNull(option(TransactionTrace)),
  truncated: omitEmpty(vec(Truncation)),
});
export type SimulatedTransaction = TypeOf<typeof SimulatedTransaction>;

const SimulatedBlock = struct('PerigeeSimulatedBlock', {
  hash,
  height,
  timestamp: described(u64Text, 'Nanoseconds since 1970.'),
});

export const Simulation = struct('PerigeeSimulation', {
  blockHash: described(hash, 'The block after which the simulation began.'),
  blockHeight: described(height, 'The height of that block.'),
  blocks: described(vec(SimulatedBlock), 'The blocks that were made.'),
  transactions: described(vec(SimulatedTransaction), 'In the order of the request.'),
});
export type Simulation = TypeOf<typeof Simulation>;
