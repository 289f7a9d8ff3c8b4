// Applying a chunk: the changes that it makes to the state of its shard, and the outcomes, receipts
// and totals that its successor commits to. The order of the steps is the protocol's.

import { assert } from '../base/assert.ts';
import type { StateUpdate } from '../state/stateUpdate.ts';
import {
  type BandwidthRequests,
  type CongestionInfo,
  NO_BANDWIDTH_REQUESTS,
  NO_CONGESTION,
} from '../types/congestion.ts';
import type { OutcomeWithId } from '../types/outcome.ts';
import type { Receipt } from '../types/receipt.ts';
import { shardIds, shardIndex } from '../types/shardLayout.ts';
import type { ValidatorStake } from '../types/validatorStake.ts';
import type { ChunkContext } from './chunkContext.ts';
import { bandwidthParams } from './congestion/bandwidthRequests.ts';
import { runBandwidthScheduler, type ShardStatuses } from './congestion/bandwidthScheduler.ts';
import { allowedShard } from './congestion/congestion.ts';
import { DelayedReceipts } from './receipts/delayedReceipts.ts';
import { type MadeReceipt, ReceiptExecutor } from './receipts/receiptExecutor.ts';
import { ReceiptSink } from './receipts/receiptSink.ts';
import { type ChunkTransaction, processTransactions } from './transactions/processTransactions.ts';
import { updateValidatorAccounts, type ValidatorAccountsUpdate } from './validatorUpdate.ts';

export interface ApplyChunkInput extends ChunkContext, ShardStatuses {
  readonly gasLimit: bigint;
  /** Only in the first block of an epoch. */
  readonly validatorUpdate: ValidatorAccountsUpdate | null;
  /** Null when the block has no new chunk of this shard. */
  readonly chunk: ChunkContent | null;
}

interface ChunkContent {
  readonly transactions: readonly ChunkTransaction[];
  readonly incomingReceipts: readonly Receipt[];
}

export interface ApplyChunkResult {
  /** In the order they are hashed. */
  readonly outcomes: readonly OutcomeWithId[];
  readonly outgoingReceipts: readonly Receipt[];
  readonly gasUsed: bigint;
  readonly balanceBurnt: bigint;
  readonly proposals: readonly ValidatorStake[];
  readonly congestionInfo: CongestionInfo;
  readonly bandwidthRequests: BandwidthRequests;
  /** Every receipt that was created: local, sent, buffered, yielded and instant ones. */
  readonly receipts: readonly MadeReceipt[];
}

/** Writes to the journal of the shard's state, which the caller turns into a new trie. */
export function applyChunk(state: StateUpdate, input: ApplyChunkInput): ApplyChunkResult {
  if (input.validatorUpdate !== null) {
    updateValidatorAccounts(input, state, input.validatorUpdate);
  }
  const delayed = new DelayedReceipts(input, state);
  const params = bandwidthParams(input.protocol, shardIds(input.shardLayout).length);
  const granted = runBandwidthScheduler(input, state, input, params);
  if (input.chunk === null) return missingChunkResult(input);

  const { congestion } = input;
  const ownCongestion = congestionOf(input);
  const sink = new ReceiptSink({ chunk: input, state, congestion, granted, ownCongestion });
  sink.forwardBuffered();
  const transactions = applyTransactions(input, state, sink, input.chunk.transactions);
  const executor = new ReceiptExecutor({
    chunk: input,
    state,
    sink,
    delayed,
    computeLimit: input.gasLimit,
    computeBefore: transactions.compute,
  });
  executor.runLocal(transactions.localReceipts);
  executor.runDelayed();
  executor.runIncoming(input.chunk.incomingReceipts);
  executor.resolveYieldTimeouts();

  const congestionInfo = { ...delayed.addTo(sink.congestion), allowedShard: nextAllowed(input) };
  const bandwidthRequests = sink.createBandwidthRequests(params);
  state.commit({ kind: 'UpdatedDelayedReceipts' });
  const outcomes = [...transactions.outcomes, ...executor.outcomes];
  const balanceBurnt = transactions.tokensBurnt + executor.balanceBurnt;
  assert(balanceBurnt >= 0n, 'a chunk burns at least what it subsidizes');
  return {
    outcomes,
    outgoingReceipts: sink.outgoing,
    gasUsed: outcomes.reduce((total, { outcome }) => total + outcome.gasBurnt, 0n),
    balanceBurnt,
    proposals: latestProposals(executor.proposals),
    congestionInfo,
    bandwidthRequests,
    receipts: [...transactions.receipts, ...executor.made],
  };
}

function applyTransactions(
  { block, protocol }: ChunkContext,
  state: StateUpdate,
  sink: ReceiptSink,
  transactions: readonly ChunkTransaction[],
) {
  return processTransactions({
    protocol,
    state,
    height: block.height,
    gasPrice: block.gasPrice,
    transactions,
    sendReceipt: (receipt) => sink.send(receipt),
  });
}

/**
 * Only the validator update and the scheduler have changed the state. A shard that began with a
 * split may have no chunk yet, and then the block says nothing about it.
 */
function missingChunkResult(input: ApplyChunkInput): ApplyChunkResult {
  return {
    outcomes: [],
    outgoingReceipts: [],
    gasUsed: 0n,
    balanceBurnt: 0n,
    proposals: [],
    congestionInfo: input.congestion.get(input.shardId)?.info ?? NO_CONGESTION,
    bandwidthRequests: input.bandwidthRequests.get(input.shardId) ?? NO_BANDWIDTH_REQUESTS,
    receipts: [],
  };
}

function congestionOf({ congestion, shardId }: ApplyChunkInput): CongestionInfo {
  const own = congestion.get(shardId);
  assert(own !== undefined, 'a block says how congested the shards of its new chunks are');
  return own.info;
}

/** The shard that may send to this one if it is full: it changes with every block. */
function nextAllowed({ block, shardId, shardLayout }: ChunkContext): number {
  return allowedShard(shardIds(shardLayout), block.height + shardIndex(shardLayout, shardId));
}

/** The last proposal of each account, the latest first. */
function latestProposals(proposals: readonly ValidatorStake[]): readonly ValidatorStake[] {
  const latest = new Map<string, ValidatorStake>();
  for (const proposal of proposals.toReversed()) {
    if (!latest.has(proposal.accountId)) latest.set(proposal.accountId, proposal);
  }
  return [...latest.values()];
}
