// Why a block of another chain is refused: which check it failed, and where.

import { PerigeeError } from '../base/errors.ts';

/** The checks of a block, by their subject. */
export type BlockCheck =
  | 'shape'
  | 'header hash'
  | 'chain'
  | 'block merkle root'
  | 'epoch'
  | 'producer'
  | 'approvals'
  | 'chunk hash'
  | 'chunk roots'
  | 'chunk mask'
  | 'chunk producer'
  | 'outcome root'
  | 'transaction'
  | 'receipt root'
  | 'receipt'
  | 'execution';

interface BlockRefusal {
  readonly code: 'block_refused';
  readonly check: BlockCheck;
  readonly height: number;
  readonly shardId: number | null;
}

export class BlockRefused extends PerigeeError<BlockRefusal> {
  constructor(check: BlockCheck, place: RefusedPlace, reason: string) {
    const { height, shardId = null } = place;
    const where = shardId === null ? `block ${height}` : `block ${height}, shard ${shardId}`;
    super(
      { code: 'block_refused', check, height, shardId },
      `${where} is refused (${check}): ${reason}`,
    );
  }
}

export interface RefusedPlace {
  readonly height: number;
  readonly shardId?: number;
}
