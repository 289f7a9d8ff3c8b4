// Everything that one verified block adds to the store of a follower, as one batch: the columns of
// a producing node as far as a block message fills them, and the flat state.

import { HASH_ZERO, type Hash } from '../../base/crypto/hash.ts';
import { writeBlock, writeLeaf, writeSuccessor, writeTip } from '../../chain/blocks/writeBlock.ts';
import { Column } from '../../chain/columns/columns.ts';
import { writeAccountHistory } from '../../chain/stored/accountHistory.ts';
import { writeOutcomes } from '../../chain/stored/outcomePaths.ts';
import { writeRelatedContracts } from '../../chain/stored/relatedContractRows.ts';
import {
  writeShownChunk,
  writeShownReceipt,
  writeShownTransaction,
} from '../../chain/stored/shownRecords.ts';
import type { StoredChain } from '../../chain/stored/storedChain.ts';
import type { Batch, StoreReader } from '../../store/store.ts';
import type { BlockBody } from '../../types/block.ts';
import { type Chunk, type ChunkHeader, chunkHash, isEmptyChunk } from '../../types/chunk.ts';
import { NO_BANDWIDTH_REQUESTS, NO_CONGESTION } from '../../types/congestion.ts';
import { shardBefore } from '../../types/shardSplits.ts';
import type { ReceiptView } from '../../types/views/receiptView.ts';
import { type BoundBlock, type BoundShard, listCarried } from '../verify/bindBlock.ts';
import { findSender } from '../verify/findSender.ts';
import { ReceiptParents } from '../verify/receiptParents.ts';
import { writeFollowedState } from './writeFollowedState.ts';

interface FollowedStore {
  readonly store: StoreReader;
  readonly chain: StoredChain;
}

/** `next` is the following block, whose chunk headers carry the result of applying this one. */
export function writeFollowed(
  batch: Batch,
  block: BoundBlock,
  next: Pick<BoundBlock, 'header' | 'chunks' | 'layout'>,
  { store, chain }: FollowedStore,
): void {
  const parents = new ReceiptParents(store, batch);
  for (const shard of block.shards) parents.note(shard);
  // A receipt that one shard executes is bound by the chunk of another.
  for (const shard of block.shards) writeChunkContent(batch, block, shard, parents);
  for (const shard of block.shards) {
    writeExecuted(batch, block, shard, { store, parents });
    writeSent(batch, shard, block, chain);
  }
  for (const header of next.chunks) writeApplied(batch, block, header, next);
  writeFollowedState(batch, block, store);
  writeHistory(batch, block);
  writeRelatedContracts(batch, store, {
    outcomes: block.shards.flatMap(({ outcomes }) => outcomes.map(({ outcome }) => outcome)),
    receipts: block.shards.flatMap((shard) => [...(shard.receipts ?? []), ...shard.ofTransactions]),
  });
  writePlace(batch, block, chain);
}

/** The message shows neither the VRF proof nor the endorsements themselves. */
function bodyOf({ chunks }: BoundBlock): BlockBody {
  return {
    chunks,
    challenges: [],
    vrfValue: new Uint8Array(32),
    vrfProof: new Uint8Array(64),
    chunkEndorsements: [],
  };
}

function writePlace(batch: Batch, verified: BoundBlock, chain: StoredChain): void {
  const { hash, header, ancestors } = verified;
  const { height } = header.lite;
  const block = { header, body: bodyOf(verified) };
  if (ancestors !== null) {
    const head = { block, hash, ancestors, shards: [] };
    writeBlock(batch, head, (level, index) => chain.subtreeRoot(level, index));
  } else {
    batch.put(Column.block, hash, block);
    batch.put(Column.blockAt, height, hash);
    writeSuccessor(batch, block, hash);
    writeLeaf(batch, block, hash);
    writeTip(batch, 'head', { hash, height });
  }
  const final = chain.block(header.rest.lastFinalBlock);
  if (final === null) return;
  const { lastFinalBlock } = header.rest;
  writeTip(batch, 'finalHead', { hash: lastFinalBlock, height: final.header.lite.height });
}

