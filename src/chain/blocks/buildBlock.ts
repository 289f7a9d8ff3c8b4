// The next block on top of the head: its chunks, its header with every field that follows from the
// chain, and its body. What a producer is free to choose comes in as a proposal.

import type { Hash } from '../../base/crypto/hash.ts';
import type { Signature } from '../../base/crypto/keys.ts';
import { insertLeaf, treeRoot } from '../../base/merkle/blockMerkleTree.ts';
import type { Protocol } from '../../params/protocol.ts';
import type { AuthorisedTransaction } from '../../runtime/transactions/authorisation.ts';
import type { NodeReader } from '../../trie/nodeReader.ts';
import type { AccountId } from '../../types/accountId.ts';
import { type Block, type BlockHeader, blockHash, headerForm } from '../../types/block.ts';
import { type ShardLayout, shardIds } from '../../types/shardLayout.ts';
import { blockProducersHash } from '../../types/validatorStake.ts';
import type { Epoch } from '../epoch/epoch.ts';
import type { Authority } from '../signing/authority.ts';
import { approvalMessage } from '../signing/validatorSigner.ts';
import type { Epochs } from '../stored/epochs.ts';
import type { Head, ShardHead } from '../stored/head.ts';
import { type BlockRoots, blockRoots } from './blockRoots.ts';
import { buildChunk, type ChunkRules, type NewChunk } from './buildChunk.ts';
import { type GasPriceRule, nextGasPrice, nextTotalSupply } from './economics.ts';
import { finalityPointers } from './finality.ts';
import { resolveSplitWish, type SplitWish } from './splitWish.ts';

/** What a producer decides; everything else of a block follows from the chain. */
export interface BlockProposal {
  readonly height: number;
  readonly timestamp: bigint;
  /** In shard index order: the transactions of the new chunk, or null for a missing chunk. */
  readonly chunks: readonly (readonly AuthorisedTransaction[] | null)[];
  readonly latestProtocolVersion: number;
  /** Announced if the block is the last of its epoch and may announce it. */
  readonly splitWish?: SplitWish | null;
}

export interface ChainRules extends ChunkRules {
  readonly gasPrice: GasPriceRule;
}

export interface BuiltBlock {
  readonly block: Block;
  readonly hash: Hash;
  /** Whether this is the first block of an epoch. */
  readonly startsEpoch: boolean;
  readonly protocol: Protocol;
  readonly layout: ShardLayout;
  /** In shard index order; null where the block repeats an older chunk. */
  readonly newChunks: readonly (NewChunk | null)[];
}

interface BlockMaking {
  readonly epochs: Epochs;
  readonly rules: ChainRules;
  readonly authority: Authority;
  /** Those of the state. */
  readonly nodes: NodeReader;
}

export function buildBlock(head: Head, proposal: BlockProposal, making: BlockMaking): BuiltBlock {
  const { epochs, authority } = making;
  const epoch = epochs.epoch(epochs.epochIdAfter(head.hash));
  const producer = epoch.blockProducer(proposal.height).accountId;
  const newChunks = buildChunks(head, proposal, epoch, making);
  const body = buildBody(head, producer, newChunks, { epoch, authority });
  const roots = blockRoots(body.chunks);
  const unsigned = {
    ...headerForm(epoch.formats.blockHeader),
    prevHash: head.hash,
    lite: buildLite(head, proposal, roots, epochs),
    rest: buildRest(head, proposal, { body, roots }, making),
  };
  const hash = blockHash(unsigned);
  const header = { signature: authority.signBlock(producer, hash), ...unsigned };
  return {
    block: { header, body },
    hash,
    startsEpoch: epochs.isEpochStart(head.hash),
    protocol: epoch.protocol,
    layout: epoch.shardLayout,
    newChunks,
  };
}

function buildChunks(
  head: Head,
  proposal: BlockProposal,
  epoch: Epoch,
  { epochs, rules, authority }: BlockMaking,
): (NewChunk | null)[] {
  const prevHeight = head.block.header.lite.height;
  const layout = epoch.shardLayout;
  return shardIds(layout).map((shardId, shardIndex) => {
    const chosen = proposal.chunks[shardIndex] ?? null;
    if (chosen === null) return null;
    const transactions = chosen.map(({ signed }) => signed);
    const place = {
      prevHash: head.hash,
      prevHeight,
      heightIncluded: proposal.height,
      layout,
      shardId,
      shardIndex,
      producer: epochs.chunkProducerAfter(head.hash, shardId),
      format: epoch.formats.chunkInner,
    };
    const shard = head.shards[shardIndex] as ShardHead;
    return buildChunk(place, shard, transactions, { rules, authority });
  });
}

