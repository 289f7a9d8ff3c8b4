// What the validators of an epoch had to do for a block, which the checks of the block compare it
// to.

import type { Approver } from '../../chain/epoch/approvers.ts';
import type { ShardLayout } from '../../types/shardLayout.ts';
import type { ValidatorStake } from '../../types/validatorStake.ts';

/** The duties of one block. */
export interface BlockDuties {
  /** Those who approve the block before it, in the order of the approvals. */
  readonly approvers: readonly Approver[];
  /** Those who make blocks in its epoch. */
  readonly producers: readonly ValidatorStake[];
  /** Whose turn it is; null where only the producers are known. */
  readonly blockProducer: ValidatorStake | null;
  /** Who makes the chunk of a shard; null where that is not known. */
  chunkProducer(shardId: number): ValidatorStake | null;
  readonly layout: ShardLayout;
  /** As told where it is not computed. */
  readonly protocolVersion: number;
}
