// The trace of a transaction: applies every chunk again that executed one of its receipts, with
// their calls observed, and describes what happened. Bounds: about 4 MiB of JSON, and a number of
// receipts; the caller bounds time and memory, and gives each trace a thread.

import { bytesKey } from '../base/bytes/bytes.ts';
import type { Hash } from '../base/crypto/hash.ts';
import type { StoredOutcome } from '../chain/stored/chainReader.ts';
import { SYSTEM_ACCOUNT } from '../types/accountId.ts';
import type { ExecutionStatus } from '../types/outcome.ts';
import { isPromiseYield, type Receipt } from '../types/receipt.ts';
import { readBalanceChanges } from './collect/balanceChanges.ts';
import { describeExecutionError } from './collect/describeFailure.ts';
import { TraceBudget } from './collect/traceBudget.ts';
import { describeTruncation, TraceRecorder } from './collect/traceRecorder.ts';
import { collectReceipts, type TreeNode } from './collect/transactionTree.ts';
import { createStoredHistory, type TraceSource } from './storedHistory.ts';
import type { TracedHistory, TracedTransaction } from './tracedHistory.ts';
import { showBytes } from './tree/tracedBytes.ts';
import type {
  ActionTrace,
  ReceiptTrace,
  TraceLevel,
  TransactionTrace,
} from './tree/transactionTrace.ts';

/** Receipts that are shown; a transaction can create thousands. */
const RECEIPTS_MAX = 2_000;

export interface TraceRequest {
  readonly transactionHash: Hash;
  readonly level: TraceLevel;
}

interface TracedTransactions {
  readonly transactionHashes: readonly Hash[];
  readonly level: TraceLevel;
}

/** Null if no block has the transaction. Throws a TraceError if it cannot be executed again. */
export function traceTransaction(
  source: TraceSource,
  request: TraceRequest,
  budget = new TraceBudget(),
): TransactionTrace | null {
  return traceHistory(createStoredHistory(source), request, budget);
}

/** The same for a transaction wherever its history comes from. */
export function traceHistory(
  history: TracedHistory,
  { transactionHash, level }: TraceRequest,
  budget = new TraceBudget(),
): TransactionTrace | null {
  const [trace = null] = traceAll(history, { transactionHashes: [transactionHash], level }, budget);
  return trace;
}

/** Those that a block has. A chunk is executed once, however many of them it has executed. */
export function traceTransactions(
  source: TraceSource,
  request: TracedTransactions,
  budget = new TraceBudget(),
): TransactionTrace[] {
  return traceAll(createStoredHistory(source), request, budget);
}

function traceAll(
  history: TracedHistory,
  { transactionHashes, level }: TracedTransactions,
  budget: TraceBudget,
): TransactionTrace[] {
  const found = transactionHashes.flatMap((hash) => findTransaction(history, hash) ?? []);
  const chosen = found.flatMap(({ shown, prepaidGas }) =>
    shown.map(({ receipt }) => [bytesKey(receipt.receiptId), prepaidGas] as const),
  );
  const recorder = new TraceRecorder(level, budget, new Map(chosen));
  const outcomes = found.map(({ root, shown }) => [root, ...outcomesOf(shown)]);
  history.execute(recorder, outcomes.flat());
  return found.map((transaction) => describe(history, transaction, level, recorder));
}

interface FoundTransaction extends TracedTransaction {
  readonly id: Hash;
  readonly nodes: readonly TreeNode[];
  readonly shown: readonly TreeNode[];
}

function findTransaction(history: TracedHistory, id: Hash): FoundTransaction | null {
  const included = history.transaction(id);
  if (included === null) return null;
  const nodes = collectReceipts(history, included.root);
  return { ...included, id, nodes, shown: nodes.slice(0, RECEIPTS_MAX) };
}

function outcomesOf(nodes: readonly TreeNode[]): StoredOutcome[] {
  return nodes.flatMap(({ outcome }) => outcome ?? []);
}

