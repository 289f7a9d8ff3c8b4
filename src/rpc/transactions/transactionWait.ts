// Waits for a transaction, and sends one. Follows `tx_status_fetch` and `send_tx` of the
// reference's chain/jsonrpc/src/lib.rs: one probe per block, a transaction that becomes invalid
// ends the wait, and sending the same transaction again returns the same result.

import { formatHash, type Hash } from '../../base/crypto/hash.ts';
import { formatHalt } from '../../chain/production/halt.ts';
import type { Admission } from '../../chain/production/producer.ts';
import { described, documented, type TypeOf, writeOnly } from '../../codec/codec.ts';
import { string } from '../../codec/primitives.ts';
import { struct } from '../../codec/struct.ts';
import { tagged } from '../../codec/tagged.ts';
import { unit } from '../../codec/union.ts';
import { hash, shardId } from '../../types/primitives.ts';
import type { HashedTransaction } from '../../types/transaction.ts';
import { InvalidTxError } from '../../types/transactionErrors.ts';
import type { MethodContext, RpcChain } from '../core/context.ts';
import { TooManyWaitsError } from '../core/pendingWaits.ts';
import { defineErrors, errorKind, hidden, RpcError } from '../messages/errors.ts';
import { chainAsOf, type StatusSource } from './chainAsOf.ts';
import { requireDecodable } from './decodable.ts';
import { findTransactionFacts } from './transactionFacts.ts';
import { TxProgress } from './transactionProgress.ts';
import { requestedHash, type TxRequest } from './transactionRequest.ts';
import {
  blockHeight,
  DescribedTxStatus,
  describeReach,
  probeTransaction,
  reachAsOf,
  satisfies,
  type TxLevel,
  type TxReach,
  TxStatus,
} from './transactionStatus.ts';

const pendingStatus = writeOnly<{ readonly status: TxStatus; readonly isDescribed: boolean }>({
  json: ({ status, isDescribed }) => (isDescribed ? DescribedTxStatus : TxStatus).json(status),
  schema: TxStatus.schema,
});

/** The reason for a timeout, from the last probe. */
const TimeoutCause = documented(
  tagged('TimeoutErrorCause', 'cause', {
    NOT_OBSERVED: unit,
    PENDING: { status: described(pendingStatus, 'The last-known status.') },
    DOES_NOT_TRACK_SHARD: { shardId },
    ERROR: { debugInfo: string },
  }),
  'Why the wait expired:\n\n' +
    '- `NOT_OBSERVED`: The node never saw the transaction on chain.\n' +
    '- `PENDING`: Seen but still pending the requested finality; the last-known status lets the ' +
    'caller poll again for higher finality.\n' +
    '- `DOES_NOT_TRACK_SHARD`: The node does not track the shard and got no answer in time from ' +
    'a chunk producer that does.\n' +
    '- `ERROR`: No usable status before the timeout.',
);
type TimeoutCause = TypeOf<typeof TimeoutCause>;

/**
 * Every node tracks all shards and nothing is routed, so DOES_NOT_TRACK_SHARD and REQUEST_ROUTED
 * are only declared for clients that know them and never occur.
 */
export const txErrors = defineErrors('RpcTransactionError', {
  INVALID_TRANSACTION: errorKind<{ error: InvalidTxError }>({
    when: 'The transaction cannot be executed; `data` says why.',
    info: hidden(),
    json: ({ error }) => `{"TxExecutionError":{"InvalidTxError":${InvalidTxError.json(error)}}}`,
  }),
  DOES_NOT_TRACK_SHARD: errorKind<void>({
    when: "The node does not track the signer's shard.",
    text: () => "Node doesn't track this shard. Cannot determine whether the transaction is valid",
  }),
  REQUEST_ROUTED: errorKind({
    when: 'The request was routed to another node.',
    info: struct({ transactionHash: hash }),
    text: ({ transactionHash }: { transactionHash: Hash }) =>
      `Transaction with hash ${formatHash(transactionHash)} was routed`,
  }),
  UNKNOWN_TRANSACTION: errorKind({
    when: 'No block contains the transaction; only with `wait_until` NONE.',
    info: struct({ requestedTransactionHash: hash }),
    text: ({ requestedTransactionHash }: { requestedTransactionHash: Hash }) =>
      `Transaction ${formatHash(requestedTransactionHash)} doesn't exist`,
  }),
  TIMEOUT_ERROR: errorKind<TimeoutCause>({
    when: 'The transaction did not reach the milestone in time; `info` says how far it got.',
    info: TimeoutCause,
    text: () => 'Timeout',
  }),
});

