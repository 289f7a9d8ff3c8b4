// The drawing of a shard layout: shards side by side in the order of account names, and above
// them the shard that each was split from.

import type { ResultOf } from 'perigee/client';

export interface ShardBar {
  readonly id: number;
  /** The first name of the range; null for the first shard. */
  readonly from: string | null;
  /** The first name that is beyond it; null for the last shard. */
  readonly to: string | null;
  /** In per cent of the width. */
  readonly x: number;
  readonly width: number;
}

/** A shard that was split, above its parts. */
export interface SplitBar {
  readonly id: number;
  readonly x: number;
  readonly width: number;
}

export interface ShardMap {
  readonly bars: readonly ShardBar[];
  readonly splits: readonly SplitBar[];
  /** Shards beyond the bound. */
  readonly hidden: number;
}

/** More shards than that are not told apart in a drawing. */
const BARS_MAX = 64;

type Layout = ResultOf<'EXPERIMENTAL_protocol_config'>['shard_layout'];

interface Ranges {
  readonly boundaries: readonly string[];
  readonly ids: readonly number[];
  /** The shard that each was split from, if it was. */
  readonly parents: ReadonlyMap<number, number>;
}

/** Layouts of all versions in one form. */
export function readRanges(layout: Layout): Ranges {
  if ('V0' in layout) return rangesOf([], layout.V0.num_shards, new Map());
  if ('V1' in layout) {
    const { boundary_accounts, to_parent_shard_map: parents } = layout.V1;
    const known = new Map((parents ?? []).map((parent, at) => [at, parent] as const));
    return rangesOf(boundary_accounts, boundary_accounts.length + 1, known);
  }
  const { boundary_accounts, shard_ids } = 'V2' in layout ? layout.V2 : layout.V3;
  const parents = parentsOf(
    'V2' in layout ? layout.V2.shards_split_map : layout.V3.shards_split_map,
  );
  return { boundaries: boundary_accounts, ids: shard_ids, parents };
}

function rangesOf(
  boundaries: readonly string[],
  count: number,
  parents: ReadonlyMap<number, number>,
): Ranges {
  return { boundaries, ids: Array.from({ length: count }, (_, at) => at), parents };
}

/** A shard that "was split" into itself alone has not been split. */
function parentsOf(
  splits: Readonly<Record<string, readonly number[]>> | null,
): ReadonlyMap<number, number> {
  const parents = new Map<number, number>();
  for (const [parent, children] of Object.entries(splits ?? {})) {
    if (children.length < 2) continue;
    for (const child of children) parents.set(child, Number(parent));
  }
  return parents;
}

export function mapShards(layout: Layout): ShardMap {
  const { boundaries, ids, parents } = readRanges(layout);
  const drawn = ids.slice(0, BARS_MAX);
  const width = 100 / Math.max(1, drawn.length);
  const bars = drawn.map((id, at) => ({
    id,
    from: boundaries[at - 1] ?? null,
    to: boundaries[at] ?? null,
    x: at * width,
    width,
  }));
  return { bars, splits: joinSplits(bars, parents), hidden: ids.length - drawn.length };
}

function joinSplits(
  bars: readonly ShardBar[],
  parents: ReadonlyMap<number, number>,
): readonly SplitBar[] {
  const splits: SplitBar[] = [];
  for (const { id, x, width } of bars) {
    const parent = parents.get(id);
    if (parent === undefined) continue;
    const last = splits.at(-1);
    if (last?.id === parent && last.x + last.width + 0.001 >= x) {
      splits[splits.length - 1] = { ...last, width: x + width - last.x };
    } else {
      splits.push({ id: parent, x, width });
    }
  }
  return splits;
}