function buildBody(
  head: Head,
  producer: AccountId,
  newChunks: readonly (NewChunk | null)[],
  { epoch, authority }: { epoch: Epoch; authority: Authority },
): Block['body'] {
  const { header } = head.block;
  const vrf = authority.proveRandomness(producer, header.rest.randomValue);
  return {
    chunks: newChunks.map((chunk, i) => chunk?.header ?? (head.shards[i] as ShardHead).chunk),
    challenges: [],
    vrfValue: vrf.value,
    vrfProof: vrf.proof,
    chunkEndorsements: newChunks.map((chunk, shardIndex) => {
      if (chunk === null) return [];
      const sampled = epoch.chunkValidators(header.lite.height + 1)[shardIndex] ?? [];
      const validators = sampled.map(({ index }) => epoch.validator(index).accountId);
      return authority.endorseChunk(validators, chunk.hash, shardIndex);
    }),
  };
}

function buildLite(
  head: Head,
  proposal: BlockProposal,
  { prevStateRoot, prevOutcomeRoot }: BlockRoots,
  epochs: Epochs,
): Block['header']['lite'] {
  const nextEpochId = epochs.nextEpochIdAfter(head.hash);
  return {
    height: proposal.height,
    epochId: epochs.epochIdAfter(head.hash),
    nextEpochId,
    prevStateRoot,
    prevOutcomeRoot,
    timestamp: proposal.timestamp,
    nextBpHash: epochs.isEpochStart(head.hash)
      ? blockProducersHash(epochs.epoch(nextEpochId).blockProducers)
      : head.block.header.lite.nextBpHash,
    blockMerkleRoot: treeRoot(insertLeaf(head.ancestors, head.hash)),
  };
}

function buildRest(
  head: Head,
  proposal: BlockProposal,
  { body, roots }: { body: Block['body']; roots: BlockRoots },
  making: BlockMaking,
): Block['header']['rest'] {
  const { epochs, rules, authority } = making;
  const prev = head.block.header;
  const { height } = proposal;
  const chunkMask = body.chunks.map((chunk) => chunk.heightIncluded === height);
  const newChunks = body.chunks.filter((_, i) => chunkMask[i]);
  const startsEpoch = epochs.isEpochStart(head.hash);
  const minted = startsEpoch
    ? epochs.epoch(epochs.nextEpochIdAfter(head.hash)).info.mintedAmount
    : 0n;
  const message = approvalMessage(head.hash, prev.lite.height, height);
  const finality = finalityPointers(prev, head.hash, height);
  return {
    prevValidatorProposals: newChunks.flatMap(({ inner }) => inner.value.prevValidatorProposals),
    chunkMask,
    nextGasPrice: nextGasPrice(rules.gasPrice, prev.rest.nextGasPrice, newChunks),
    totalSupply: nextTotalSupply(prev.rest.totalSupply, minted, newChunks),
    blockOrdinal: head.ancestors.size + 2,
    prevHeight: prev.lite.height,
    epochSyncDataHash: epochs.epochSyncDataHash(head.hash),
    approvals: epochs
      .approvers(head.hash)
      .map((approver, place) => authority.approve(approver.accountId, message, place)),
    latestProtocolVersion: proposal.latestProtocolVersion,
    chunkEndorsements: body.chunkEndorsements.map(endorsementBitmap),
    shardSplit: announceSplit(head, proposal, { body, ...finality }, making),
    ...authority.sealBody(body),
    ...finality,
    ...roots,
  };
}

/** The best of the proposed splits, or else the one that the producer wishes. */
function announceSplit(
  head: Head,
  { height, splitWish = null }: BlockProposal,
  { body, lastFinalBlock }: { body: Block['body']; lastFinalBlock: Hash },
  { epochs, nodes }: BlockMaking,
): BlockHeader['rest']['shardSplit'] {
  const place = { prevHash: head.hash, height, lastFinalBlock };
  const proposals = body.chunks.map(({ inner: { value } }) => ({
    shardId: value.shardId,
    split: 'proposedSplit' in value ? value.proposedSplit : null,
  }));
  const picked = epochs.pickShardSplit(place, proposals);
  if (picked !== null || splitWish === null || !epochs.canAnnounceSplit(place)) return picked;
  const { shardLayout } = epochs.epoch(epochs.epochIdAfter(head.hash));
  const wished = resolveSplitWish(nodes, head, shardLayout, splitWish);
  return typeof wished === 'string' ? null : wished;
}

/** One bit for each endorsement, lowest bit first; nothing at all for a missing chunk. */
export function endorsementBitmap(signatures: readonly (Signature | null)[]): Uint8Array {
  const bitmap = new Uint8Array(Math.ceil(signatures.length / 8));
  signatures.forEach((signature, i) => {
    if (signature !== null) bitmap[i >> 3] = (bitmap[i >> 3] as number) | (1 << (i & 7));
  });
  return bitmap;
}