/** How many blocks a wait looks back at to find the one that reached its milestone. */
const LOOK_BACK_BLOCKS_MAX = 16;

/**
 * The status of a transaction once it satisfies the wait: as of the first such block above the
 * height at which the transaction was admitted.
 */
export function waitForTransaction(
  context: MethodContext,
  request: TxRequest,
  withReceipts: boolean,
  admittedHeight: number | null = null,
): TxStatus | Promise<TxStatus> {
  const { chain } = context;
  const { info, waitUntil } = request;
  const seenHeight = admittedHeight ?? chain.head().height;
  const known = probeSince(chain, seenHeight, waitUntil, requestedHash(info));
  if (known !== null && satisfies(known.reach.level, waitUntil)) {
    return describeReach(known.source, known.reach, withReceipts);
  }
  return waitFurther(context, request, withReceipts, { admittedHeight, seenHeight });
}

interface WaitStart {
  readonly admittedHeight: number | null;
  /** Up to here it has not satisfied the wait. */
  readonly seenHeight: number;
}

async function waitFurther(
  context: MethodContext,
  request: TxRequest,
  withReceipts: boolean,
  { admittedHeight, seenHeight: firstHeight }: WaitStart,
): Promise<TxStatus> {
  const { chain } = context;
  const { isDescribed = false } = request;
  const transactionHash = requestedHash(request.info);
  let seenHeight = firstHeight;
  const probe = () => probeSince(chain, seenHeight, request.waitUntil, transactionHash);
  const describe = ({ source, reach }: Probed) => describeReach(source, reach, withReceipts);
  const signed = request.info.kind === 'signed' ? request.info.value.signedTxBase64 : null;
  const progress = new TxProgress(chain, transactionHash);
  let findCause = (): TimeoutCause => ({
    kind: 'ERROR',
    value: { debugInfo: 'the node timed out before returning a transaction status' },
  });
  const endWait = needsFinality(request.waitUntil) ? context.port.awaitFinality?.() : undefined;
  const step = async () => {
    const isUnderWay = needsReceipts(request.waitUntil) && progress.isWaiting();
    const probed = isUnderWay ? null : probe();
    if (probed !== null && satisfies(probed.reach.level, request.waitUntil)) {
      return describe(probed);
    }
    refuseHalted(context);
    seenHeight = chain.head().height;
    // It cannot have become invalid before a block was produced.
    if (!isUnderWay && probed === null && seenHeight !== admittedHeight) {
      if (signed !== null) await refuseInvalid(context, signed);
      if (request.waitUntil === 'NONE') return findWaiting(context, request, describe);
    }
    findCause = () => {
      const last = probe();
      if (last === null) return { kind: 'NOT_OBSERVED' };
      return { kind: 'PENDING', value: { status: { status: describe(last), isDescribed } } };
    };
    return null;
  };
  const atEnd = () => txErrors.TIMEOUT_ERROR(findCause());
  const ended = await waitOrRefuse(context, step, atEnd).finally(() => endWait?.());
  if (!(ended instanceof RpcError)) return ended;
  context.metrics.countTimeout();
  throw ended;
}

/** No block will come, unless a revert resumes the chain. */
function refuseHalted({ node }: MethodContext): void {
  const halt = node.halted?.() ?? null;
  if (halt !== null && !halt.isRetried) throw txErrors.INTERNAL_ERROR(formatHalt(halt));
}

/** The progress of a transaction, and the state of the chain that shows it. */
interface Probed {
  readonly source: StatusSource;
  readonly reach: TxReach;
}

/** The progress as of now, or as of the first height above the given one that satisfies. */
function probeSince(
  chain: RpcChain,
  sinceHeight: number,
  wanted: TxLevel,
  transactionHash: Hash,
): Probed | null {
  const reach = probeTransaction(chain, transactionHash);
  if (reach === null) return null;
  const now = { source: chain, reach };
  if (reach.level === wanted || !satisfies(reach.level, wanted)) return now;
  const { height: headHeight } = chain.head();
  const [own] = reach.outcomes;
  const includedHeight = own === undefined ? 0 : blockHeight(chain, own);
  const lowest = Math.max(sinceHeight + 1, headHeight - LOOK_BACK_BLOCKS_MAX, includedHeight);
  for (let height = lowest; height < headHeight; height++) {
    const source = chainAsOf(chain, height);
    const reached = source && reachAsOf(source, height, reach);
    if (reached && satisfies(reached.level, wanted)) return { source, reach: reached };
  }
  return now;
}

/** Whether the level requires all receipts to be executed. */
function needsReceipts(waitUntil: TxLevel): boolean {
  return !satisfies('INCLUDED_FINAL', waitUntil);
}

