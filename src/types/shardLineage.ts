// Which shard was split into which: the maps of a layout, checked as the reference checks them when
// it parses JSON. A layout is part of files that users write, so all faults are JsonErrors.

import { JsonError } from '../codec/codec.ts';
import type { Entries } from '../codec/map.ts';

/** The children of each parent, by parent. */
export type SplitMap = Entries<number, readonly number[]>;

interface StaticLineage {
  readonly shardIds: readonly number[];
  readonly shardsSplitMap: SplitMap | null;
  readonly shardsParentMap: Entries<number, number> | null;
}

interface DynamicLineage {
  readonly shardIds: readonly number[];
  readonly shardsSplitMap: SplitMap;
  readonly lastSplit: number;
}

/** Checks that the parents of a layout of version 2 are those of its split map. */
export function checkParentMap({ shardIds, shardsSplitMap, shardsParentMap }: StaticLineage): void {
  if (shardsSplitMap === null && shardsParentMap === null) return;
  if (shardsSplitMap === null || shardsParentMap === null) {
    throw new JsonError(
      'shards_split_map and shards_parent_map must be both present or both absent',
    );
  }
  for (const [parent, children] of shardsSplitMap) {
    if (children.length === 1 && children[0] !== parent) {
      throw new JsonError(`shard ${parent} has one child, which must have the same id`);
    }
    if (children.length !== 1 && shardIds.includes(parent)) {
      throw new JsonError(`shard ${parent} is split, but still among the shard_ids`);
    }
  }
  const parents = parentsOf(shardsSplitMap);
  if (parents.size !== shardIds.length || !shardIds.every((id) => parents.has(id))) {
    throw new JsonError('the children in shards_split_map are not the shard_ids');
  }
  const isSame = shardsParentMap.every(([child, parent]) => parents.get(child) === parent);
  if (shardsParentMap.length !== parents.size || !isSame) {
    throw new JsonError('shards_parent_map does not match the expected value');
  }
}

/** The ancestors of every current shard of a layout of version 3, nearest first, by shard. */
export function ancestorsOf({ shardIds, shardsSplitMap, lastSplit }: DynamicLineage): SplitMap {
  for (const [parent, children] of shardsSplitMap) {
    if (shardIds.includes(parent)) {
      throw new JsonError(`shard ${parent} is split, but still among the shard_ids`);
    }
    if (children.length < 2) throw new JsonError(`shard ${parent} has fewer than two children`);
  }
  if (!shardsSplitMap.some(([parent]) => parent === lastSplit)) {
    throw new JsonError(`the last_split, shard ${lastSplit}, is not in shards_split_map`);
  }
  const parents = parentsOf(shardsSplitMap);
  for (const [parent] of shardsSplitMap) walkAncestors(parents, parent);
  const sorted = [...shardIds].sort((a, b) => a - b);
  return sorted.map((id) => [id, walkAncestors(parents, id)]);
}

function parentsOf(splits: SplitMap): ReadonlyMap<number, number> {
  const parents = new Map<number, number>();
  for (const [parent, children] of splits) {
    for (const child of children) {
      if (parents.has(child)) throw new JsonError(`shard ${child} has two parents`);
      parents.set(child, parent);
    }
  }
  return parents;
}

/** Bounded by the number of shards that have a parent. */
function walkAncestors(parents: ReadonlyMap<number, number>, id: number): number[] {
  const ancestors: number[] = [];
  for (let next = parents.get(id); next !== undefined; next = parents.get(next)) {
    ancestors.push(next);
    if (ancestors.length > parents.size) throw new JsonError(`shard ${id} is its own ancestor`);
  }
  return ancestors;
}
