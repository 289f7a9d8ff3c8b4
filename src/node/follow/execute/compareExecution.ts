// Compares the result of executing a block with what the chain and the source say: the block
// itself, which commits to what was executed before it, the chunk headers of its successor, which
// commit to its results, and everything in its message that nothing commits to.

import { bytesKey, equalBytes } from '../../../base/bytes/bytes.ts';
import { formatHash, HASH_ZERO } from '../../../base/crypto/hash.ts';
import { parseJson } from '../../../base/json/plainJson.ts';
import type { AppliedShard } from '../../../chain/blocks/applyBlock.ts';
import type { Chain, ExecutedBlock } from '../../../chain/chain.ts';
import { outgoingReceiptsRoot } from '../../../chain/records/chunkRoots.ts';
import { findDifference } from '../../../compare/firstDifference.ts';
import { BlockRefused, type RefusedPlace } from '../../../follow/blockRefused.ts';
import { type BoundBlock, type BoundShard, listCarried } from '../../../follow/verify/bindBlock.ts';
import type { VerifiedBlock } from '../../../follow/verify/verifiedBlock.ts';
import { COST_NAMES } from '../../../params/costNames.ts';
import { changesToViews } from '../../../state/changesToViews.ts';
import type { ChunkHeader } from '../../../types/chunk.ts';
import type { Receipt } from '../../../types/receipt.ts';
import { type ShardLayout, shardIdOfAccount } from '../../../types/shardLayout.ts';
import { BlockView, blockToView } from '../../../types/views/blockView.ts';
import { ChunkHeaderView, chunkHeaderToView } from '../../../types/views/chunkView.ts';
import { OutcomeWithIdView, outcomeToView } from '../../../types/views/outcomeView.ts';
import { ReceiptView, receiptToView } from '../../../types/views/receiptView.ts';
import {
  type StateChangeWithCause,
  StateChangeWithCauseView,
} from '../../../types/views/stateChangeView.ts';

interface Execution {
  readonly block: BoundBlock;
  /** The successor of the block. */
  readonly next: VerifiedBlock;
  readonly executed: ExecutedBlock;
  readonly chain: Chain;
}

/** Throws BlockRefused at the first difference. */
export function compareExecution(execution: Execution): void {
  compareHeader(execution);
  const { block, executed } = execution;
  const { height } = block.header.lite;
  const changes = changesByShard(executed, block.layout);
  for (const [i, shard] of block.shards.entries()) {
    const place = { height, shardId: shard.shardId };
    const applied = executed.shards[i] as AppliedShard;
    compareCommitted(execution, applied, place);
    compareOutcomes(shard, applied, place);
    compareReceipts(execution, shard, place);
    compareChanges(shard.message.stateChanges, changes.get(shard.shardId) ?? [], place);
  }
}

/** The header covers everything that was executed before the block, and its chunks. */
function compareHeader({ block, executed }: Execution): void {
  const { built } = executed;
  if (equalBytes(built.hash, block.hash)) return;
  const { header, chunks, author } = block;
  const { height } = header.lite;
  const shown = blockToView({ header, body: { ...built.block.body, chunks } }, author);
  const ours = blockToView(built.block, author);
  // Comparing hashes would only show that something differs.
  for (const [i, chunk] of shown.chunks.entries()) {
    const { shardId } = chunk;
    const chunkHash = HASH_ZERO;
    const header = ours.chunks[i] ?? chunk;
    const place = { height, shardId };
    compare(
      'chunk header',
      place,
      ChunkHeaderView.json({ ...chunk, chunkHash }),
      ChunkHeaderView.json({ ...header, chunkHash }),
    );
  }
  const withoutHash = (view: BlockView) =>
    BlockView.json({ ...view, header: { ...view.header, hash: HASH_ZERO }, chunks: [] });
  compare('block', { height }, withoutHash(shown), withoutHash(ours));
  throw new BlockRefused('execution', { height }, 'its header cannot be reproduced');
}

/**
 * The next chunk of the shard commits to the results of this one; a later chunk is compared when it
 * arrives, as are the first ones of the shards that it is split into.
 */
