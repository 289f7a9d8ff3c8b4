// What the checks of a block need to know about its epoch: either computed from genesis on, or
// supplied by a source and checked against the chain's own hashes.

import type { Hash } from '../../base/crypto/hash.ts';
import type { Batch } from '../../store/store.ts';
import type { BlockHeader } from '../../types/block.ts';
import type { ValidatorStake } from '../../types/validatorStake.ts';
import type { BlockDuties } from '../verify/blockDuties.ts';
import type { VerifiedBlock } from '../verify/verifiedBlock.ts';
import type { PrevBlock } from '../verify/verifyHeader.ts';

export interface EpochGuide {
  /** Refuses a block whose epoch is not the one that follows from the chain. */
  duties(header: BlockHeader, prev: PrevBlock): Promise<BlockDuties>;
  /** Called when the block passed all checks; the next one builds on it. */
  accept(hash: Hash, header: BlockHeader): void;
  /** Adds what is kept about its epoch to the batch of the block. */
  write(batch: Batch, block: VerifiedBlock): void;
  /** Like `write`, if the epochs of the block are written elsewhere. */
  forget(block: VerifiedBlock): void;
  /** The producers of an epoch that the chain has reached; null if unknown. */
  blockProducers(epochId: Hash): readonly ValidatorStake[] | null;
}
