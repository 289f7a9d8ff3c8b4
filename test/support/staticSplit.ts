// Shard layouts of version 2 in which a shard was split, as an epoch configuration that changes the
// layout of a chain has them.

import { createShardLayout, type ShardLayout, shardIds } from '../../src/types/shardLayout.ts';
import { deriveShardLayout } from '../../src/types/shardSplits.ts';

type StaticLayout = Extract<ShardLayout, { kind: 'V2' }>;

/** A layout that a real node can split: its version must be 3. */
export function createSplittableLayout(
  boundaries: readonly string[],
  ids: readonly number[],
): StaticLayout {
  const { kind, value } = createShardLayout(boundaries, ids) as StaticLayout;
  return { kind, value: { ...value, version: 3 } };
}

/** The same split that a chain with a dynamic layout would make at `boundary`. */
export function splitStatically(base: ShardLayout, boundary: string): StaticLayout {
  const derived = deriveShardLayout(base, boundary, []);
  if (derived.kind !== 'V3') throw new Error('a split gives a layout of version 3');
  const { boundaryAccounts, lastSplit } = derived.value;
  const newIds = shardIds(derived);
  const children = newIds.filter((id) => !shardIds(base).includes(id));
  const { kind, value } = createSplittableLayout(boundaryAccounts, newIds);
  const childrenOf = (id: number) => (id === lastSplit ? children : [id]);
  const ascending = (ids: readonly number[]) => [...ids].sort((a, b) => a - b);
  return {
    kind,
    value: {
      ...value,
      shardsSplitMap: ascending(shardIds(base)).map((id) => [id, childrenOf(id)]),
      shardsParentMap: ascending(newIds).map((id) => [id, children.includes(id) ? lastSplit : id]),
    },
  };
}