function compareCommitted(
  { next }: Execution,
  { shardId, head }: AppliedShard,
  place: RefusedPlace,
): void {
  const { height } = next.header.lite;
  const header = next.chunks.find(({ inner }) => inner.value.shardId === shardId);
  if (header?.heightIncluded !== height) return;
  const { extra, outgoingReceipts } = head;
  const value = {
    ...header.inner.value,
    prevStateRoot: extra.stateRoot,
    prevOutcomeRoot: extra.outcomeRoot,
    prevGasUsed: extra.gasUsed,
    prevBalanceBurnt: extra.balanceBurnt,
    prevValidatorProposals: extra.proposals,
    congestionInfo: extra.congestionInfo,
    bandwidthRequests: extra.bandwidthRequests,
    proposedSplit: extra.proposedSplit,
    prevOutgoingReceiptsRoot: outgoingReceiptsRoot(next.layout, outgoingReceipts),
  };
  const show = (one: ChunkHeader) =>
    ChunkHeaderView.json({ ...chunkHeaderToView(one), chunkHash: HASH_ZERO });
  const ours = { ...header, inner: { ...header.inner, value } } as ChunkHeader;
  compare(`chunk header in block ${height}`, place, show(header), show(ours));
}

function compareOutcomes(
  { message, outcomes }: BoundShard,
  { result }: AppliedShard,
  place: RefusedPlace,
): void {
  const shown = [
    ...(message.chunk?.transactions ?? []).map(({ outcome }) => outcome.executionOutcome),
    ...message.receiptExecutionOutcomes.map(({ executionOutcome }) => executionOutcome),
  ];
  if (shown.length !== result.outcomes.length) {
    compare('number of outcomes', place, `${outcomes.length}`, `${result.outcomes.length}`);
  }
  for (const [i, { id, outcome }] of result.outcomes.entries()) {
    const { blockHash } = shown[i] as OutcomeWithIdView;
    const ours = outcomeToView({ id, outcome, blockHash, proof: [] }, COST_NAMES);
    const theirs = { ...(shown[i] as OutcomeWithIdView), proof: [] };
    const name = `outcome ${formatHash(id)}`;
    compare(name, place, OutcomeWithIdView.json(theirs), OutcomeWithIdView.json(ours));
  }
}

/** The receipts that the chunk carries, and any others in its message. */
function compareReceipts(
  { executed, chain }: Execution,
  { shardId, message }: BoundShard,
  place: RefusedPlace,
): void {
  const { chunk, receiptExecutionOutcomes } = message;
  const built = executed.built.newChunks.find((one) => one?.header.inner.value.shardId === shardId);
  const carried = built?.prevOutgoingReceipts ?? [];
  const shown = chunk === null ? [] : listCarried(chunk);
  compare('number of receipts', place, `${shown.length}`, `${carried.length}`);
  for (const [i, receipt] of carried.entries()) {
    compareReceipt(shown[i] as ReceiptView, receipt, place);
  }
  const made = new Map(
    executed.shards
      .flatMap(({ result }) => result.receipts)
      .map(({ receipt }) => [bytesKey(receipt.receiptId), receipt]),
  );
  for (const one of [
    ...receiptExecutionOutcomes.map(({ receipt }) => receipt),
    ...(chunk?.localReceipts ?? []),
    ...(chunk?.instantReceipts ?? []),
  ]) {
    const id = one.receiptId;
    compareReceipt(one, made.get(bytesKey(id)) ?? chain.stored.receipt(id), place);
  }
}

function compareReceipt(shown: ReceiptView, receipt: Receipt | null, place: RefusedPlace): void {
  const ours = receipt === null ? 'null' : ReceiptView.json(receiptToView(receipt));
  compare(`receipt ${formatHash(shown.receiptId)}`, place, ReceiptView.json(shown), ours);
}

/** Changes belong to the shard of their account; sources do not agree on their order. */
function changesByShard(
  { shards }: ExecutedBlock,
  layout: ShardLayout,
): ReadonlyMap<number, readonly StateChangeWithCause[]> {
  const views = shards.flatMap(({ changed }) => changed.changes.flatMap(changesToViews));
  const byShard = new Map<number, StateChangeWithCause[]>();
  for (const view of views) {
    const shardId = shardIdOfAccount(layout, view.change.value.accountId);
    const known = byShard.get(shardId);
    if (known === undefined) byShard.set(shardId, [view]);
    else known.push(view);
  }
  return byShard;
}

function compareChanges(
  shown: readonly StateChangeWithCause[],
  ours: readonly StateChangeWithCause[],
  place: RefusedPlace,
): void {
  const sorted = (changes: readonly StateChangeWithCause[]) =>
    `[${changes.map(StateChangeWithCauseView.json).sort().join()}]`;
  compare('state_changes', place, sorted(shown), sorted(ours));
}

/** Both are JSON text. */
function compare(field: string, place: RefusedPlace, shown: string, ours: string): void {
  if (shown === ours) return;
  const difference = findDifference(parseJson(shown), parseJson(ours), field);
  if (difference === null) return;
  const { field: path, expected, found } = difference;
  const reason = `${path}: ${expected} is expected, but executing the block gives ${found}`;
  throw new BlockRefused('execution', place, reason);
}