function writeChunkContent(
  batch: Batch,
  { hash }: BoundBlock,
  shard: BoundShard,
  parents: ReceiptParents,
): void {
  const { header, message, transactions, isWhole, receipts, ofTransactions } = shard;
  const { chunk } = message;
  if (chunk === null) return;
  for (const [i, { transaction: shown }] of chunk.transactions.entries()) {
    const signed = transactions[i] ?? null;
    if (signed === null) {
      writeShownTransaction(batch, hash, shown);
      continue;
    }
    batch.put(Column.transaction, shown.hash, { blockHash: hash, signed });
  }
  for (const receipt of [...ofTransactions, ...(receipts ?? [])]) {
    const parentId = parents.of(receipt.receiptId, receipt.body);
    batch.put(Column.receipt, receipt.receiptId, { parentId, receipt });
  }
  if (isWhole && receipts !== null) {
    writeWholeChunk(batch, hash, {
      header,
      transactions: transactions.filter((transaction) => transaction !== null),
      prevOutgoingReceipts: receipts,
    });
    return;
  }
  writeShownChunk(batch, chunkHash(header), {
    header,
    transactions: chunk.transactions.map(({ transaction }) => transaction.hash),
    receipts: listCarried(chunk).map(({ receiptId }) => receiptId),
    bound: receipts,
  });
}

function writeWholeChunk(batch: Batch, blockHash: Hash, chunk: Chunk): void {
  const { header } = chunk;
  const hash = chunkHash(header);
  if (!isEmptyChunk(header)) batch.put(Column.chunk, hash, chunk);
  else batch.put(Column.emptyChunk, hash, { blockHash, shardId: header.inner.value.shardId });
}

function writeUnbound(batch: Batch, shown: ReceiptView, parents: ReceiptParents): void {
  const { receipt } = shown;
  const dataId = receipt.kind === 'Data' ? receipt.value.dataId : null;
  writeShownReceipt(batch, parents.find(shown.receiptId, dataId), shown);
}

/** Outcomes, and unbound receipts, as received. */
function writeExecuted(
  batch: Batch,
  { hash: blockHash }: BoundBlock,
  { shardId, shownReceipts, outcomes, outcomePaths }: BoundShard,
  { store, parents }: { store: StoreReader; parents: ReceiptParents },
): void {
  for (const shown of shownReceipts) {
    const { receiptId } = shown;
    const isKnown =
      parents.isWritten(receiptId) ||
      store.get(Column.receipt, receiptId) !== undefined ||
      store.get(Column.shown, receiptId) !== undefined;
    if (!isKnown) writeUnbound(batch, shown, parents);
  }
  writeOutcomes(batch, { blockHash, shardId, outcomes, paths: outcomePaths });
}

function writeSent(
  batch: Batch,
  { shardId, receipts }: BoundShard,
  { header, layout }: BoundBlock,
  chain: StoredChain,
): void {
  if (receipts === null || receipts.length === 0) return;
  const sender = findSender(chain, { prevHash: header.prevHash, layout, shardId });
  if (sender === null) return;
  batch.put(Column.outgoingReceipts, [sender.blockHash, sender.shardId], receipts);
}

/**
 * The next chunk of a shard carries the result of applying the previous block. After a split, the
 * chunks of both children do, except for the state, of which each has a part.
 */
function writeApplied(
  batch: Batch,
  { hash: blockHash, layout }: BoundBlock,
  { heightIncluded, inner }: ChunkHeader,
  next: Pick<BoundBlock, 'header' | 'layout'>,
): void {
  if (heightIncluded !== next.header.lite.height) return;
  const { value } = inner;
  const shardId = shardBefore(layout, next.layout, value.shardId) ?? value.shardId;
  batch.put(Column.chunkExtra, [blockHash, shardId], {
    stateRoot: shardId === value.shardId ? value.prevStateRoot : HASH_ZERO,
    outcomeRoot: value.prevOutcomeRoot,
    proposals: value.prevValidatorProposals,
    gasUsed: value.prevGasUsed,
    balanceBurnt: value.prevBalanceBurnt,
    congestionInfo: 'congestionInfo' in value ? value.congestionInfo : NO_CONGESTION,
    bandwidthRequests:
      'bandwidthRequests' in value ? value.bandwidthRequests : NO_BANDWIDTH_REQUESTS,
    proposedSplit: 'proposedSplit' in value ? value.proposedSplit : null,
  });
}

function writeHistory(batch: Batch, { header, shards }: BoundBlock): void {
  // The receiver of an unbound transaction is unknown.
  const executed = shards.map(({ outcomes, transactions }) => ({
    outcomes,
    transactions: transactions.filter((transaction) => transaction !== null),
  }));
  writeAccountHistory(batch, header.lite.height, executed);
}
