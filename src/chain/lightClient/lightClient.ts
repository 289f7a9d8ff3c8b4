// What light clients are given: the block to move on to, and proofs that a block or an outcome
// belongs to a chain whose head they trust.

import { equalBytes } from '../../base/bytes/bytes.ts';
import { HASH_ZERO, type Hash } from '../../base/crypto/hash.ts';
import { requireRow } from '../../store/requireRow.ts';
import { type Block, type BlockHeader, innerHash, innerRestHash } from '../../types/block.ts';
import type { ValidatorStake } from '../../types/validatorStake.ts';
import { innerLiteToView, type LightClientBlockView } from '../../types/views/blockView.ts';
import { Column } from '../columns/columns.ts';

/** The part of a chain that light-client blocks are made from. */
interface LightClientSource {
  block(hash: Hash): Block | null;
  hashAt(height: number): Hash | null;
  nextHash(hash: Hash): Hash | null;
  lightClientBlock(epochId: Hash): LightClientBlockView | null;
  /** The block producers of an epoch in their order. */
  blockProducers(epochId: Hash): readonly ValidatorStake[];
}

export function createLightClientSource(
  chain: Omit<LightClientSource, 'blockProducers'>,
  epochs: { epoch(id: Hash): { readonly blockProducers: readonly ValidatorStake[] } },
): LightClientSource {
  return {
    block: (hash) => chain.block(hash),
    hashAt: (height) => chain.hashAt(height),
    nextHash: (hash) => chain.nextHash(hash),
    lightClientBlock: (epochId) => chain.lightClientBlock(epochId),
    blockProducers: (epochId) => epochs.epoch(epochId).blockProducers,
  };
}

function headerOf(source: LightClientSource, hash: Hash): BlockHeader {
  return requireRow(source.block(hash), Column.block, hash).header;
}

/**
 * The newest block below `header` that has two direct successors in its own epoch, as a
 * light-client block. Null when there is none yet.
 */
export function buildLightClientBlock(
  source: LightClientSource,
  header: BlockHeader,
): LightClientBlockView | null {
  const final = finalWithSuccessorsInEpoch(source, header);
  if (final === null) return null;
  const { hash, header: last } = final;
  const nextHash = source.nextHash(hash) as Hash;
  const next = headerOf(source, nextHash);
  const afterNext = headerOf(source, source.nextHash(nextHash) as Hash);
  return {
    prevBlockHash: last.prevHash,
    nextBlockInnerHash: innerHash(next),
    innerLite: innerLiteToView(last),
    innerRestHash: innerRestHash(last),
    nextBps: source.blockProducers(last.lite.nextEpochId),
    approvalsAfterNext: afterNext.rest.approvals,
  };
}

function finalWithSuccessorsInEpoch(
  source: LightClientSource,
  header: BlockHeader,
): { hash: Hash; header: BlockHeader } | null {
  let hash = header.rest.lastFinalBlock;
  if (equalBytes(hash, HASH_ZERO)) return null;
  const final = headerOf(source, hash);
  const isInEpoch = (candidate: BlockHeader) =>
    equalBytes(candidate.lite.epochId, final.lite.epochId);
  const second = headerOf(source, source.hashAt(final.lite.height + 2) as Hash);
  if (!isInEpoch(second)) {
    const first = headerOf(source, source.hashAt(final.lite.height + 1) as Hash);
    hash = (isInEpoch(first) ? first : final).rest.lastFinalBlock;
  }
  // In epochs of one block nothing has two successors of its own epoch.
  return equalBytes(hash, HASH_ZERO) ? null : { hash, header: headerOf(source, hash) };
}

/** The next block for a client that is at `last`; null when there is nothing newer. */
export function nextLightClientBlock(
  source: LightClientSource,
  last: BlockHeader,
  head: BlockHeader,
): LightClientBlockView | null {
  const headEpoch = head.lite.epochId;
  const isNear =
    equalBytes(last.lite.epochId, headEpoch) || equalBytes(last.lite.nextEpochId, headEpoch);
  if (!isNear) return source.lightClientBlock(last.lite.nextEpochId);
  const block = buildLightClientBlock(source, head);
  return block !== null && block.innerLite.height > last.lite.height ? block : null;
}
