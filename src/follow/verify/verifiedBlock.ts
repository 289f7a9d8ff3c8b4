// All checks of one block that the block itself and the chain before it allow. What its chunks
// executed is only confirmed by later blocks (verifyOutcomes.ts), and then their contents are bound
// to it (bindBlock.ts).

import { equalBytes } from '../../base/bytes/bytes.ts';
import type { Hash } from '../../base/crypto/hash.ts';
import type { PartialMerkleTree } from '../../base/merkle/blockMerkleTree.ts';
import type { MerklePathItem } from '../../base/merkle/merkle.ts';
import { outcomesRoot } from '../../chain/records/chunkRoots.ts';
import { encode } from '../../codec/codec.ts';
import { COST_NAMES } from '../../params/costNames.ts';
import type { Protocol } from '../../params/protocol.ts';
import type { AccountId } from '../../types/accountId.ts';
import type { BlockHeader } from '../../types/block.ts';
import { ChunkHeader, chunkHash } from '../../types/chunk.ts';
import type { OutcomeWithId } from '../../types/outcome.ts';
import { type ShardLayout, shardIds } from '../../types/shardLayout.ts';
import { BlockRefused } from '../blockRefused.ts';
import type { BlockMessage, ChunkMessage, ShardMessage } from '../messages/blockMessage.ts';
import { chunkHeaderFromView } from '../messages/chunkHeaderFromView.ts';
import { outcomeFromView } from '../messages/outcomeFromView.ts';
import type { BlockDuties } from './blockDuties.ts';
import { verifyApprovals } from './verifyApprovals.ts';
import { verifyChunks, verifyRepeatedChunks, verifyShardIds } from './verifyChunks.ts';
import { verifyFormats } from './verifyFormats.ts';
import { type PrevBlock, verifyHeader } from './verifyHeader.ts';
import { verifyDueProducer, verifyKnownProducer } from './verifyProducer.ts';

export interface VerifiedShard {
  readonly shardId: number;
  readonly header: ChunkHeader;
  readonly isNew: boolean;
  readonly message: ShardMessage;
  /** In order of execution; not confirmed yet. */
  readonly outcomes: readonly OutcomeWithId[];
  readonly outcomeRoot: Hash;
  readonly outcomePaths: readonly (readonly MerklePathItem[])[];
}

export interface VerifiedBlock {
  readonly hash: Hash;
  readonly author: AccountId;
  readonly header: BlockHeader;
  readonly chunks: readonly ChunkHeader[];
  /** All blocks before it; null if unknown. */
  readonly ancestors: PartialMerkleTree | null;
  /** In the order of the chunks. */
  readonly shards: readonly VerifiedShard[];
  readonly layout: ShardLayout;
  readonly protocolVersion: number;
  /** Null if this program does not know that version. */
  readonly protocol: Protocol | null;
}

interface Verification {
  /** Null for the block that the chain is followed from, which is trusted for its hash. */
  readonly prev: PrevBlock | null;
  readonly ancestors: PartialMerkleTree | null;
  readonly duties: BlockDuties;
  readonly mayLackApprovals: boolean;
}

export function verifyBlock(
  message: BlockMessage,
  header: BlockHeader,
  verification: Verification,
): VerifiedBlock {
  const { block } = message;
  const { height } = header.lite;
  const { prev, duties } = verification;
  const { hash } = block.header;
  if (prev !== null) verifyHeader(header, prev);
  verifyBlockProducer(message, duties);
  if (prev !== null) {
    const approved = { hash: prev.hash, height: prev.header.lite.height };
    const rules = { approvers: duties.approvers, mayLack: verification.mayLackApprovals };
    verifyApprovals(header, approved, rules);
  }
  const chunks = block.chunks.map((chunk) => chunkHeaderFromView(chunk, height));
  if (duties.formats !== null) verifyFormats(header, chunks, duties.formats);
  verifyChunks(header, chunks);
  verifyShardIds(height, chunks, duties.layout);
  if (prev !== null) verifyRepeatedChunks(height, chunks, prev.chunks, duties.layout);
  const shards = pairShards(message, chunks, duties.layout).map(([chunk, shard]) =>
    verifyShard(chunk, shard, { hash, height }, verification),
  );
  const { ancestors } = verification;
  const { layout, protocolVersion, protocol } = duties;
  const { author } = block;
  return { hash, author, header, chunks, ancestors, shards, layout, protocolVersion, protocol };
}

