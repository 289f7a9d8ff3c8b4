// How the shards of a layout relate to those of the layout before it, and which layout a split
// leads to. Follows core/primitives/src/shard_layout of the reference, where the versions of a
// layout differ in what they know about the past: version 2 knows the last change of the layout,
// version 3 every split.

import { PerigeeError, restate } from '../base/errors.ts';
import type { Entries } from '../codec/map.ts';
import type { AccountId } from './accountId.ts';
import {
  boundaryAccounts,
  indexById,
  type ShardLayout,
  shardIds,
  shardIndex,
  shardIndexOfAccount,
} from './shardLayout.ts';
import { ancestorsOf, type SplitMap } from './shardLineage.ts';

/** Ids are two bytes in the congestion of a chunk and in its requests for bandwidth. */
export const SHARD_ID_MAX = 0xffff;

/** The version of layouts that are made by splits: part of version 2, implied by version 3. */
const SPLIT_VERSION = 3;

class ShardLayoutError extends PerigeeError<{ readonly code: 'shard_layout' }> {
  constructor(message: string) {
    super({ code: 'shard_layout' }, message);
  }
}

/**
 * What a shard of the previous layout has become, or null if that layout did not have it or is not
 * known. A shard that was not split is its own child.
 */
export function childShards(layout: ShardLayout, parentId: number): readonly number[] | null {
  switch (layout.kind) {
    case 'V0':
      return null;
    case 'V1':
      return layout.value.shardsSplitMap?.[parentId] ?? null;
    case 'V2':
      return valueAt(layout.value.shardsSplitMap ?? [], parentId);
    case 'V3': {
      const { lastSplit } = layout.value;
      if (parentId === lastSplit) return lastChildren(layout);
      const isOlder =
        layout.value.shardIds.includes(parentId) && !lastChildren(layout).includes(parentId);
      return isOlder ? [parentId] : null;
    }
  }
}

/**
 * The shard of the previous layout that a shard comes from, which is the shard itself if it was not
 * split; null if the shard does not exist or the layout does not know the one before.
 */
export function parentShard(layout: ShardLayout, id: number): number | null {
  if (!shardIds(layout).includes(id)) return null;
  switch (layout.kind) {
    case 'V0':
      return null;
    case 'V1':
      return layout.value.toParentShardMap?.[id] ?? null;
    case 'V2':
      return valueAt(layout.value.shardsParentMap ?? [], id);
    case 'V3':
      return lastChildren(layout).includes(id) ? layout.value.lastSplit : id;
  }
}

/**
 * The shard of an earlier layout that a shard of a later one comes from, if the layout changed once
 * or not at all between them; null if the layouts are not related. A shard that is in both was not
 * split.
 */
export function shardBefore(earlier: ShardLayout, later: ShardLayout, id: number): number | null {
  return shardIndex(earlier, id) === -1 ? parentShard(later, id) : id;
}

/** Whether what the parent of a child had sent before the split leaves with the child's chunks. */
export function inheritsReceipts(layout: ShardLayout, child: number): boolean {
  const parent = parentShard(layout, child);
  const children = parent === null ? null : childShards(layout, parent);
  return children === null || Math.min(...children) === child;
}

/**
 * The shards that the change to this layout has split, ascending. A layout has them as long as it
 * lives, not only in its first epoch.
 */
export function splitParents(layout: ShardLayout): readonly number[] {
  if (layout.kind === 'V3') return [layout.value.lastSplit];
  const parents = new Set<number>();
  for (const id of shardIds(layout)) {
    const parent = parentShard(layout, id);
    if (parent !== null && parent !== id) parents.add(parent);
  }
  return [...parents].sort((a, b) => a - b);
}

/**
 * The current shard that takes over what was meant for a shard of the past: always the first
 * child. Version 2 looks back by one layout, and without a split map it does not even know its own
 * shards.
 */
export function resolveToCurrentShard(layout: ShardLayout, id: number): number | null {
  if (layout.kind !== 'V3') return childShards(layout, id)?.[0] ?? null;
  let current: number | undefined = id;
  while (current !== undefined && !layout.value.shardIds.includes(current)) {
    current = valueAt(layout.value.shardsSplitMap, current)?.[0];
  }
  return current ?? null;
}

/**
 * The layout of version 3 after a split at `boundary`: the shard that holds this account becomes
 * two, with the next free ids. `history` has the earlier static layouts, newest first, including
 * `base`; a base of version 3 has its own history. Throws a PerigeeError of code `shard_layout`.
 */
export function deriveShardLayout(
  base: ShardLayout,
  boundary: AccountId,
  history: readonly ShardLayout[],
): ShardLayout {
  const { boundaries, ids, parent, children } = splitShard(base, boundary);
  const splits = base.kind === 'V3' ? base.value.shardsSplitMap : splitsOf(history);
  const lineage = {
    shardIds: ids,
    shardsSplitMap: [...splits.filter(([id]) => id !== parent), [parent, children] as const].sort(
      ([a], [b]) => a - b,
    ),
    lastSplit: parent,
  };
  return {
    kind: 'V3',
    value: {
      ...lineage,
      boundaryAccounts: boundaries,
      idToIndexMap: indexById(ids),
      shardsAncestorMap: restate(
        () => ancestorsOf(lineage),
        ({ message }) =>
          new ShardLayoutError(`the earlier layouts contradict the split: ${message}`),
      ),
    },
  };
}

function splitShard(base: ShardLayout, boundary: AccountId) {
  if (base.kind === 'V0') {
    throw new ShardLayoutError('a layout that spreads accounts by their hash cannot be split');
  }
  const before = boundaryAccounts(base);
  if (before.includes(boundary)) {
    throw new ShardLayoutError(`${boundary} is a boundary account of the layout already`);
  }
  const index = shardIndexOfAccount(base, boundary);
  const ids = [...shardIds(base)];
  const newest = Math.max(...ids);
  if (newest + 2 > SHARD_ID_MAX) {
    throw new ShardLayoutError(`there is no shard id left above ${newest}`);
  }
  const children = [newest + 1, newest + 2];
  const [parent] = ids.splice(index, 1, ...children);
  return { boundaries: before.toSpliced(index, 0, boundary), ids, parent: parent!, children };
}

/** The splits between neighbours of a list of layouts, which begins with the newest. */
function splitsOf(history: readonly ShardLayout[]): SplitMap {
  const splits = new Map<number, number[]>();
  for (const [at, newer] of history.entries()) {
    const older = history[at + 1];
    if (older === undefined) break;
    if (versionOf(newer) < SPLIT_VERSION || versionOf(older) < SPLIT_VERSION) break;
    for (const id of shardIds(newer)) {
      const parent = parentShard(newer, id);
      if (parent === null || parent === id) continue;
      splits.set(parent, [...(splits.get(parent) ?? []), id]);
    }
  }
  return [...splits];
}

function versionOf(layout: ShardLayout): number {
  return layout.kind === 'V3' ? SPLIT_VERSION : layout.value.version;
}

function lastChildren(layout: ShardLayout & { readonly kind: 'V3' }): readonly number[] {
  return valueAt(layout.value.shardsSplitMap, layout.value.lastSplit) ?? [];
}

function valueAt<V>(entries: Entries<number, V>, key: number): V | null {
  const entry = entries.find(([id]) => id === key);
  return entry === undefined ? null : entry[1];
}
