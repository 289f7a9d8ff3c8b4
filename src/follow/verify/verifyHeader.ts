// Checks that a block follows the previous one, as far as the two headers show, and that its root
// over all earlier blocks is right where those are known.

import { equalBytes } from '../../base/bytes/bytes.ts';
import type { Hash } from '../../base/crypto/hash.ts';
import { insertLeaf, type PartialMerkleTree, treeRoot } from '../../base/merkle/blockMerkleTree.ts';
import { finalityPointers } from '../../chain/blocks/finality.ts';
import type { BlockHeader } from '../../types/block.ts';
import type { ChunkHeader } from '../../types/chunk.ts';
import { type BlockCheck, BlockRefused } from '../blockRefused.ts';

/** The previous block, whose header was verified. */
export interface PrevBlock {
  readonly hash: Hash;
  readonly header: BlockHeader;
  readonly chunks: readonly ChunkHeader[];
  /** All blocks before it; null for a chain whose beginning is unknown. */
  readonly ancestors: PartialMerkleTree | null;
}

/** Headers carry these two since version 3. */
const WITH_PLACE = 3;

export function verifyHeader(header: BlockHeader, prev: PrevBlock): void {
  const { height, timestamp, blockMerkleRoot } = header.lite;
  const { lite: prevLite, rest: prevRest } = prev.header;
  const require = (check: BlockCheck, isRight: boolean, reason: string) => {
    if (!isRight) throw new BlockRefused(check, { height }, reason);
  };
  require('chain', equalBytes(header.prevHash, prev.hash), 'it does not name the block before it');
  require('chain', height > prevLite.height, 'its height is not above that of the block before it');
  require('chain', timestamp > prevLite.timestamp, 'it is not later than the block before it');
  if (header.version >= WITH_PLACE) {
    const { blockOrdinal, prevHeight } = header.rest;
    require('chain', prevHeight === prevLite.height, 'its prev_height is wrong');
    if (prev.header.version >= WITH_PLACE) {
      const isNext = blockOrdinal === prevRest.blockOrdinal + 1;
      require('chain', isNext, 'its block_ordinal is not the next one');
    }
  }
  const final = finalityPointers(prev.header, prev.hash, height);
  require('chain', equalBytes(final.lastFinalBlock, header.rest.lastFinalBlock) &&
    equalBytes(
      final.lastDsFinalBlock,
      header.rest.lastDsFinalBlock,
    ), 'it names other final blocks than follow from the chain');
  verifyEpochIds(header, prev);
  if (prev.ancestors !== null) {
    const root = treeRoot(insertLeaf(prev.ancestors, prev.hash));
    const isRight = equalBytes(root, blockMerkleRoot);
    require('block merkle root', isRight, 'its root over all earlier blocks is wrong');
  }
}

/** An epoch has the id of the last block two epochs before it. */
function verifyEpochIds(header: BlockHeader, prev: PrevBlock): void {
  const { height, epochId, nextEpochId, nextBpHash } = header.lite;
  const { lite } = prev.header;
  const stays = equalBytes(epochId, lite.epochId) && equalBytes(nextEpochId, lite.nextEpochId);
  const isNext = equalBytes(epochId, lite.nextEpochId) && equalBytes(nextEpochId, prev.hash);
  if (isNext) return;
  if (!stays)
    throw new BlockRefused('epoch', { height }, 'its epoch does not follow from the chain');
  if (equalBytes(nextBpHash, lite.nextBpHash)) return;
  throw new BlockRefused('epoch', { height }, 'its next_bp_hash changes within an epoch');
}