/** Whether the level requires more than execution. */
function needsFinality(waitUntil: TxLevel): boolean {
  return !satisfies('EXECUTED_OPTIMISTIC', waitUntil);
}

async function waitOrRefuse<T, E>(
  { pendingWaits, onGone }: MethodContext,
  step: () => Promise<T | null>,
  atEnd: () => E,
): Promise<T | E> {
  try {
    return await pendingWaits.poll(step, atEnd, { onGone });
  } catch (error) {
    throw error instanceof TooManyWaitsError ? txErrors.INTERNAL_ERROR(error.message) : error;
  }
}

/** Fails for a transaction that is in no block and never will be. */
async function refuseInvalid(context: MethodContext, signed: HashedTransaction): Promise<void> {
  const admission = await context.port.check(signed, context.source);
  if (admission.kind !== 'invalid') return;
  // A block may have included it since, and used its nonce or removed its key or signer.
  if (context.chain.transaction(signed.hash) !== null) return;
  noteRefusal(context, signed, admission);
  throw refusal(admission);
}

/** The status of a transaction that was in no block. The reference does not search its mempool. */
async function findWaiting(
  { chain, port }: MethodContext,
  { info, isDescribed }: TxRequest,
  describe: (probed: Probed) => TxStatus,
): Promise<TxStatus> {
  const transactionHash = requestedHash(info);
  if (isDescribed && (await port.isWaiting?.(transactionHash))) {
    return { level: 'NONE', outcome: null };
  }
  const reach = probeTransaction(chain, transactionHash);
  if (reach !== null) return describe({ source: chain, reach });
  chain.verifyUnknown(transactionHash);
  throw txErrors.UNKNOWN_TRANSACTION({ requestedTransactionHash: transactionHash });
}

/** An executed transaction has used its own nonce; that does not make it invalid. */
function isRepeated(
  { chain }: MethodContext,
  admission: Admission,
  transactionHash: Hash,
): boolean {
  const isOldNonce = admission.kind === 'invalid' && admission.error.kind === 'InvalidNonce';
  return isOldNonce && chain.transaction(transactionHash) !== null;
}

export async function sendTransaction(
  context: MethodContext,
  transaction: HashedTransaction,
  waitUntil: TxLevel,
): Promise<TxStatus> {
  context.metrics.countWaitUntil('send_tx', waitUntil);
  requireDecodable(context, transaction);
  if (waitUntil === 'NONE') {
    sendAndForget(context, transaction);
    return { level: 'NONE', outcome: null };
  }
  const isIncludedNow =
    waitUntil === 'INCLUDED' && context.chain.transaction(transaction.hash) === null;
  const { height: sentHeight } = context.chain.head();
  const admission = await context.port.submit(transaction, context.source);
  if (admission.kind !== 'admitted' && !isRepeated(context, admission, transaction.hash)) {
    noteRefusal(context, transaction, admission);
    throw refusal(admission);
  }
  const request: TxRequest = {
    info: { kind: 'signed', value: { signedTxBase64: transaction } },
    waitUntil,
  };
  const admittedHeight = admission.kind === 'admitted' ? admission.height : undefined;
  const status = await waitForTransaction(context, request, false, admittedHeight ?? sentHeight);
  // The reference responds from the chunk, before anything in it is executed.
  return isIncludedNow ? { level: 'INCLUDED', outcome: null } : status;
}

type Refused = Exclude<Admission, { kind: 'admitted' }>;

/** Nobody else finds out about a transaction that is in no block. */
function noteRefusal(
  { chain, refused }: MethodContext,
  sent: HashedTransaction,
  admission: Refused,
): void {
  if (refused === undefined) return;
  const facts =
    admission.kind === 'invalid'
      ? findTransactionFacts(chain, sent.transaction, admission.error)
      : {};
  refused.add(sent, admission, facts);
}

export function refusal(admission: Refused): RpcError {
  return admission.kind === 'invalid'
    ? txErrors.INVALID_TRANSACTION({ error: admission.error })
    : txErrors.INTERNAL_ERROR(admission.reason);
}

/** Whether the transaction was accepted is not reported. */
export function sendAndForget(context: MethodContext, transaction: HashedTransaction): void {
  requireDecodable(context, transaction);
  const send = async () => {
    const admission = await context.port.submit(transaction, context.source);
    if (admission.kind === 'admitted') return;
    if (isRepeated(context, admission, transaction.hash)) return;
    noteRefusal(context, transaction, admission);
  };
  send().catch((error: unknown) => context.reportFailure(error, 'broadcast_tx_async'));
}
