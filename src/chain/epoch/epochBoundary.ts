// Where epochs begin and end, and when the producers of the next epoch take part already. An epoch
// ends where finality has come close enough to its length, so that its last three blocks always
// have consecutive heights.

import { equalBytes } from '../../base/bytes/bytes.ts';
import { HASH_ZERO } from '../../base/crypto/hash.ts';
import type { BlockInfo } from '../../types/epoch.ts';

/** Blocks between the last final one and the next epoch. */
const FINALITY_LAG = 3;

/** The length of an epoch and the height of its first block. */
export interface EpochSpan {
  readonly firstHeight: number;
  readonly length: number;
}

function isGenesis(block: BlockInfo): boolean {
  return equalBytes(block.prevHash, HASH_ZERO);
}

/** Whether the block after this one begins a new epoch; the block after genesis always does. */
export function isLastOfEpoch(block: BlockInfo, span: EpochSpan): boolean {
  return isGenesis(block) || endsEpoch(block, span);
}

/** Whether a block that is not the first of its epoch is the last. */
export function endsEpoch(
  { height, lastFinalizedHeight }: Pick<BlockInfo, 'height' | 'lastFinalizedHeight'>,
  { firstHeight, length }: EpochSpan,
): boolean {
  const nextStart = firstHeight + length;
  if (length <= FINALITY_LAG) return height + 1 >= nextStart;
  return lastFinalizedHeight + FINALITY_LAG >= nextStart;
}

/**
 * Whether the block after the one at a height may be the last of its epoch: that block finalizes
 * at most the one two below it. It is never wrong in saying no.
 */
export function mayEndAfter(height: number, span: EpochSpan): boolean {
  return endsEpoch({ height: height + 1, lastFinalizedHeight: height - 1 }, span);
}

/** Whether the block after this one needs approvals of the next epoch's producers too. */
export function needsNextEpochApprovals(block: BlockInfo, span: EpochSpan): boolean {
  if (isLastOfEpoch(block, span)) return false;
  const nextStart = span.firstHeight + span.length;
  const isFinalityFar = block.lastFinalizedHeight + FINALITY_LAG < nextStart;
  return isFinalityFar && block.height + FINALITY_LAG >= nextStart;
}
