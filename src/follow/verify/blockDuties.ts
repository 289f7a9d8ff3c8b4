// The duties of an epoch's validators for a block, which the checks compare the block with.

import type { Approver } from '../../chain/epoch/approvers.ts';
import type { Protocol } from '../../params/protocol.ts';
import type { Formats } from '../../types/formats.ts';
import type { ShardLayout } from '../../types/shardLayout.ts';
import type { ValidatorStake } from '../../types/validatorStake.ts';

/** The duties of one block. */
export interface BlockDuties {
  /** The validators that approve the previous block, in the order of the approvals. */
  readonly approvers: readonly Approver[];
  /** The block producers of its epoch. */
  readonly producers: readonly ValidatorStake[];
  /** The producer whose turn it is; null if only the set of producers is known. */
  readonly blockProducer: ValidatorStake | null;
  /** The producer of a shard's chunk; null if unknown. */
  chunkProducer(shardId: number): ValidatorStake | null;
  readonly layout: ShardLayout;
  /** As supplied by the source if it is not computed. */
  readonly protocolVersion: number;
  /** Of its epoch; null if the version is only what the source supplied. */
  readonly formats: Formats | null;
  /** Null if this program does not know that version. */
  readonly protocol: Protocol | null;
}
