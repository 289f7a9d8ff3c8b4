// Applying a block: every shard runs its new chunk, or only its per-block duties when the chunk is
// missing. The changes of the state stay in journals until the shards are finished, so that further
// changes can be added to them. Nothing is written to the store here.

import {
  type ApplyChunkInput,
  type ApplyChunkResult,
  applyChunk,
} from '../../runtime/applyChunk.ts';
import { RecordedTrie } from '../../state/recordedTrie.ts';
import { type StateResult, StateUpdate } from '../../state/stateUpdate.ts';
import type { Trie } from '../../trie/trie.ts';
import type { ChunkHeader } from '../../types/chunk.ts';
import {
  type BandwidthRequests,
  type CongestionInfo,
  NO_CONGESTION,
} from '../../types/congestion.ts';
import type { DynamicReshardingConfig } from '../../types/epochConfig.ts';
import type { Receipt } from '../../types/receipt.ts';
import { shardIds } from '../../types/shardLayout.ts';
import type { HashedTransaction } from '../../types/transaction.ts';
import type { TrieSplit } from '../../types/trieSplit.ts';
import type { ChunkExtra } from '../records/chunkExtra.ts';
import { outcomesRoot } from '../records/chunkRoots.ts';
import type { Epochs } from '../stored/epochs.ts';
import type { Head, ShardHead } from '../stored/head.ts';
import type { BlockProposal, BuiltBlock } from './buildBlock.ts';
import type { NewChunk } from './buildChunk.ts';
import { incomingReceipts } from './incomingReceipts.ts';
import { proposeSplit } from './proposeSplit.ts';

/** The block before, with what it left of each shard of the block that is applied. */
export interface BlockBefore extends Pick<Head, 'block' | 'hash'> {
  readonly shards: readonly Pick<ShardHead, 'extra'>[];
}

/** A block with its new chunks: one that was just built, or one of the past. */
export interface BlockToApply
  extends Pick<BuiltBlock, 'block' | 'startsEpoch' | 'protocol' | 'layout'> {
  /** In shard index order; null where the block repeats an older chunk. */
  readonly newChunks: readonly (Pick<NewChunk, 'header' | 'prevOutgoingReceipts'> | null)[];
}

/** What applying needs beyond the block itself. */
export interface BlockApplication {
  readonly chainId: string;
  readonly trie: Trie;
  readonly epochs: Epochs;
  readonly contracts: ApplyChunkInput['contracts'];
  isValidTransaction(transaction: HashedTransaction): boolean;
  /** What earlier blocks brought for a shard that had no chunk in them, newest block first. */
  receiptsOfMissedBlocks(head: BlockBefore, shardId: number): readonly Receipt[];
  /** Those of the new chunks, in shard index order. */
  readonly transactions: BlockProposal['chunks'];
  readonly observer?: ApplyChunkInput['observer'];
}

/** A shard whose changes are still in their journal. */
interface ExecutedShard {
  readonly shardId: number;
  readonly before: ShardHead;
  readonly state: StateUpdate;
  readonly result: ApplyChunkResult;
  readonly isNewChunk: boolean;
  /** That of the block, new or repeated. */
  readonly chunk: ChunkHeader;
  readonly proposedSplit: TrieSplit | null;
}

export interface AppliedShard {
  readonly shardId: number;
  readonly head: ShardHead;
  readonly result: ApplyChunkResult;
  /** What the block made of the state. */
  readonly changed: StateResult;
  readonly isNewChunk: boolean;
  readonly outcomes: ReturnType<typeof outcomesRoot>;
}

export function applyBlock(
  head: Head,
  built: BuiltBlock,
  application: BlockApplication,
): ExecutedShard[] {
  const { height } = built.block.header.lite;
  const splitRule = application.epochs.splitProposals(head.hash, height);
  return shardIds(built.layout).map((shardId, shardIndex) =>
    applyShard(head, built, { shardId, shardIndex, splitRule }, application),
  );
}

/** The journal of a shard after its chunk, and everything else that applying it gave. */
type RunShard = Pick<ExecutedShard, 'state' | 'result' | 'proposedSplit'>;

/** Applies one shard of a block; nothing of the state is kept. */
export function runShard(
  head: BlockBefore,
  built: BlockToApply,
  place: ShardPlace,
  application: BlockApplication,
): RunShard {
  const { shardId, shardIndex, splitRule } = place;
  const { stateRoot } = (head.shards[shardIndex] as BlockBefore['shards'][number]).extra;
  const trie = new RecordedTrie(application.trie, stateRoot);
  const state = new StateUpdate(trie);
  const shard = { shardId, layout: built.layout };
  const isNewChunk = built.newChunks[shardIndex] !== null;
  // First of all, because the nodes that it reads count towards the state proof.
  const proposedSplit =
    isNewChunk && splitRule !== null ? proposeSplit(trie, shard, splitRule) : null;
  const result = applyChunk(state, chunkInput(head, built, place, application));
  return { state, result, proposedSplit };
}

interface ShardPlace {
  readonly shardId: number;
  readonly shardIndex: number;
  /** By what its new chunk proposes a split; null if it must not. */
  readonly splitRule: DynamicReshardingConfig | null;
}

