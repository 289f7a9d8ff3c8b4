// A split that a developer asks for. The last block of the epoch announces it, as if the shard had
// proposed it; only chains whose layout no configuration dictates take such wishes.

import { PerigeeError } from '../../base/errors.ts';
import { findTrieSplit } from '../../state/findTrieSplit.ts';
import type { NodeReader } from '../../trie/nodeReader.ts';
import type { AccountId } from '../../types/accountId.ts';
import type { BlockInfo } from '../../types/epoch.ts';
import {
  boundaryAccounts,
  type ShardLayout,
  shardIdOfAccount,
  shardIndex,
} from '../../types/shardLayout.ts';
import type { Head } from '../stored/head.ts';

export interface SplitWish {
  readonly shardId: number;
  /** The first account of the right child; null for the middle of the shard's state. */
  readonly boundaryAccount: AccountId | null;
}

type ShardSplit = NonNullable<BlockInfo['shardSplit']>;

export class CannotSplit extends PerigeeError<{ readonly code: 'shard_layout' }> {
  constructor(reason: string) {
    super({ code: 'shard_layout' }, `the shard cannot be split: ${reason}`);
  }
}

/** The wish that makes a block announce the same split again. */
export function wishSplit(announced: BlockInfo['shardSplit']): SplitWish | null {
  return announced && { shardId: announced[0], boundaryAccount: announced[1] };
}

/** The split that a wish leads to after the head, or a sentence that says why there is none. */
export function resolveSplitWish(
  nodes: NodeReader,
  head: Pick<Head, 'shards'>,
  layout: ShardLayout,
  { shardId, boundaryAccount }: SplitWish,
): ShardSplit | string {
  const shard = head.shards[shardIndex(layout, shardId)];
  if (shard === undefined) return `there is no shard ${shardId}`;
  if (layout.kind === 'V0') return 'shards that hold accounts by their hash cannot be split';
  const boundary =
    boundaryAccount ?? findTrieSplit(nodes, shard.extra.stateRoot)?.boundaryAccount ?? null;
  if (boundary === null) return `shard ${shardId} has too few accounts to be split`;
  if (boundaryAccounts(layout).includes(boundary)) {
    return `${boundary} is a boundary between two shards already`;
  }
  if (shardIdOfAccount(layout, boundary) !== shardId) {
    return `${boundary} does not belong to shard ${shardId}`;
  }
  return [shardId, boundary];
}
