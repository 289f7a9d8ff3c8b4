// The shard layout of the epoch after the next, which the last block of an epoch decides.

import type { EpochConfigs } from '../../params/epochConfigs.ts';
import type { BlockInfo } from '../../types/epoch.ts';
import { type ShardLayout, shardIds } from '../../types/shardLayout.ts';
import { deriveShardLayout } from '../../types/shardSplits.ts';

interface LayoutChoice {
  readonly configs: EpochConfigs;
  /** Of the epoch that ends. */
  readonly version: number;
  /** Of the epoch after the next. */
  readonly nextNextVersion: number;
  /** Of the next epoch. */
  readonly nextLayout: ShardLayout;
  /** What the header of the last block announces. */
  readonly shardSplit: BlockInfo['shardSplit'];
}

/** Throws a PerigeeError of code `shard_layout` for a split that is not possible. */
export function chooseLayout(choice: LayoutChoice): ShardLayout {
  const { configs, nextLayout, shardSplit, version } = choice;
  if (configs.areFiles) {
    const decided = configs.at(choice.nextNextVersion).shardLayoutConfig;
    if (decided.kind === 'static') return decided.layout;
    if (configs.at(version).shardLayoutConfig.kind === 'static') return nextLayout;
  }
  if (shardSplit === null) return nextLayout;
  const [shardId, boundary] = shardSplit;
  if (!shardIds(nextLayout).includes(shardId)) return nextLayout;
  return deriveShardLayout(nextLayout, boundary, configs.layoutHistory(version));
}