function verifyBlockProducer({ block }: BlockMessage, duties: BlockDuties): void {
  const { hash, height, signature } = block.header;
  const signed = {
    check: 'producer',
    place: { height },
    author: block.author,
    hash,
    signature,
  } as const;
  if (duties.blockProducer === null) verifyKnownProducer(signed, duties.producers);
  else verifyDueProducer(signed, duties.blockProducer);
}

/** A message has one part for each shard of the epoch, in any order. */
function pairShards(
  { block, shards }: BlockMessage,
  chunks: readonly ChunkHeader[],
  layout: ShardLayout,
): [ChunkHeader, ShardMessage][] {
  const { height } = block.header;
  if (shards.length !== chunks.length) {
    const reason = `it has ${chunks.length} chunk headers and ${shards.length} shards`;
    throw new BlockRefused('shape', { height }, reason);
  }
  return shardIds(layout).map((shardId, i) => {
    const shard = shards.find((candidate) => candidate.shardId === shardId);
    if (shard === undefined) throw new BlockRefused('shape', { height, shardId }, 'it is missing');
    return [chunks[i] as ChunkHeader, shard];
  });
}

function verifyShard(
  header: ChunkHeader,
  message: ShardMessage,
  { hash: blockHash, height }: { readonly hash: Hash; readonly height: number },
  { duties }: Verification,
): VerifiedShard {
  const { shardId, chunk } = message;
  const isNew = header.heightIncluded === height;
  const refuse = (reason: string) => new BlockRefused('shape', { height, shardId }, reason);
  if (isNew !== (chunk !== null)) throw refuse('its new chunk is missing, or none is new');
  const outcomes = listOutcomes(message, blockHash, refuse);
  const { root, paths } = outcomesRoot(outcomes);
  const common = { shardId, header, isNew, message };
  const executed = { outcomes, outcomeRoot: root, outcomePaths: paths };
  if (chunk === null) {
    if (outcomes.length > 0) throw refuse('it has outcomes without a new chunk');
    return { ...common, ...executed };
  }
  verifySameHeader(chunk, header, height);
  verifyChunkProducer(header, chunk, height, duties);
  return { ...common, ...executed };
}

/** The header is shown twice; with the content it may not know where it was included. */
function verifySameHeader(
  { header: shown }: ChunkMessage,
  header: ChunkHeader,
  height: number,
): void {
  const { heightIncluded, inner } = header;
  const again = chunkHeaderFromView({ ...shown, heightIncluded }, height);
  if (equalBytes(encode(ChunkHeader, again), encode(ChunkHeader, header))) return;
  const { shardId } = inner.value;
  throw new BlockRefused('chunk hash', { height, shardId }, 'it is not the chunk of the block');
}

/** Transactions first, each with its hash as the id of its outcome, then receipts. */
function listOutcomes(
  { chunk, receiptExecutionOutcomes }: ShardMessage,
  blockHash: Hash,
  refuse: (reason: string) => BlockRefused,
): OutcomeWithId[] {
  const ofTransactions = (chunk?.transactions ?? []).map(({ transaction, outcome }) => {
    if (!equalBytes(transaction.hash, outcome.executionOutcome.id)) {
      throw refuse('the outcome of a transaction has another id than the transaction');
    }
    return outcome.executionOutcome;
  });
  const ofReceipts = receiptExecutionOutcomes.map(({ executionOutcome, receipt }) => {
    if (!equalBytes(receipt.receiptId, executionOutcome.id)) {
      throw refuse('the outcome of a receipt has another id than the receipt');
    }
    return executionOutcome;
  });
  return [...ofTransactions, ...ofReceipts].map((outcome) => {
    if (!equalBytes(outcome.blockHash, blockHash)) {
      throw refuse('it has an outcome of another block');
    }
    return outcomeFromView(outcome, COST_NAMES);
  });
}

/**
 * If only the block producers are known, other validators may produce chunks, which cannot be
 * checked.
 */
function verifyChunkProducer(
  header: ChunkHeader,
  { author }: ChunkMessage,
  height: number,
  duties: BlockDuties,
): void {
  const { shardId } = header.inner.value;
  const { signature } = header;
  const place = { height, shardId };
  const signed = {
    check: 'chunk producer',
    place,
    author,
    hash: chunkHash(header),
    signature,
  } as const;
  const due = duties.chunkProducer(shardId);
  if (due !== null) verifyDueProducer(signed, due);
  else if (duties.producers.some(({ accountId }) => accountId === author)) {
    verifyKnownProducer(signed, duties.producers);
  }
}