function describe(
  history: TracedHistory,
  { id, signerId, receiverId, root, nodes, shown }: FoundTransaction,
  level: TraceLevel,
  recorder: TraceRecorder,
): TransactionTrace {
  const outcomes = [root, ...outcomesOf(nodes)];
  const { gasBurnt: conversionGasBurnt, receiptIds } = root.outcome;
  return {
    transactionHash: id,
    signerId,
    receiverId,
    ...placeOf(history, root),
    level,
    ...describeStatus(finalStatus(root, nodes)),
    gasBurnt: outcomes.reduce((sum, { outcome }) => sum + outcome.gasBurnt, 0n),
    tokensBurnt: outcomes.reduce((sum, { outcome }) => sum + outcome.tokensBurnt, 0n),
    conversionGasBurnt,
    balanceChanges: readBalanceChanges(history, root, signerId),
    children: receiptIds,
    receipts: shown.map((node) => describeReceipt(history, node, recorder)),
    truncated: describeTruncation('receipts', nodes.length - shown.length),
  };
}

function describeReceipt(
  history: TracedHistory,
  { receipt, parentId, outcome: executed }: TreeNode,
  recorder: TraceRecorder,
): ReceiptTrace {
  const { receiptId, predecessorId, receiverId } = receipt;
  const outcome = executed?.outcome;
  const status = outcome?.status;
  const { actions, leftOut } = recorder.actionsOf(receiptId);
  const ending = describeStatus(status);
  return {
    receiptId,
    parentId,
    kind: kindOf(receipt),
    predecessorId,
    receiverId,
    ...(executed === null ? NOWHERE : placeOf(history, executed)),
    ...ending,
    // The action knows the stack as well.
    failure: actions.find(({ failure }) => failure !== null)?.failure ?? ending.failure,
    promisedReceiptId: status?.kind === 'SuccessReceiptId' ? status.value : null,
    gasBurnt: outcome?.gasBurnt ?? 0n,
    tokensBurnt: outcome?.tokensBurnt ?? 0n,
    actions: status?.kind === 'Failure' ? actions.map(withoutEffects) : actions,
    balanceChanges: executed === null ? [] : readBalanceChanges(history, executed, receiverId),
    children: outcome?.receiptIds ?? [],
    truncated: describeTruncation('actions', leftOut),
  };
}

const NOWHERE = { blockHash: null, blockHeight: null, shardId: null };

/** A failed receipt changes nothing, whatever its actions did. */
function withoutEffects(action: ActionTrace): ActionTrace {
  return { ...action, storageChanges: [] };
}

function placeOf(history: TracedHistory, { blockHash, shardId }: StoredOutcome) {
  return { blockHash, shardId, blockHeight: history.height(blockHash) };
}

function kindOf(receipt: Receipt): ReceiptTrace['kind'] {
  if (receipt.predecessorId === SYSTEM_ACCOUNT) return 'refund';
  return isPromiseYield(receipt) ? 'yield' : 'action';
}

/** The result of a transaction is that of its receipt, or of the one that was promised instead. */
function finalStatus(root: StoredOutcome, nodes: readonly TreeNode[]): ExecutionStatus | undefined {
  const byId = new Map(nodes.map(({ receipt, outcome }) => [bytesKey(receipt.receiptId), outcome]));
  let status: ExecutionStatus | undefined = root.outcome.status;
  while (status?.kind === 'SuccessReceiptId') {
    status = byId.get(bytesKey(status.value))?.outcome.status;
  }
  return status;
}

function describeStatus(
  status: ExecutionStatus | undefined,
): Pick<ReceiptTrace, 'status' | 'result' | 'failure'> {
  switch (status?.kind) {
    case 'SuccessValue':
      return { status: 'success', result: showBytes(status.value), failure: null };
    case 'SuccessReceiptId':
      return { status: 'success', result: null, failure: null };
    case 'Failure':
      return { status: 'failure', result: null, failure: describeExecutionError(status.value) };
    default:
      return { status: 'pending', result: null, failure: null };
  }
}
