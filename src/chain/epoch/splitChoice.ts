// Which shard is split, if there are proposals at the end of an epoch, and how long after a change
// of the layout the next one may be decided.

import type { AccountId } from '../../types/accountId.ts';
import type { EpochInfo } from '../../types/epoch.ts';
import type { DynamicReshardingConfig } from '../../types/epochConfig.ts';
import type { TrieSplit } from '../../types/trieSplit.ts';

/** What the chunk of a shard proposes. */
export interface ProposedSplit {
  readonly shardId: number;
  readonly split: TrieSplit | null;
}

/** The first shard that must be split, or else the largest; among equals that of the higher id. */
export function pickShardSplit(
  { forceSplitShards }: Pick<DynamicReshardingConfig, 'forceSplitShards'>,
  proposals: readonly ProposedSplit[],
): readonly [shardId: number, boundary: AccountId] | null {
  const splits = new Map<number, TrieSplit>();
  for (const { shardId, split } of proposals) if (split !== null) splits.set(shardId, split);
  const forced = forceSplitShards.find((id) => splits.has(id));
  const [largest] = [...splits].sort(
    ([a, one], [b, other]) => Number(memoryOf(other) - memoryOf(one)) || b - a,
  );
  const picked = forced ?? largest?.[0];
  return picked === undefined ? null : [picked, splits.get(picked)!.boundaryAccount];
}

function memoryOf({ leftMemory, rightMemory }: TrieSplit): bigint {
  return BigInt(leftMemory) + BigInt(rightMemory);
}

/** Whether the end of an epoch may decide on a split; `nextEpoch` follows that epoch. */
export function canReshard(
  { minEpochsBetweenResharding }: Pick<DynamicReshardingConfig, 'minEpochsBetweenResharding'>,
  nextEpoch: Pick<EpochInfo, 'epochHeight' | 'lastResharding'>,
): boolean {
  const { epochHeight, lastResharding } = nextEpoch;
  return lastResharding === null || epochHeight - lastResharding >= minEpochsBetweenResharding;
}