function applyShard(
  head: Head,
  built: BuiltBlock,
  place: ShardPlace,
  application: BlockApplication,
): ExecutedShard {
  const { shardId, shardIndex } = place;
  return {
    shardId,
    before: head.shards[shardIndex] as ShardHead,
    isNewChunk: built.newChunks[shardIndex] !== null,
    chunk: built.block.body.chunks[shardIndex] as ChunkHeader,
    ...runShard(head, built, place, application),
  };
}

/** Makes the trie after all changes of the journal. */
export function finishShard(executed: ExecutedShard): AppliedShard {
  const { shardId, before, state, result, isNewChunk, chunk, proposedSplit } = executed;
  const changed = state.finish();
  const outcomes = outcomesRoot(result.outcomes);
  const parts = { stateRoot: changed.root, outcomeRoot: outcomes.root, proposedSplit };
  const head = isNewChunk
    ? { chunk, extra: resultToExtra(result, parts), outgoingReceipts: result.outgoingReceipts }
    : { ...before, extra: { ...before.extra, stateRoot: changed.root } };
  return { shardId, head, result, changed, isNewChunk, outcomes };
}

function resultToExtra(
  result: ApplyChunkResult,
  parts: Pick<ChunkExtra, 'stateRoot' | 'outcomeRoot' | 'proposedSplit'>,
): ChunkExtra {
  const { proposals, gasUsed, balanceBurnt, congestionInfo, bandwidthRequests } = result;
  return {
    ...parts,
    proposals,
    gasUsed,
    balanceBurnt,
    congestionInfo,
    bandwidthRequests,
  };
}

function chunkInput(
  head: BlockBefore,
  built: BlockToApply,
  place: ShardPlace,
  application: BlockApplication,
): ApplyChunkInput {
  const { lite, rest } = built.block.header;
  const { chainId, epochs, contracts, observer } = application;
  const header = built.block.body.chunks[place.shardIndex] as ChunkHeader;
  return {
    protocol: built.protocol,
    chainId,
    shardLayout: built.layout,
    shardId: place.shardId,
    block: {
      height: lite.height,
      prevHash: head.hash,
      timestamp: lite.timestamp,
      gasPrice: head.block.header.rest.nextGasPrice,
      randomValue: rest.randomValue,
      epochHeight: epochs.epoch(lite.epochId).info.epochHeight,
    },
    gasLimit: header.inner.value.gasLimit,
    validatorUpdate: built.startsEpoch ? validatorUpdate(head, built, place, epochs) : null,
    chunk: chunkContent(head, built, place, application),
    epoch: epochView(head, built, epochs),
    contracts,
    observer,
    ...shardStatus(built),
  };
}

/** The validators of the block's epoch, and the least stake that is accepted in it. */
function epochView(
  head: BlockBefore,
  built: BlockToApply,
  epochs: Epochs,
): ApplyChunkInput['epoch'] {
  const epoch = epochs.epoch(built.block.header.lite.epochId);
  return {
    minimumStake: () => epochs.minimumStake(head.hash),
    validatorStake: (account) => epoch.validatorStake(account),
    totalStake: () => epoch.totalStake,
  };
}

/** What the block's chunk headers, repeated ones included, say about every shard. */
function shardStatus(
  built: BlockToApply,
): Pick<ApplyChunkInput, 'congestion' | 'bandwidthRequests'> {
  const { height } = built.block.header.lite;
  const congestion = new Map<number, { info: CongestionInfo; missedChunks: number }>();
  const bandwidthRequests = new Map<number, BandwidthRequests>();
  for (const { inner, heightIncluded } of built.block.body.chunks) {
    const { shardId } = inner.value;
    const info = 'congestionInfo' in inner.value ? inner.value.congestionInfo : NO_CONGESTION;
    congestion.set(shardId, { info, missedChunks: height - heightIncluded });
    if ('bandwidthRequests' in inner.value) {
      bandwidthRequests.set(shardId, inner.value.bandwidthRequests);
    }
  }
  return { congestion, bandwidthRequests };
}

function validatorUpdate(
  head: BlockBefore,
  built: BlockToApply,
  place: ShardPlace,
  epochs: Epochs,
): ApplyChunkInput['validatorUpdate'] {
  const newChunk = built.newChunks[place.shardIndex];
  const proposals =
    newChunk?.header.inner.value.prevValidatorProposals ??
    (head.shards[place.shardIndex] as BlockBefore['shards'][number]).extra.proposals;
  const lastProposals = new Map(proposals.map(({ accountId, stake }) => [accountId, stake]));
  const { treasuryAccount } = epochs;
  return { ...epochs.stakeReturns(head.hash), lastProposals, treasuryAccount };
}

function chunkContent(
  head: BlockBefore,
  built: BlockToApply,
  place: ShardPlace,
  application: BlockApplication,
): ApplyChunkInput['chunk'] {
  const transactions = application.transactions[place.shardIndex] ?? null;
  if (transactions === null) return null;
  const carried = built.newChunks
    .filter((sender) => sender !== null)
    .map((sender) => sender.prevOutgoingReceipts);
  return {
    transactions: transactions.map(({ signed, authorisation }) => ({
      signed,
      authorisation,
      isValid: application.isValidTransaction(signed),
    })),
    incomingReceipts: [
      ...incomingReceipts(built.layout, place.shardId, head.hash, carried),
      ...application.receiptsOfMissedBlocks(head, place.shardId),
    ],
  };
}
