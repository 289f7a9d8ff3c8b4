// A split of a shard that a developer stages: the last block of the epoch announces it, and the
// second epoch after that has the two new shards.

import { firstVersionWith } from '../../params/protocol.ts';
import { sameLayout, shardIds } from '../../types/shardLayout.ts';
import { SHARD_ID_MAX } from '../../types/shardSplits.ts';
import { CannotSplit, type SplitWish } from '../blocks/splitWish.ts';
import type { Producer } from '../production/producer.ts';

export interface StagedSplit {
  readonly shardId: number;
  /** The first account of the second new shard. */
  readonly boundaryAccount: string;
  readonly newShardIds: readonly number[];
  /** The block that announces the split, and the first one with the new shards. */
  readonly announcedHeight: number;
  readonly height: number;
}

/** Stages a split; throws a PerigeeError of code `shard_layout` if it is not possible. */
export function stageSplit(producer: Producer, wish: SplitWish): StagedSplit {
  const { chain } = producer;
  const layout = chain.layoutAfterHead();
  const fault = findFault(producer, wish);
  if (fault !== null) throw new CannotSplit(fault);
  producer.splitShard(wish);
  const { split } = producer.staging.changes;
  const { epochs, genesis, head } = chain;
  const start = epochs.epochStartAfter(head.hash);
  const newest = Math.max(...shardIds(layout));
  return {
    shardId: wish.shardId,
    boundaryAccount: split!.boundaryAccount,
    newShardIds: [newest + 1, newest + 2],
    announcedHeight: start + genesis.epochLength - 1,
    height: start + 2 * genesis.epochLength,
  };
}

function findFault({ chain, staging }: Producer, { shardId }: SplitWish): string | null {
  const { epochs, head } = chain;
  const layout = chain.layoutAfterHead();
  const { dialect, features, version } = chain.protocolAfterHead();
  const ids = shardIds(layout);
  const { split } = staging.changes;
  if (!features.dynamicResharding) {
    const first = firstVersionWith(dialect, (protocol) => protocol.features.dynamicResharding);
    return `protocol version ${version} cannot; ${first} is the first`;
  }
  if (!ids.includes(shardId)) return `there is no shard ${shardId}, only ${ids.join(', ')}`;
  if (Math.max(...ids) + 2 > SHARD_ID_MAX) return 'there are no shard ids left';
  if (!chain.trie.canProve) return 'a fork takes its state from another network';
  if (split !== null) return `a split of shard ${split.shardId} is staged already`;
  const next = epochs.epoch(epochs.nextEpochIdAfter(head.hash)).shardLayout;
  return sameLayout(layout, next) ? null : 'another split takes effect with the next epoch';
}
